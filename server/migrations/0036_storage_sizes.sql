-- The total size of the files of all videos, by kind. Summed every few minutes, because video_bytes has millions of
-- rows.
create table storage_sizes (
  kind text primary key,
  bytes bigint not null,
  measured_at timestamptz not null default now()
);
