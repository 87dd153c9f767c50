-- What is being deleted vanishes at once and is removed in batches afterwards (features/purge). An account is
-- marked; a video, a tweet or a comment loses its owner, so that every query that joins the owner passes it over.
alter table users add column deleted_at timestamptz;
alter table videos alter column owner_id drop not null;
alter table tweets alter column owner_id drop not null;
alter table comments alter column owner_id drop not null;
create index users_deleted on users (id) where deleted_at is not null;
create index videos_deleted on videos (id) where owner_id is null;
create index tweets_deleted on tweets (id) where owner_id is null;
create index comments_deleted on comments (id) where owner_id is null;

-- The name and the address of a deleted account are free while the rest of it is still being removed.
alter table users
  drop constraint users_username_key_key,
  drop constraint users_email_key_key;
create unique index users_username_key on users (username_key) where deleted_at is null;
create unique index users_email_key on users (email_key) where deleted_at is null;

-- Found by both, to tell of a subscription only once.
create index notifications_actor_user on notifications (actor_id, user_id);
drop index notifications_actor;

-- Keys of viewers that were made with other rules count for nobody.
delete from video_views;

-- Every order of one channel's videos, and what narrows it: videos_of_owner serves the dates.
create index videos_of_owner_most_viewed on videos (owner_id, views desc, id desc);
create index videos_of_owner_longest on videos (owner_id, duration desc, id desc);
create index videos_of_owner_by_title on videos (owner_id, title, id);

-- The few that are not finished: the page of their owner is told of them, and a check looks for abandoned ones.
create index videos_unfinished on videos (owner_id) where status in ('uploaded', 'processing');
