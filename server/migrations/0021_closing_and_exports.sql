-- An account that its owner deleted is hidden at once and can be restored until this time; then it is removed.
alter table users add column closes_at timestamptz;
create index users_closing on users (closes_at) where closes_at is not null;

drop index users_hidden_avatar;
drop index users_hidden_cover;
alter table users drop column is_active;
alter table users add column is_active boolean not null
  generated always as (deleted_at is null and suspended_at is null and closes_at is null) stored;
create index users_hidden_avatar on users (avatar_folder) where not is_active;
create index users_hidden_cover on users (cover_folder) where not is_active;
