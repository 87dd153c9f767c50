-- What the list of sessions shows, and when the person last proved who they are.
alter table sessions
  add column id uuid not null default gen_random_uuid() unique,
  add column user_agent text not null default '',
  -- The device (known_devices) that it was started on.
  add column device_hash text not null default '',
  add column confirmed_at timestamptz not null default 'epoch';
alter table sessions
  alter column id drop default,
  alter column user_agent drop default,
  alter column device_hash drop default,
  alter column confirmed_at drop default;

-- Something that was begun in a browser and is finished in the same one soon: a trip to a sign-in provider, the
-- second step of a sign-in, a passkey's challenge. A cookie of that browser holds the token.
create table browser_flows (
  token_hash bytea primary key,
  kind text not null,
  user_id uuid references users on delete cascade,
  data jsonb not null,
  expires_at timestamptz not null
);
create index browser_flows_user on browser_flows (user_id);
create index browser_flows_expiry on browser_flows (expires_at);

-- Accounts of sign-in providers. The issuer is part of the key: another one may use the same subjects.
create table identities (
  provider text not null check (provider in ('google', 'github', 'oidc')),
  issuer text not null,
  subject text not null,
  user_id uuid not null references users on delete cascade,
  -- What the person knows that account by: an address or a name.
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
  -- Empty until the first code was entered.
  enabled_at timestamptz,
  -- The time step of the last code: each code works once.
  last_step bigint not null default 0
);

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- The person asked not to be asked for the second step on this device until then.
alter table known_devices add column skips_second_step_until timestamptz;

-- 'confirm': for people without a password; 'link': for an account of a provider with the same address.
alter table email_codes drop constraint email_codes_purpose_check;
alter table email_codes add constraint email_codes_purpose_check
  check (purpose in ('sign-up', 'reset', 'new-email', 'confirm', 'link'));
