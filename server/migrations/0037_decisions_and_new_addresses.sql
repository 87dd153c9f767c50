-- The role in which somebody acted: moderators may not reverse what an administrator decided. Null in entries that were
-- written by an earlier version, and if the action came from a setting or the command line.
alter table audit_log add column actor_role text;

-- Whether the session began with a cookie that has the prefix __Host-. Such a session is not accepted with a cookie
-- that lacks it, which another host of the domain could have set.
alter table sessions add column has_prefixed_cookie boolean not null default false;
