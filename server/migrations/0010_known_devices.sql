-- The program writes the keys by which accounts are found, with the same case folding that it uses for comparing and
-- counting (server/src/lib/text/fold.ts: A to Z only, as lower() does in the "C" collation).
alter table users
  alter column username_key drop expression,
  alter column email_key drop expression;
update users
set username_key = lower(username collate "C"), email_key = lower(email collate "C")
where (username_key, email_key) is distinct from (lower(username collate "C"), lower(email collate "C"));
alter table users
  alter column username_key set not null,
  alter column email_key set not null;

-- Browsers in which a person has signed in. Their attempts are counted apart from those of unknown browsers.
-- device_hash is the SHA-256 of the browser's cookie, in hex.
create table known_devices (
  user_id uuid not null references users on delete cascade,
  device_hash text not null,
  last_used_at timestamptz not null,
  primary key (user_id, device_hash)
);
create index known_devices_last_used on known_devices (last_used_at);

-- A code is valid only in the browser that requested it, except a code for a new e-mail, which is valid in any browser
-- of the account (''). Existing codes are deleted: they would be valid for five minutes at most, and can be requested
-- again. Those for a new e-mail were sent without asking for the password.
delete from email_codes;
alter table email_codes
  add column device_hash text not null,
  drop constraint email_codes_pkey,
  add primary key (purpose, subject, device_hash);
update users set pending_email = null where pending_email is not null;
