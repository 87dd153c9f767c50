-- Two people who do not see each other's comments and tweets. Read in both directions, hence the second index.
create table blocks (
  blocker_id uuid not null references users on delete cascade,
  blocked_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_blocked on blocks (blocked_id, blocker_id);
create index blocks_latest on blocks (blocker_id, created_at desc, blocked_id desc);

-- Counts exclude the comments of blocked people. These indexes find them in a conversation.
drop index comments_video;
create index comments_video on comments (video_id, owner_id) where video_id is not null;
drop index comments_tweet;
create index comments_tweet on comments (tweet_id, owner_id) where tweet_id is not null;
create index comments_replies_owner on comments (parent_id, owner_id) where parent_id is not null;

-- Videos that are no longer recommended to a person.
create table hidden_videos (
  user_id uuid not null references users on delete cascade,
  video_id uuid not null references videos on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, video_id)
);
create index hidden_videos_latest on hidden_videos (user_id, created_at desc, video_id desc);
create index hidden_videos_video on hidden_videos (video_id);

create table hidden_channels (
  user_id uuid not null references users on delete cascade,
  channel_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, channel_id),
  check (user_id <> channel_id)
);
create index hidden_channels_latest on hidden_channels (user_id, created_at desc, channel_id desc);
create index hidden_channels_channel on hidden_channels (channel_id);

-- Not used yet.
alter table users add column is_live boolean not null default false;

-- The subscriptions feed sorts videos by the time of publication, which may be long after the upload.
alter table videos
  add column published_at timestamptz not null generated always as (coalesce(announced_at, created_at)) stored;
create index videos_of_owner_published on videos (owner_id, published_at desc, id desc) where is_listed;
create table feed_looks (
  user_id uuid primary key references users on delete cascade,
  looked_at timestamptz not null,
  -- Items after this time are marked as new during the current visit.
  new_since timestamptz
);
