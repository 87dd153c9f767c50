-- The role in which somebody acted: moderators may not reverse what an administrator decided. Null in entries that were
-- written by an earlier version, and if the action came from a setting or the command line.
alter table audit_log add column actor_role text;

-- Whether the session began with a cookie that has the prefix __Host-. Such a session is not accepted with a cookie
-- that lacks it, which another host of the domain could have set.
alter table sessions add column has_prefixed_cookie boolean not null default false;

-- Whether the pending address was entered by somebody who proved that the account is theirs. Otherwise only a link
-- confirms it, opened in a confirmed session.
alter table users add column is_new_email_proven boolean not null default false;

-- The link that is mailed to the new address of an account.
create table new_email_links (
  user_id uuid primary key references users on delete cascade,
  email text not null,
  -- Null until the mail is sent.
  token_hash bytea,
  expires_at timestamptz not null
);
create index new_email_links_expiry on new_email_links (expires_at);
