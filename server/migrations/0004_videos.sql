create table videos (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade,
  title text not null,
  description text not null default '',
  visibility text not null default 'public' check (visibility in ('public', 'unlisted', 'private')),
  status text not null default 'uploaded' check (status in ('uploaded', 'processing', 'ready', 'failed')),
  progress smallint not null default 0,
  failure text,
  -- Set as soon as a rendition can be watched, long before processing ends.
  is_playable boolean not null default false,
  is_listed boolean generated always as (visibility = 'public' and is_playable) stored,
  -- Unguessable names: `folder` is served, `source_key` never is.
  folder text not null unique,
  source_key text not null,
  public_id text not null unique,
  thumbnail_folder text,
  has_own_thumbnail boolean not null default false,
  placeholder text,
  duration double precision not null default 0,
  width integer not null default 0,
  height integer not null default 0,
  -- The renditions that can be played now: {master, renditions: [{name, file, playlist, width, height, bandwidth}]}.
  streams jsonb,
  has_storyboard boolean not null default false,
  has_preview boolean not null default false,
  views bigint not null default 0,
  search tsvector generated always as (to_tsvector('simple', title || ' ' || description)) stored,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index videos_newest on videos (created_at desc, id desc) where is_listed;
create index videos_most_viewed on videos (views desc, id desc) where is_listed;
create index videos_longest on videos (duration desc, id desc) where is_listed;
create index videos_by_title on videos (title, id) where is_listed;
create index videos_search on videos using gin (search) where is_listed;
create index videos_of_owner on videos (owner_id, created_at desc, id desc);

alter table users add column videos_count integer not null default 0;

-- Views are appended here and summed every few seconds, because a counter updated by every view would be a bottleneck.
create table video_views (
  video_id uuid not null references videos on delete cascade,
  viewer_key bytea not null,
  counted_at timestamptz not null,
  primary key (video_id, viewer_key)
);
create index video_views_age on video_views (counted_at);
create table video_view_events (
  id bigint generated always as identity primary key,
  video_id uuid not null
);

-- Resumable uploads that have not become a video yet.
create table uploads (
  id text primary key,
  user_id uuid not null references users on delete cascade,
  size bigint not null,
  expires_at timestamptz not null,
  -- Set while a video is being made from the finished upload.
  claimed_at timestamptz
);
create index uploads_of_user on uploads (user_id);
create index uploads_expiry on uploads (expires_at);

-- Secrets that all processes of a site share, such as the key that signs expiring addresses.
create table secrets (
  name text primary key,
  value bytea not null
);
