-- Captions that the owner has added as files, in that order: [{folder, language, name}]. The captions of the source
-- stay in `captions`.
alter table videos add column caption_files jsonb not null default '[]';

-- For lists of videos with captions, which may be few.
create index videos_captioned on videos (created_at desc, id desc)
  where is_listed and (captions <> '[]' or caption_files <> '[]');
create index videos_of_owner_captioned on videos (owner_id, created_at desc, id desc)
  where captions <> '[]' or caption_files <> '[]';

-- For searches: the document of a video with captions contains a mark, which cannot be a word because of its colon. So
-- the index of words finds videos that have both a word and captions. Like stems it has weight D.
create function search_captions_vector(video videos) returns tsvector language sql immutable parallel safe as $$
  select case when video.captions <> '[]' or video.caption_files <> '[]' then ''':captions'':1'::tsvector else ''::tsvector end
$$;

create or replace function search_index_video() returns trigger language plpgsql as $$
declare
  words text[];
begin
  if not new.is_listed then
    delete from search_documents where video_id = new.id;
    return null;
  end if;
  -- A channel that is being renamed is waited for; its videos are renamed only where they are listed already.
  perform 1 from users where id = new.owner_id for no key update;
  words := search_words(new.title || ' ' || new.description);
  insert into search_documents as d (video_id, created_at, duration, stem_count, document)
  select new.id, new.created_at, new.duration, search_stem_count(words),
    search_vector(new.title, 'A') || search_vector(new.description, 'C') || c.document || search_stems_vector(words)
      || search_captions_vector(new)
  from search_channels c where c.user_id = new.owner_id
  on conflict (video_id) do update set
    created_at = excluded.created_at, duration = excluded.duration, stem_count = excluded.stem_count,
    document = excluded.document;
  perform search_learn(search_words(new.title));
  return null;
end $$;

drop trigger videos_search_changed on videos;
create trigger videos_search_changed
  after update of title, description, visibility, is_playable, duration, created_at, captions, caption_files on videos
  for each row when (
    (old.is_listed or new.is_listed)
    and (old.is_listed, old.title, old.description, old.duration, old.created_at, old.captions, old.caption_files)
      is distinct from
        (new.is_listed, new.title, new.description, new.duration, new.created_at, new.captions, new.caption_files)
  ) execute function search_index_video();

update search_documents d set document = d.document || search_captions_vector(v)
from videos v where v.id = d.video_id and v.is_listed and (v.captions <> '[]' or v.caption_files <> '[]');
