-- The disk that the bytes of an upload wait on: DATA_DIR of the process that takes them in.
alter table uploads add column disk text not null default '';

-- Publishing the same upload a second time answers the same video.
alter table videos add column upload_id text unique;

-- Room promised to what is being written besides uploads: bodies of requests, and work on a video.
create table disk_claims (
  id text primary key,
  disk text not null,
  user_id uuid references users on delete cascade,
  video_id uuid references videos on delete cascade,
  bytes bigint not null,
  -- How much of it is on the disk by now.
  arrived bigint not null default 0,
  expires_at timestamptz not null
);
create index disk_claims_of_user on disk_claims (user_id);
create index disk_claims_of_video on disk_claims (video_id);
create index disk_claims_expiry on disk_claims (expires_at);

-- What a video holds in the storage, by part: its source, a folder or a file below its own folder.
create table video_bytes (
  video_id uuid not null references videos on delete cascade,
  part text not null,
  bytes bigint not null,
  primary key (video_id, part)
);

-- Sizes were not kept before. A rendition's peak rate is a little more than it really takes.
insert into video_bytes (video_id, part, bytes)
select v.id, v.streams ->> 'dir',
  round((v.duration * (select coalesce(sum((r ->> 'bandwidth')::numeric), 0) from jsonb_array_elements(v.streams -> 'renditions') r) / 8)::numeric)
from videos v where v.streams ->> 'dir' is not null;
