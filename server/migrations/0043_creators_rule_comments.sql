-- Who may comment on a video or tweet: everyone (on), everyone but its creator approves each comment first (held), or
-- nobody, and earlier comments are not shown (off).
alter table videos add column comments_mode text not null default 'on';
alter table tweets add column comments_mode text not null default 'on';

alter table comments
  -- The creator who decides about a comment that is held (is_held). Null if moderators do.
  add column held_by uuid,
  -- Why that creator holds it: it waits for approval, they hid it, or they silenced its author.
  add column hold text,
  -- Removed (removed_at) by the creator of the video or tweet, who can restore it until its author is told.
  add column is_restorable boolean not null default false;

-- What a creator has set for the comments on all of their videos and tweets.
create table comment_rules (
  user_id uuid primary key references users on delete cascade,
  -- The mode of new videos and tweets.
  comments_mode text not null default 'on' check (comments_mode in ('on', 'held', 'off')),
  -- Comments with one of these words wait for approval.
  blocked_words text[] not null default '{}'
);

-- People whose comments a creator hides from everyone else.
create table silenced_people (
  channel_id uuid not null references users on delete cascade,
  person_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  primary key (channel_id, person_id),
  check (channel_id <> person_id)
);
create index silenced_people_latest on silenced_people (channel_id, created_at desc, person_id desc);
create index silenced_people_person on silenced_people (person_id);

create or replace trigger tweets_changed_publicly
  after insert or delete or update of owner_id, content, removed_at, comments_mode
  on tweets for each row execute function notify_tweet_change();
create or replace trigger videos_changed_publicly
  after insert or delete or update of owner_id, title, description, visibility, status, is_playable, folder,
    thumbnail_folder, placeholder, streams, has_storyboard, has_preview, captions, caption_files, comments_mode
  on videos for each row execute function notify_video_change();

-- Not validated, because that would read the whole table under a lock: existing rows passed a narrower check.
-- rolling: it only accepts more
alter table notifications
  drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (kind in (
    'comment', 'reply', 'mention', 'like', 'heart', 'subscriber', 'processing', 'moderation', 'comment-removed',
    'comments-waiting')) not valid;
