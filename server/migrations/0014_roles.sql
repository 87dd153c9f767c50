-- Moderators and administrators. Roles are assigned by an administrator, a setting or the command line.
alter table users
  add column role text not null default 'member' check (role in ('member', 'moderator', 'admin')),
  -- Everything that a suspended account made is hidden until the suspension ends.
  add column suspended_at timestamptz,
  -- The only condition on owners that queries for people and their content need.
  add column is_active boolean not null generated always as (deleted_at is null and suspended_at is null) stored;
create index users_staff on users (role) where role <> 'member';
