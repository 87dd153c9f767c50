-- With S3 the bytes of an unfinished upload wait in the bucket, in parts, and `disk` is empty.
alter table uploads add column received bigint not null default 0;
-- As in the header Upload-Metadata.
alter table uploads add column metadata text;

create table upload_parts (
  upload_id text not null references uploads on delete cascade,
  start bigint not null,
  bytes bigint not null,
  key text not null,
  primary key (upload_id, start)
);

-- Who writes to an upload, or makes a video of it. `uploads.claimed_at` was used for the latter, and is only kept for
-- processes of the version before.
create table upload_locks (
  name text primary key,
  holder text not null,
  -- The holder renews it while it lives.
  expires_at timestamptz not null,
  -- Somebody waits for it.
  is_wanted boolean not null default false
);
