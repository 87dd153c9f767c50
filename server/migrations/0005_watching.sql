alter table videos
  add column likes_count integer not null default 0,
  add column comments_count integer not null default 0;

create table video_likes (
  user_id uuid not null references users on delete cascade,
  video_id uuid not null references videos on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, video_id)
);
create index video_likes_latest on video_likes (user_id, created_at desc, video_id desc);
create index video_likes_video on video_likes (video_id);

create table comments (
  id uuid primary key,
  video_id uuid not null references videos on delete cascade,
  -- Replies are one level deep: the parent of a reply has no parent.
  parent_id uuid references comments on delete cascade,
  owner_id uuid not null references users on delete cascade,
  content text not null,
  likes_count integer not null default 0,
  replies_count integer not null default 0,
  is_edited boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index comments_of_video on comments (video_id, created_at desc, id desc) where parent_id is null;
create index comments_replies on comments (parent_id, created_at, id) where parent_id is not null;
create index comments_video on comments (video_id);
create index comments_owner on comments (owner_id);

create table comment_likes (
  user_id uuid not null references users on delete cascade,
  comment_id uuid not null references comments on delete cascade,
  primary key (user_id, comment_id)
);
create index comment_likes_comment on comment_likes (comment_id);

create table comment_reports (
  reporter_id uuid not null references users on delete cascade,
  comment_id uuid not null references comments on delete cascade,
  created_at timestamptz not null,
  primary key (reporter_id, comment_id)
);
create index comment_reports_comment on comment_reports (comment_id);

create table watch_history (
  user_id uuid not null references users on delete cascade,
  video_id uuid not null references videos on delete cascade,
  watched_at timestamptz not null,
  position double precision not null default 0,
  primary key (user_id, video_id)
);
create index watch_history_latest on watch_history (user_id, watched_at desc, video_id desc);
create index watch_history_video on watch_history (video_id);

-- Triggers maintain the counters, so that they are right no matter how a row is removed: by a click, or with an
-- account.
create function count_video_likes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update videos set likes_count = likes_count + 1 where id = new.video_id;
  else
    update videos set likes_count = likes_count - 1 where id = old.video_id;
  end if;
  return null;
end $$;
create trigger video_likes_count after insert or delete on video_likes
  for each row execute function count_video_likes();

create function count_comment_likes() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update comments set likes_count = likes_count + 1 where id = new.comment_id;
  else
    update comments set likes_count = likes_count - 1 where id = old.comment_id;
  end if;
  return null;
end $$;
create trigger comment_likes_count after insert or delete on comment_likes
  for each row execute function count_comment_likes();

create function count_comments() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update videos set comments_count = comments_count + 1 where id = new.video_id;
    update comments set replies_count = replies_count + 1 where id = new.parent_id;
  else
    update videos set comments_count = comments_count - 1 where id = old.video_id;
    update comments set replies_count = replies_count - 1 where id = old.parent_id;
  end if;
  return null;
end $$;
create trigger comments_count after insert or delete on comments
  for each row execute function count_comments();

create function count_subscriptions() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update users set subscribers_count = subscribers_count + 1 where id = new.channel_id;
    update users set subscriptions_count = subscriptions_count + 1 where id = new.subscriber_id;
  else
    update users set subscribers_count = subscribers_count - 1 where id = old.channel_id;
    update users set subscriptions_count = subscriptions_count - 1 where id = old.subscriber_id;
  end if;
  return null;
end $$;
create trigger subscriptions_count after insert or delete on subscriptions
  for each row execute function count_subscriptions();
