-- Word forms in search: 'breathing' also finds 'breathe' in an English text. Besides its words, a document contains the
-- stem of each word with the code of its language, such as ':en:breath'. No word begins with a colon, so a search for
-- words never matches a stem, not even a search for a prefix.

-- The languages that PostgreSQL can stem. The script of a text tells its language, except for Latin texts, which are
-- told apart by their common words. A search tries all languages in use on this site.
create table search_languages (
  code text primary key,
  -- A name, not a regdictionary, because pg_upgrade refuses tables with those.
  dictionary text not null,
  is_latin boolean not null default true,
  letters text not null default 'a-z',
  is_used boolean not null default false
);
insert into search_languages (code, dictionary) values
  ('ca', 'catalan_stem'), ('da', 'danish_stem'), ('de', 'german_stem'), ('en', 'english_stem'), ('es', 'spanish_stem'),
  ('eu', 'basque_stem'), ('fi', 'finnish_stem'), ('fr', 'french_stem'), ('ga', 'irish_stem'), ('hu', 'hungarian_stem'),
  ('id', 'indonesian_stem'), ('it', 'italian_stem'), ('lt', 'lithuanian_stem'), ('nl', 'dutch_stem'),
  ('no', 'norwegian_stem'), ('pt', 'portuguese_stem'), ('ro', 'romanian_stem'), ('sr', 'serbian_stem'),
  ('sv', 'swedish_stem'), ('tr', 'turkish_stem');
insert into search_languages (code, dictionary, is_latin, letters) values
  ('ar', 'arabic_stem', false, '\u0621-\u064a'), ('el', 'greek_stem', false, '\u03b1-\u03c9'),
  ('hi', 'hindi_stem', false, '\u0900-\u097f'), ('hy', 'armenian_stem', false, '\u0561-\u0587'),
  ('ru', 'russian_stem', false, '\u0430-\u044f'), ('ta', 'tamil_stem', false, '\u0b80-\u0bff');

create table search_common_words (
  word text not null,
  code text not null references search_languages,
  primary key (word, code)
);
insert into search_common_words (word, code)
select word, code from (values
  ('ca', 'el la els les de que en un una per amb com del es va al dels aquest'),
  ('da', 'og det at en den til er som pa med der af ikke jeg vi hvordan et fra min'),
  ('de', 'der die das und ist nicht ein eine mit auf fur von den wir ich zu im in wie sich auch aus dem zum'),
  ('en', 'the and of to is it for with this that you on are how what my we our your from in at by was an as no do go so be me not or have'),
  ('es', 'el la los las de que en un una por con para es como mi se del su lo al este'),
  ('eu', 'eta da ez bat du dira zen nola hau izan dute egin'),
  ('fi', 'ja on ei se etta han kun mutta ovat miten tai ole minun kanssa kuin mita nain'),
  ('fr', 'le la les des et est une un du de en dans pour avec sur pas nous vous que qui ce au comment mon'),
  ('ga', 'agus an na ar is le go bhi ta seo ach'),
  ('hu', 'az es hogy nem egy is van meg de ez mint hogyan csak volt'),
  ('id', 'yang dan di ini itu dengan untuk tidak dari ke pada cara adalah saya kami'),
  ('it', 'il lo la gli le di che in un una per con non come del della sono mi si nel'),
  ('lt', 'ir kad yra su kaip tai ne bet per apie buvo jis savo'),
  ('nl', 'de het een en van ik te dat die in is niet met op voor zijn hoe wij aan mijn'),
  ('no', 'og det at en den til er som pa med av ikke jeg vi hvordan et fra min'),
  ('pt', 'os as de que em um uma por com para nao como do da no na se meu ao'),
  ('ro', 'si de la in cu un este pe nu din care pentru sa ce cum mai'),
  ('sr', 'je se na da su za kako od sa nije bi ali'),
  ('sv', 'och att det en som pa ar av for med den inte jag vi hur ett till min'),
  ('tr', 've bir bu da de icin ile cok ne nasil gibi daha var')
) as lists (code, words), string_to_table(words, ' ') as list (word);

-- The language of a Latin text, given its folded words. Null if the beginning of the text has no common words of any
-- language.
create function search_language(words text[]) returns text language sql stable parallel safe as $$
  with counted as (
    select code, count(*) as found from search_common_words where word = any(words[1:200]) group by code
  )
  select case when count(*) = 1 then min(code) end from counted where found = (select max(found) from counted)
$$;

