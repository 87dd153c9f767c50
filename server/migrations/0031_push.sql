-- Browsers that show notifications while no page of the site is open. A device belongs to a session and ends with it.
create table push_devices (
  id uuid primary key,
  session_id uuid not null unique references sessions (id) on delete cascade,
  user_id uuid not null references users on delete cascade,
  -- The address of the browser at its push service, and the keys that encrypt messages to it.
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null
);
create index push_devices_user on push_devices (user_id, id);
