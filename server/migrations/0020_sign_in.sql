-- Data for the list of sessions, and the time when the person last confirmed who they are.
alter table sessions
  add column id uuid not null default gen_random_uuid() unique,
  add column user_agent text not null default '',
  -- The device (known_devices) that started the session.
  add column device_hash text not null default '',
  add column confirmed_at timestamptz not null default 'epoch';
alter table sessions
  alter column id drop default,
  alter column user_agent drop default,
  alter column device_hash drop default,
  alter column confirmed_at drop default;

-- Flows that must be finished soon in the browser that began them: signing in with a provider, the second step of a
-- sign-in, the challenge of a passkey. A cookie of that browser holds the token.
create table browser_flows (
  token_hash bytea primary key,
  kind text not null,
  user_id uuid references users on delete cascade,
  data jsonb not null,
  expires_at timestamptz not null
);
create index browser_flows_user on browser_flows (user_id);
create index browser_flows_expiry on browser_flows (expires_at);

-- Accounts at sign-in providers. The issuer is part of the key, because two issuers may use the same subject.
create table identities (
  provider text not null check (provider in ('google', 'github', 'oidc')),
  issuer text not null,
  subject text not null,
  user_id uuid not null references users on delete cascade,
  -- The name or address by which the person recognizes the account.
  label text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (provider, issuer, subject),
  unique (user_id, provider, issuer)
);

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

create table two_step (
  user_id uuid primary key references users on delete cascade,
  secret bytea not null,
  -- Null until the first code is entered.
  enabled_at timestamptz,
  -- The time step of the last code, so that each code works once.
  last_step bigint not null default 0
);

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- The person chose not to be asked for the second step on this device until then.
alter table known_devices add column skips_second_step_until timestamptz;

-- 'confirm' is for people without a password, 'link' for an account at a provider with the same address.
alter table email_codes drop constraint email_codes_purpose_check;
alter table email_codes add constraint email_codes_purpose_check
  check (purpose in ('sign-up', 'reset', 'new-email', 'confirm', 'link'));
