-- Many likes of one thing are written by one statement, so the triggers count all rows of a statement with one update
-- of the counter.
-- rolling: another trigger takes its place in this transaction
drop trigger video_likes_count on video_likes;
-- rolling: another trigger takes its place in this transaction
drop trigger comment_likes_count on comment_likes;
-- rolling: another trigger takes its place in this transaction
drop trigger tweet_likes_count on tweet_likes;

create or replace function count_video_likes() returns trigger language plpgsql as $$
begin
  update videos set likes_count = likes_count + case tg_op when 'INSERT' then likes else -likes end
  from (select video_id, count(*) as likes from changed group by video_id) counted
  where videos.id = counted.video_id;
  return null;
end $$;
create trigger video_likes_added after insert on video_likes
  referencing new table as changed for each statement execute function count_video_likes();
create trigger video_likes_removed after delete on video_likes
  referencing old table as changed for each statement execute function count_video_likes();

create or replace function count_comment_likes() returns trigger language plpgsql as $$
begin
  update comments set likes_count = likes_count + case tg_op when 'INSERT' then likes else -likes end
  from (select comment_id, count(*) as likes from changed group by comment_id) counted
  where comments.id = counted.comment_id;
  return null;
end $$;
create trigger comment_likes_added after insert on comment_likes
  referencing new table as changed for each statement execute function count_comment_likes();
create trigger comment_likes_removed after delete on comment_likes
  referencing old table as changed for each statement execute function count_comment_likes();

create or replace function count_tweet_likes() returns trigger language plpgsql as $$
begin
  update tweets set likes_count = likes_count + case tg_op when 'INSERT' then likes else -likes end
  from (select tweet_id, count(*) as likes from changed group by tweet_id) counted
  where tweets.id = counted.tweet_id;
  return null;
end $$;
create trigger tweet_likes_added after insert on tweet_likes
  referencing new table as changed for each statement execute function count_tweet_likes();
create trigger tweet_likes_removed after delete on tweet_likes
  referencing old table as changed for each statement execute function count_tweet_likes();

-- Likes given and taken back, appended in the same transaction. A timer notifies owners of them in batches and removes
-- the rows.
create table like_events (
  id bigint generated always as identity primary key,
  subject_kind text not null check (subject_kind in ('video', 'tweet', 'comment')),
  subject_id uuid not null,
  actor_id uuid not null,
  is_given boolean not null,
  created_at timestamptz not null
);
