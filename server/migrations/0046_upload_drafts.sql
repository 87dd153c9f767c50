-- The details of videos that are not published yet. Those whose form was submitted are published once their upload is
-- complete, by the browser or by a job.
create table upload_drafts (
  id uuid primary key,
  owner_id uuid not null references users on delete cascade,
  -- The draft outlives an upload that expires or is cancelled.
  upload_id text references uploads on delete set null,
  file_name text,
  file_size bigint,
  -- In milliseconds, as browsers report it.
  file_modified bigint,
  title text not null,
  description text not null,
  visibility text not null,
  is_submitted boolean not null default false,
  -- A JPEG of at most 1280 x 720 pixels.
  thumbnail bytea,
  -- Why it could not be published.
  failure text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index upload_drafts_of_owner on upload_drafts (owner_id, created_at);
create index upload_drafts_of_upload on upload_drafts (upload_id);
create index upload_drafts_age on upload_drafts (updated_at);
