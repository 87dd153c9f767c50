-- without a transaction
-- `/media` looks up whose pictures a folder holds, for everybody: until now it read all accounts for that. The indexes
-- of hidden accounts are used by nothing.
drop index concurrently if exists users_avatar_folder;
create index concurrently users_avatar_folder on users (avatar_folder);
drop index concurrently if exists users_cover_folder;
create index concurrently users_cover_folder on users (cover_folder);
drop index concurrently if exists users_hidden_avatar;
drop index concurrently if exists users_hidden_cover;
