-- The role in which somebody acted: moderators may not reverse what an administrator decided. Null in entries that were
-- written by an earlier version, and if the action came from a setting or the command line.
alter table audit_log add column actor_role text;
