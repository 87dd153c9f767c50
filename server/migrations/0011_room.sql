-- The disk that stores the bytes of an unfinished upload: DATA_DIR of the process that receives them.
alter table uploads add column disk text not null default '';

-- Publishing the same upload again returns the same video.
alter table videos add column upload_id text unique;

-- Disk space reserved for anything but uploads: request bodies, and files of videos in processing.
create table disk_claims (
  id text primary key,
  disk text not null,
  user_id uuid references users on delete cascade,
  video_id uuid references videos on delete cascade,
  bytes bigint not null,
  -- How many of these bytes are on the disk already.
  arrived bigint not null default 0,
  expires_at timestamptz not null
);
create index disk_claims_of_user on disk_claims (user_id);
create index disk_claims_of_video on disk_claims (video_id);
create index disk_claims_expiry on disk_claims (expires_at);

-- How many bytes a video has in the storage, by part: its source, and each folder or file below its own folder.
create table video_bytes (
  video_id uuid not null references videos on delete cascade,
  part text not null,
  bytes bigint not null,
  primary key (video_id, part)
);

-- Existing videos have no recorded sizes. They are estimated from the peak rate of a rendition, which is slightly too
-- high.
insert into video_bytes (video_id, part, bytes)
select v.id, v.streams ->> 'dir',
  round((v.duration * (select coalesce(sum((r ->> 'bandwidth')::numeric), 0) from jsonb_array_elements(v.streams -> 'renditions') r) / 8)::numeric)
from videos v where v.streams ->> 'dir' is not null;