-- The stems of folded words in one language. Stems that are too short would match too many different words.
create function search_stems_in(language search_languages, words text[], shortest int default 3) returns text[]
language plpgsql stable parallel safe as $$
declare
  dictionary constant regdictionary := language.dictionary;
  known constant text := '^[' || language.letters || ']{3,}$';
begin
  return array(
    select ':' || language.code || ':' || stem
    -- Folding turned the last letter of Russian adjectives into another, by which the stemmer does not know them.
    from (select distinct (ts_lexize(dictionary,
        case language.code when 'ru' then regexp_replace(word, '([оыеу])и$', '\1й') else word end))[1] as stem
      from (select distinct word from unnest(words) as list (word)) as listed
      where word ~ known) as stemmed
    where length(stem) >= shortest);
end $$;

-- The stems of a text's words. A Latin text of an unknown language gets the stems of all languages in use on the site,
-- but only the longer ones, except in English: in Spanish, 'par' is the stem of both 'pare' and 'paris'.
create function search_stems(words text[]) returns text[] language plpgsql stable parallel safe as $$
declare
  latin constant text := search_language(words);
  all_words constant text := array_to_string(words, ' ');
  language search_languages;
  stems text[] := '{}';
begin
  for language in
    select * from search_languages l
    where case when l.is_latin then l.code = latin or (latin is null and (l.is_used or l.code = 'en'))
      else all_words ~ ('[' || l.letters || ']') end
  loop
    stems := stems || search_stems_in(language, words,
      case when language.is_latin and latin is null and language.code <> 'en' then 4 else 3 end);
  end loop;
  return stems;
end $$;

-- The stems that a search for a folded word also looks for.
create function search_stems_of(word text) returns text[] language sql stable parallel safe as $$
  select array(select unnest(search_stems_in(l, array[word])) from search_languages l where l.is_used)
$$;

-- The stems as a part of a document. They have weight D, so that searches of titles alone ignore them.
create function search_stems_vector(words text[]) returns tsvector language plpgsql as $$
declare
  stems constant text[] := search_stems(words);
  codes constant text[] := array(select distinct split_part(stem, ':', 2) from unnest(stems) as list (stem));
begin
  if exists (select from search_languages where not is_used and code = any(codes)) then
    -- One at a time: two that mark several languages in different orders would wait for each other.
    perform pg_advisory_xact_lock(hashtextextended('search_languages', 0));
    update search_languages set is_used = true where not is_used and code = any(codes);
  end if;
  return coalesce((select string_agg('''' || stem || ''':1', ' ') from unnest(stems) as list (stem)), '')::tsvector;
end $$;

-- The number of languages whose stems a text of an unknown language has. Stored with it. Null for texts of a known
-- language.
create function search_stem_count(words text[]) returns smallint language sql stable parallel safe as $$
  select count(*)::smallint from search_languages where is_used or code = 'en' having search_language(words) is null
$$;

-- A job adds the stems of languages that come into use later. It also adds stems to the existing texts, because doing
-- so here would delay the start of a large site for too long.
alter table search_documents add column stem_count smallint default 0;
alter table search_tweets add column stem_count smallint default 0;
create index search_documents_stem_count on search_documents (stem_count) where stem_count is not null;
create index search_tweets_stem_count on search_tweets (stem_count) where stem_count is not null;

create or replace function search_index_tweet() returns trigger language plpgsql as $$
declare
  words constant text[] := search_words(new.content);
begin
  insert into search_tweets (tweet_id, stem_count, document)
  values (new.id, search_stem_count(words), search_vector(new.content, 'A') || search_stems_vector(words))
  on conflict (tweet_id) do update set stem_count = excluded.stem_count, document = excluded.document;
  return null;
end $$;

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
  from search_channels c where c.user_id = new.owner_id
  on conflict (video_id) do update set
    created_at = excluded.created_at, duration = excluded.duration, stem_count = excluded.stem_count,
    document = excluded.document;
  perform search_learn(search_words(new.title));
  return null;
end $$;

create or replace function search_index_channel() returns trigger language plpgsql as $$
declare
  name constant text := new.fullname || ' ' || new.username;
  vector constant tsvector := search_vector(name, 'B');
begin
  insert into search_channels as c (user_id, document) values (new.id, vector)
  on conflict (user_id) do update set document = excluded.document;
  if tg_op = 'UPDATE' then
    update search_documents set document = ts_filter(document, '{a,c,d}') || vector
    where video_id in (select id from videos where owner_id = new.id);
  end if;
  perform search_learn(search_words(name));
  return null;
end $$;
