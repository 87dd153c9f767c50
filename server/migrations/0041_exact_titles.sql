-- A search by views begins with the videos whose whole title is the searched text. To find them, a document contains a
-- mark with a hash of its folded title. Like the mark for captions it has weight D, and cannot be a word because of its
-- colon.
create function search_title_mark(title text) returns text language sql immutable parallel safe as $$
  select ''':title:' || md5(array_to_string(search_words(title), ' ')) || ''''
$$;

-- A job adds the mark to the existing documents, because doing so here would delay the start of a large site.
alter table search_documents add column has_title_mark boolean not null default false;

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
  insert into search_documents as d (video_id, created_at, duration, stem_count, has_title_mark, document)
  select new.id, new.created_at, new.duration, search_stem_count(words), true,
    search_vector(new.title, 'A') || search_vector(new.description, 'C') || c.document || search_stems_vector(words)
      || search_captions_vector(new) || (search_title_mark(new.title) || ':1')::tsvector
  from search_channels c where c.user_id = new.owner_id
  on conflict (video_id) do update set
    created_at = excluded.created_at, duration = excluded.duration, stem_count = excluded.stem_count,
    has_title_mark = excluded.has_title_mark, document = excluded.document;
  perform search_learn(search_words(new.title));
  return null;
end $$;
