-- Full text search without extensions, because an administrator's own PostgreSQL may not allow them.
drop index videos_search;
alter table videos drop column search;
drop index tweets_search;
alter table tweets drop column search;

-- A text as search compares it: without case, accents and punctuation, with words separated by spaces. Scripts without
-- spaces between words are split into letters, each marked with \x01, and with \x02 at the end of a run.
create function search_fold(value text) returns text language plpgsql immutable strict parallel safe as $$
declare
  unspaced constant text := '\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30fa\u30fc-\u30ff'
    || '\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff';
  is_ascii constant boolean := octet_length(value) = length(value);
  folded text := value;
begin
  if not is_ascii then
    -- Accents of Latin, Greek and Cyrillic, vowel points of Hebrew and Arabic, joiners, colours of emoji.
    folded := regexp_replace(normalize(folded, NFKD),
      '[\u2019\u02bc\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a'
      '\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u200b-\u200f\u2060\ufe00-\ufe0f'
      '\ufeff\U0001f3fb-\U0001f3ff]+', '', 'g');
  end if;
  -- Signs become spaces; the apostrophe finds none left and goes: don't is dont.
  folded := translate(folded, E'!"#$%&()*+,-./:;<=>?@[\\]^_`{|}~\x01\x02\x03\x04\x05\x06\x07\b\t\n\x0b\f\r'
    '\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f\x7f''', repeat(' ', 63));
  if is_ascii then return lower(folded); end if;

  folded := lower(normalize(folded, NFC));
  folded := replace(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  folded := translate(folded, 'øłđðıħŋς', 'olddihnσ');
  folded := regexp_replace(folded,
    '[\u0080-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u05be\u05c0\u05c3\u05c6\u060c\u061b\u061f'
    '\u066a-\u066d\u06d4\u0964\u0965\u2000-\u200a\u2010-\u205f\u2061-\u2069\u2e00-\u2e7f\u3000-\u3004'
    '\u3008-\u3020\u3030\u303d\u30fb]+', ' ', 'g');
  -- Every emoji is a word.
  folded := regexp_replace(folded, '([\u2190-\u2bff\U0001f000-\U0001faff])', ' \1 ', 'g');
  if folded ~ ('[' || unspaced || ']') then
    folded := regexp_replace(folded, format('([%s]+)', unspaced), E' \\1\x02 ', 'g');
    folded := regexp_replace(folded, format('([%1$s])(?=[%1$s])', unspaced), E'\\1\x01 ', 'g');
  end if;
  return folded;
end $$;

-- The words of a text, in order. Scripts without spaces give overlapping pairs of letters and the last letter, so that
-- any part of a run can be found. A query leaves out that last letter, and marks a single letter with *.
create function search_words(value text, is_query boolean default false) returns text[]
language plpgsql immutable parallel safe as $$
declare
  words constant text[] := array_remove(string_to_array(search_fold(value), ' '), '');
begin
  if strpos(array_to_string(words, ' '), E'\x02') = 0 then
    return array(select left(word, 64) from unnest(words) as list (word));
  end if;
  return array(
    select case right(word, 1)
      when E'\x01' then left(word, 1) || left(words[place + 1], 1)
      when E'\x02' then left(word, 1) || case when is_query then '*' else '' end
      else left(word, 64)
    end
    from unnest(words) with ordinality as list (word, place)
    where not (is_query and right(word, 1) = E'\x02' and right(words[place - 1], 1) is not distinct from E'\x01')
    order by place);
end $$;

create function search_vector(value text, weight "char") returns tsvector
language plpgsql immutable parallel safe as $$
begin
  return setweight(coalesce(string_agg('''' || word || ''':' || place, ' '), '')::tsvector, weight)
  from unnest(search_words(value)) with ordinality as words (word, place);
end $$;

-- One row for each listed video, with the columns that search needs and that change less often than views, so that
-- counting views does not write to the index of words. Weight A: title, B: channel, C: description.
create table search_documents (
  video_id uuid primary key references videos on delete cascade,
  created_at timestamptz not null,
  duration double precision not null,
  document tsvector not null
);

-- A table of its own for the same reason: a like would write to the index of words.
create table search_tweets (
  tweet_id uuid primary key references tweets on delete cascade,
  document tsvector not null
);

create function search_index_tweet() returns trigger language plpgsql as $$
begin
  insert into search_tweets (tweet_id, document) values (new.id, search_vector(new.content, 'A'))
  on conflict (tweet_id) do update set document = excluded.document;
  return null;
end $$;
create trigger tweets_search_new after insert on tweets for each row execute function search_index_tweet();
create trigger tweets_search_changed after update of content on tweets
  for each row when (old.content is distinct from new.content) execute function search_index_tweet();

create table search_channels (
  user_id uuid primary key references users on delete cascade,
  document tsvector not null
);
create index users_most_subscribed on users (subscribers_count desc, id);

-- The words of titles and channel names, for correcting misspelled searches. Words that are no longer used stay, which
-- is harmless: they find nothing.
create table search_dictionary (word text collate "C" primary key);
create table search_trigrams (
  trigram text collate "C" not null,
  length smallint not null,
  word text collate "C" not null,
  primary key (trigram, length, word)
);

-- Adds new words to the dictionary, always in the same order, so that two transactions cannot deadlock.
create function search_learn(words text[]) returns void language sql as $$
  with fresh as (
    insert into search_dictionary (word)
    select distinct word from unnest(words) as list (word)
    where length(word) between 3 and 32 and word !~ '^[0-9]+$'
    order by word
    on conflict do nothing
    returning word
  )
  insert into search_trigrams (trigram, length, word)
  select substr('  ' || word || ' ', place, 3), length(word), word
  from fresh, generate_series(1, length(word) + 1) as place
  on conflict do nothing
$$;

create function search_index_video() returns trigger language plpgsql as $$
begin
  if not new.is_listed then
    delete from search_documents where video_id = new.id;
    return null;
  end if;
  -- A channel that is being renamed is waited for; its videos are renamed only where they are listed already.
  perform 1 from users where id = new.owner_id for no key update;
  insert into search_documents as d (video_id, created_at, duration, document)
  select new.id, new.created_at, new.duration,
    search_vector(new.title, 'A') || search_vector(new.description, 'C') || c.document
  from search_channels c where c.user_id = new.owner_id
  on conflict (video_id) do update set
    created_at = excluded.created_at, duration = excluded.duration, document = excluded.document;
  perform search_learn(search_words(new.title));
  return null;
end $$;

create trigger videos_search_new after insert on videos
  for each row when (new.is_listed) execute function search_index_video();
create trigger videos_search_changed
  after update of title, description, visibility, is_playable, duration, created_at on videos
  for each row when (
    (old.is_listed or new.is_listed)
    and (old.is_listed, old.title, old.description, old.duration, old.created_at)
      is distinct from (new.is_listed, new.title, new.description, new.duration, new.created_at)
  ) execute function search_index_video();

create function search_index_channel() returns trigger language plpgsql as $$
declare
  name constant text := new.fullname || ' ' || new.username;
  vector constant tsvector := search_vector(name, 'B');
begin
  insert into search_channels as c (user_id, document) values (new.id, vector)
  on conflict (user_id) do update set document = excluded.document;
  if tg_op = 'UPDATE' then
    update search_documents set document = ts_filter(document, '{a,c}') || vector
    where video_id in (select id from videos where owner_id = new.id);
  end if;
  perform search_learn(search_words(name));
  return null;
end $$;

create trigger users_search_new after insert on users for each row execute function search_index_channel();
create trigger users_search_changed after update of fullname, username on users
  for each row when ((old.fullname, old.username) is distinct from (new.fullname, new.username))
  execute function search_index_channel();

-- Indexes the existing rows with the same functions as new ones.
insert into search_channels (user_id, document)
select id, search_vector(fullname || ' ' || username, 'B') from users;
insert into search_documents (video_id, created_at, duration, document)
select v.id, v.created_at, v.duration,
  search_vector(v.title, 'A') || search_vector(v.description, 'C') || c.document
from videos v join search_channels c on c.user_id = v.owner_id
where v.is_listed;
select search_learn(search_words(title)) from videos where is_listed;
select search_learn(search_words(fullname || ' ' || username)) from users;
insert into search_tweets (tweet_id, document) select id, search_vector(content, 'A') from tweets;

-- Built after the rows are inserted, which is faster. With fastupdate every search would read the whole list of pending
-- changes.
create index search_documents_words on search_documents using gin (document) with (fastupdate = off);
create index search_channels_words on search_channels using gin (document) with (fastupdate = off);
create index search_tweets_words on search_tweets using gin (document) with (fastupdate = off);
create index search_documents_newest on search_documents (created_at);
