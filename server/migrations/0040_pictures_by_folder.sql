-- without a transaction
-- `/media` looks up whose pictures a folder holds, for everybody: until now it read all accounts for that. The indexes
-- of hidden accounts are used by nothing. The last one is for the job that finds accounts whose files have to be
-- withdrawn.
drop index concurrently if exists users_avatar_folder;
create index concurrently users_avatar_folder on users (avatar_folder);
drop index concurrently if exists users_cover_folder;
create index concurrently users_cover_folder on users (cover_folder);
drop index concurrently if exists users_hidden_avatar;
drop index concurrently if exists users_hidden_cover;
drop index concurrently if exists users_to_withdraw;
create index concurrently users_to_withdraw on users (id)
  where not is_active and deleted_at is null and files_withdrawn_at is null;
