-- Deleted things are hidden at once, and removed in batches later (lifecycle/purge). An account is marked. A video,
-- tweet or comment loses its owner, so that every query that joins the owner excludes it.
alter table users add column deleted_at timestamptz;
alter table videos alter column owner_id drop not null;
alter table tweets alter column owner_id drop not null;
alter table comments alter column owner_id drop not null;
create index users_deleted on users (id) where deleted_at is not null;
create index videos_deleted on videos (id) where owner_id is null;
create index tweets_deleted on tweets (id) where owner_id is null;
create index comments_deleted on comments (id) where owner_id is null;

-- The name and address of a deleted account can be used again while its rows are still being removed.
alter table users
  drop constraint users_username_key_key,
  drop constraint users_email_key_key;
create unique index users_username_key on users (username_key) where deleted_at is null;
create unique index users_email_key on users (email_key) where deleted_at is null;

-- Searched by both columns, to notify of the same subscription only once.
create index notifications_actor_user on notifications (actor_id, user_id);
drop index notifications_actor;

-- Keys of viewers are made differently from now on, so the old ones would never match.
delete from video_views;

-- All orders and filters of one channel's videos, except by date, which videos_of_owner covers.
create index videos_of_owner_most_viewed on videos (owner_id, views desc, id desc);
create index videos_of_owner_longest on videos (owner_id, duration desc, id desc);
create index videos_of_owner_by_title on videos (owner_id, title, id);

-- The few unfinished videos, for sending progress to their owners and for finding abandoned ones.
create index videos_unfinished on videos (owner_id) where status in ('uploaded', 'processing');
