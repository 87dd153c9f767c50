-- Moderators and administrators. Nobody is one until an administrator, a setting or the command line says so.
alter table users
  add column role text not null default 'member' check (role in ('member', 'moderator', 'admin')),
  -- Everything of a suspended account is hidden until the suspension ends.
  add column suspended_at timestamptz,
  -- The one condition on owners for every query that shows people or what they made.
  add column is_active boolean not null generated always as (deleted_at is null and suspended_at is null) stored;
create index users_staff on users (role) where role <> 'member';
