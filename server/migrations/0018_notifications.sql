-- A notification has a kind, actors and a subject. Its sentence is written when it is shown.
alter table notifications rename to old_notifications;
drop index notifications_user, notifications_actor_user, notifications_video;
alter index notifications_pkey rename to old_notifications_pkey;

create table notifications (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  kind text not null
    check (kind in ('comment', 'reply', 'mention', 'like', 'subscriber', 'processing', 'moderation')),
  video_id uuid references videos on delete cascade,
  tweet_id uuid references tweets on delete cascade,
  comment_id uuid references comments on delete cascade,
  -- The text of moderators. Other kinds have none.
  text text,
  -- Identifies notifications that are grouped: while one is unread, further actors are added to it.
  group_key text,
  -- When the last actor was added.
  created_at timestamptz not null,
  read_at timestamptz,
  check (num_nonnulls(video_id, tweet_id, comment_id) <= 1)
);
create index notifications_user on notifications (user_id, created_at desc, id desc);
create index notifications_unread on notifications (user_id, created_at desc, id desc) where read_at is null;
create unique index notifications_open_group on notifications (user_id, group_key) where read_at is null;
create index notifications_groups on notifications (user_id, group_key, created_at) where group_key is not null;
create index notifications_video on notifications (video_id) where video_id is not null;
create index notifications_tweet on notifications (tweet_id) where tweet_id is not null;
create index notifications_comment on notifications (comment_id) where comment_id is not null;
create index notifications_age on notifications (created_at);

create table notification_actors (
  notification_id uuid not null references notifications on delete cascade,
  actor_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  -- A like that was taken back. The row is kept, so that liking again on the same day does not notify again.
  is_withdrawn boolean not null default false,
  primary key (notification_id, actor_id)
);
create index notification_actors_latest on notification_actors (notification_id, created_at desc);
create index notification_actors_actor on notification_actors (actor_id, created_at desc);

-- News of channels has no rows: it is read from videos and tweets when somebody looks. An item is read if it is older
-- than news_read_until or has a row in notification_reads.
create table notification_settings (
  user_id uuid primary key references users on delete cascade,
  muted_kinds text[] not null default '{}',
  news_read_until timestamptz not null default '-infinity',
  digest text not null default 'off' check (digest in ('off', 'daily', 'weekly')),
  digest_sent_at timestamptz
);
create index notification_settings_digest on notification_settings (digest, digest_sent_at) where digest <> 'off';

create table notification_reads (
  user_id uuid not null references users on delete cascade,
  item_id uuid not null,
  -- When the item was published. Rows older than news_read_until are not needed.
  published_at timestamptz not null,
  primary key (user_id, item_id)
);
create index notification_reads_age on notification_reads (published_at);

-- Marks videos as announced whose announcement was still a job when the site stopped. Those jobs are no longer needed.
update videos set announced_at = now() where is_listed and announced_at is null;
do $$ begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier in ('videos:announce', 'notifications:notify-subscribers');
  end if;
end $$;

-- Whether a subscriber is notified of the channel's news.
alter table subscriptions add column bell text not null default 'all' check (bell in ('all', 'none'));

-- Old news is not marked as new.
insert into notification_settings (user_id, news_read_until)
select distinct subscriber_id, now() - interval '1 millisecond' from subscriptions;

-- Old messages are converted if they are about a subscription, or about a comment written a moment before. News of
-- channels no longer has rows, and the subject of other messages is unknown.
insert into notifications (id, user_id, kind, group_key, created_at, read_at)
select id, user_id, 'subscriber', 'subscriber', created_at, now()
from old_notifications where message = 'subscribed to your channel';

create index comments_by_time on comments (owner_id, created_at);
insert into notifications (id, user_id, kind, comment_id, created_at, read_at)
select o.id, o.user_id, case when o.message like '% your comment' or o.message like '% your reply' then 'reply' else 'comment' end,
  c.id, o.created_at, now()
from old_notifications o, lateral (
  select c.id from comments c
  where c.owner_id = o.actor_id and c.created_at between o.created_at - interval '1 second' and o.created_at
  order by c.created_at desc limit 1) c
where o.message in ('commented on your video', 'replied to your comment', 'replied to your tweet', 'answered your reply');

drop index comments_by_time;

insert into notification_actors (notification_id, actor_id, created_at)
select o.id, o.actor_id, o.created_at from old_notifications o join notifications n on n.id = o.id;
drop table old_notifications;
