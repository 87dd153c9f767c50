-- What the files of all videos take, by kind: summed every few minutes, because there are millions of rows in video_bytes.
create table storage_sizes (
  kind text primary key,
  bytes bigint not null,
  measured_at timestamptz not null default now()
);
