-- With S3 the bytes of an unfinished upload are stored in the bucket, in parts, and `disk` is empty.
alter table uploads add column received bigint not null default 0;
-- The value of the header Upload-Metadata.
alter table uploads add column metadata text;

create table upload_parts (
  upload_id text not null references uploads on delete cascade,
  start bigint not null,
  bytes bigint not null,
  key text not null,
  primary key (upload_id, start)
);

-- The process that is writing to an upload, or making a video from it. The latter used to be in `uploads.claimed_at`,
-- which is only kept for processes of the version before.
create table upload_locks (
  name text primary key,
  holder text not null,
  -- The holder extends this while it is running.
  expires_at timestamptz not null,
  -- Another process is waiting for the lock.
  is_wanted boolean not null default false
);
