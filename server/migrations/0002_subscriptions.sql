create table subscriptions (
  subscriber_id uuid not null references users on delete cascade,
  channel_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  primary key (subscriber_id, channel_id),
  check (subscriber_id <> channel_id)
);
create index subscriptions_channel on subscriptions (channel_id);
