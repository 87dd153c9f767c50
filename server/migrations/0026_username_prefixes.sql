-- Usernames in the order of their bytes, for completing a name after an @.
create index users_username_prefix on users (username_key text_pattern_ops) where is_active;
