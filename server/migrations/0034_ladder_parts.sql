-- The parts in which the sizes of a long video are made, by any number of workers, until they are joined.
create table ladder_parts (
  video_id uuid not null references videos on delete cascade,
  -- 0 is the sound of the whole video. The pictures are in the parts from 1 on.
  number smallint not null,
  -- As in the jobs: each time that a video is processed from the start it has another one.
  run text not null,
  -- Counted at the frame rate of the largest size. The last part has no end.
  first_frame integer not null,
  end_frame integer,
  progress smallint not null default 0,
  -- How long it took and how large it is, once it is stored.
  seconds float8,
  bytes bigint,
  created_at timestamptz not null default now(),
  primary key (video_id, number)
);
