create table users (
  id uuid primary key,
  username text not null,
  username_key text generated always as (lower(username)) stored unique,
  fullname text not null,
  email text not null,
  email_key text generated always as (lower(email)) stored unique,
  password_hash text,
  bio text not null default '',
  location text not null default '',
  -- Folders in the storage. Each contains its picture in a few sizes.
  avatar_folder text,
  cover_folder text,
  pending_email text,
  subscribers_count integer not null default 0 check (subscribers_count >= 0),
  subscriptions_count integer not null default 0 check (subscriptions_count >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table sessions (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);
create index sessions_expiry on sessions (expires_at);

-- At most one valid code per purpose and subject. The subject is the address for a sign-up or reset, and the account
-- for a new e-mail. The hash is empty until the job that mails the code sets it, so no code is ever stored in plain
-- text.
create table email_codes (
  purpose text not null check (purpose in ('sign-up', 'reset', 'new-email')),
  subject text not null,
  email text not null,
  code_hash text,
  wrong_tries integer not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (purpose, subject)
);
create index email_codes_expiry on email_codes (expires_at);

-- An address that was verified in one browser, whose cookie holds the token.
create table email_proofs (
  token_hash bytea primary key,
  purpose text not null,
  email_key text not null,
  expires_at timestamptz not null
);
create index email_proofs_expiry on email_proofs (expires_at);

create table rate_limits (
  key text primary key,
  count integer not null,
  resets_at timestamptz not null
);
create index rate_limits_expiry on rate_limits (resets_at);
