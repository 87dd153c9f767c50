create table tweets (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade,
  content text not null,
  -- An unguessable name. Each image has a folder below it, named by its position.
  folder text not null unique,
  likes_count integer not null default 0,
  comments_count integer not null default 0,
  is_edited boolean not null default false,
  search tsvector generated always as (to_tsvector('simple', content)) stored,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index tweets_newest on tweets (created_at desc, id desc);
create index tweets_most_liked on tweets (likes_count desc, id desc);
create index tweets_of_owner on tweets (owner_id, created_at desc, id desc);
create index tweets_of_owner_most_liked on tweets (owner_id, likes_count desc, id desc);
create index tweets_search on tweets using gin (search);

create table tweet_images (
  tweet_id uuid not null references tweets on delete cascade,
  position smallint not null check (position between 1 and 4),
  width integer not null,
  height integer not null,
  alt text not null,
  placeholder text not null,
  primary key (tweet_id, position)
);

create table tweet_likes (
  user_id uuid not null references users on delete cascade,
  tweet_id uuid not null references tweets on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, tweet_id)
);
create index tweet_likes_tweet on tweet_likes (tweet_id);

create function count_tweet_likes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update tweets set likes_count = likes_count + 1 where id = new.tweet_id;
  else
    update tweets set likes_count = likes_count - 1 where id = old.tweet_id;
  end if;
  return null;
end $$;
create trigger tweet_likes_count after insert or delete on tweet_likes
  for each row execute function count_tweet_likes();

-- A comment belongs to either a video or a tweet.
alter table comments
  alter column video_id drop not null,
  add column tweet_id uuid references tweets on delete cascade,
  add constraint comments_one_subject check (num_nonnulls(video_id, tweet_id) = 1);
create index comments_of_tweet on comments (tweet_id, created_at desc, id desc)
  where parent_id is null and tweet_id is not null;
create index comments_tweet on comments (tweet_id) where tweet_id is not null;

create or replace function count_comments() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update videos set comments_count = comments_count + 1 where id = new.video_id;
    update tweets set comments_count = comments_count + 1 where id = new.tweet_id;
    update comments set replies_count = replies_count + 1 where id = new.parent_id;
  else
    update videos set comments_count = comments_count - 1 where id = old.video_id;
    update tweets set comments_count = comments_count - 1 where id = old.tweet_id;
    update comments set replies_count = replies_count - 1 where id = old.parent_id;
  end if;
  return null;
end $$;
