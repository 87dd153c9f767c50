-- An account that its owner deleted is hidden at once. It can be restored until this time, then it is removed.
alter table users add column closes_at timestamptz;
create index users_closing on users (closes_at) where closes_at is not null;

drop index users_hidden_avatar;
drop index users_hidden_cover;
alter table users drop column is_active;
alter table users add column is_active boolean not null
  generated always as (deleted_at is null and suspended_at is null and closes_at is null) stored;
create index users_hidden_avatar on users (avatar_folder) where not is_active;
create index users_hidden_cover on users (cover_folder) where not is_active;

-- The export of a person's own data. Each person has at most one: a new one replaces a finished one.
create table exports (
  id uuid primary key,
  user_id uuid not null unique references users on delete cascade,
  with_files boolean not null,
  status text not null default 'pending' check (status in ('pending', 'ready', 'failed')),
  -- Why it failed, as told to the person.
  failure text,
  -- The folder of the file, an unguessable name. Null unless the export is ready.
  folder text unique,
  bytes bigint,
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz,
  check ((status = 'pending') = (finished_at is null) and num_nulls(finished_at, expires_at) in (0, 2)),
  check ((status = 'ready') = (folder is not null) and num_nulls(folder, bytes) in (0, 2))
);
create index exports_expiry on exports (expires_at) where expires_at is not null;

-- An export reads a person's comments in the order of their ids.
drop index comments_owner;
create index comments_owner on comments (owner_id, id);
