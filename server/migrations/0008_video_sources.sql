-- What a look at the source told when it was taken in: processing begins without a second look.
create table video_sources (
  video_id uuid primary key references videos on delete cascade,
  info jsonb not null
);
