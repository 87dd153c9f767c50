-- The statistics of videos, without any data about viewers.

-- Views are also summed per day.
alter table video_view_events add column day date not null default (now() at time zone 'utc')::date;

-- How much each opened page has reported as played, kept until its token expires. The id is a hash of the token and the
-- viewer, with a secret that is deleted after two days.
create table video_plays (
  id bytea primary key,
  seconds float8 not null,
  reports integer not null default 1,
  expires_at timestamptz not null
);
create index video_plays_expiry on video_plays (expires_at);

-- Played ranges, appended and summed like views. Positions are in hundredths of the video.
create table video_play_events (
  id bigint generated always as identity primary key,
  video_id uuid not null,
  day date not null,
  -- Whether it is the first range that the page has reported.
  is_first boolean not null,
  from_part real not null,
  to_part real not null,
  seconds real not null
);

create table video_days (
  video_id uuid not null references videos on delete cascade,
  day date not null,
  views integer not null default 0,
  watch_seconds float8 not null default 0,
  primary key (video_id, day)
);
create index video_days_age on video_days (day);

-- Since playback has been reported: how many pages have played a video, and how often each hundredth of it was played.
create table video_audience (
  video_id uuid primary key references videos on delete cascade,
  plays bigint not null,
  watch_seconds float8 not null,
  parts float8[] not null
);
