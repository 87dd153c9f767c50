-- The parts of a long video, which any number of workers encode in all sizes and which are joined afterwards.
create table ladder_parts (
  video_id uuid not null references videos on delete cascade,
  -- Part 0 is the sound of the whole video. The others are its pictures.
  number smallint not null,
  -- The same as in the jobs. Each time that processing starts anew, the video has another one.
  run text not null,
  -- Counted at the frame rate of the largest size. The last part has no end.
  first_frame integer not null,
  end_frame integer,
  progress smallint not null default 0,
  -- How long encoding took and how large the result is, once it is stored.
  seconds float8,
  bytes bigint,
  created_at timestamptz not null default now(),
  primary key (video_id, number)
);
