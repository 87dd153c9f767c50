create table notifications (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- The person who caused the notification. Their name and picture are shown beside the message.
  actor_id uuid not null references users on delete cascade,
  message text not null,
  created_at timestamptz not null
);
create index notifications_user on notifications (user_id, created_at desc, id desc);
create index notifications_actor on notifications (actor_id);
