-- Usernames in the order of their bytes, for those that begin with what was typed after an @.
create index users_username_prefix on users (username_key text_pattern_ops) where is_active;
