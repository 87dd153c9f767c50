-- Something that a moderator removed loses its owner, as if it were deleted, so that every query excludes it. It can be
-- restored for 30 days, then lifecycle/purge deletes it.
alter table videos
  add column removed_at timestamptz,
  add column removed_from uuid references users on delete cascade,
  add column removed_visibility text,
  add constraint videos_removed_whole check (
    num_nonnulls(removed_at, removed_from, removed_visibility) in (0, 3) and num_nulls(owner_id, removed_at) > 0);
alter table tweets
  add column removed_at timestamptz,
  add column removed_from uuid references users on delete cascade,
  add constraint tweets_removed_whole check (
    num_nonnulls(removed_at, removed_from) in (0, 2) and num_nulls(owner_id, removed_at) > 0);
alter table comments
  add column removed_at timestamptz,
  add column removed_from uuid references users on delete cascade,
  -- Waits for a moderator because it contains a held word. Until then only its author sees it.
  add column is_held boolean not null default false,
  -- The comment or reply that a reply answers, whose author is notified. Null in earlier replies, whose authors have
  -- been notified already.
  add column answers_id uuid references comments on delete set null,
  add constraint comments_removed_whole check (
    num_nonnulls(removed_at, removed_from) in (0, 2) and num_nulls(owner_id, removed_at) > 0);

drop index videos_deleted;
drop index tweets_deleted;
drop index comments_deleted;
create index videos_deleted on videos (id) where owner_id is null and removed_at is null;
create index tweets_deleted on tweets (id) where owner_id is null and removed_at is null;
create index comments_deleted on comments (id) where owner_id is null and removed_at is null;
create index videos_removed on videos (removed_at) where removed_at is not null;
create index tweets_removed on tweets (removed_at) where removed_at is not null;
create index comments_removed on comments (removed_at) where removed_at is not null;
create index videos_removed_from on videos (removed_from) where removed_from is not null;
create index tweets_removed_from on tweets (removed_from) where removed_from is not null;
create index comments_removed_from on comments (removed_from) where removed_from is not null;
-- For deleting the answered comment.
create index comments_answers on comments (answers_id) where answers_id is not null;
create index comments_held on comments (created_at, id) where is_held and owner_id is not null;

-- For not serving the pictures of accounts that are deleted or suspended.
create index users_hidden_avatar on users (avatar_folder) where not is_active;
create index users_hidden_cover on users (cover_folder) where not is_active;

-- Only visible comments are counted. Hiding a comment hides its replies, whose own state stays the same.
create or replace function count_comments() returns trigger language plpgsql as $$
declare
  comment comments;
  change integer := 0;
  is_parent_shown boolean;
begin
  if tg_op = 'DELETE' then comment := old; else comment := new; end if;
  if tg_op <> 'INSERT' and old.removed_at is null and not old.is_held then change := change - 1; end if;
  if tg_op <> 'DELETE' and new.removed_at is null and not new.is_held then change := change + 1; end if;
  if change = 0 then return comment; end if;
  if comment.parent_id is null then
    change := change * (1 + comment.replies_count);
  else
    update comments set replies_count = replies_count + change where id = comment.parent_id
    returning removed_at is null and not is_held into is_parent_shown;
    -- A deleted parent has been counted with its replies.
    if is_parent_shown is not true then return comment; end if;
  end if;
  update videos set comments_count = comments_count + change where id = comment.video_id;
  update tweets set comments_count = comments_count + change where id = comment.tweet_id;
  return comment;
end $$;
drop trigger comments_count on comments;
create trigger comments_count after insert or update of removed_at, is_held on comments
  for each row execute function count_comments();
create trigger comments_count_deleted_reply after delete on comments
  for each row when (old.parent_id is not null) execute function count_comments();
-- Runs before the replies are deleted with the comment, while they can still be counted.
create trigger comments_count_deleted before delete on comments
  for each row when (old.parent_id is null) execute function count_comments();

-- All actions of moderators. It has no foreign keys, so that it outlives the accounts and things that it names.
create table audit_log (
  id uuid primary key,
  created_at timestamptz not null,
  -- Null if the action came from a setting or the command line.
  actor_id uuid,
  actor_name text not null,
  action text not null,
  subject_kind text,
  subject_id uuid,
  subject_name text not null,
  -- The owner of the subject.
  owner_id uuid,
  reason text,
  note text not null,
  reverses uuid references audit_log
);
create index audit_log_latest on audit_log (created_at desc, id desc);
create unique index audit_log_reverses on audit_log (reverses) where reverses is not null;
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% cannot be changed', tg_table_name;
end $$;
create trigger audit_log_is_fixed before update or delete or truncate on audit_log
  for each statement execute function refuse_change();

-- One row for each reported thing.
create table moderation_cases (
  id uuid primary key,
  video_id uuid unique references videos on delete cascade,
  tweet_id uuid unique references tweets on delete cascade,
  comment_id uuid unique references comments on delete cascade,
  profile_id uuid unique references users on delete cascade,
  owner_id uuid not null references users on delete cascade,
  open_count integer not null default 0,
  -- The time of the first open report.
  opened_at timestamptz not null,
  check (num_nonnulls(video_id, tweet_id, comment_id, profile_id) = 1)
);
create index moderation_cases_open on moderation_cases (opened_at, id) where open_count > 0;
create index moderation_cases_owner on moderation_cases (owner_id);

create table reports (
  id uuid primary key,
  case_id uuid not null references moderation_cases on delete cascade,
  reporter_id uuid not null references users on delete cascade,
  reason text not null,
  text text not null,
  created_at timestamptz not null,
  -- The audit log entry of the decision.
  closed_by uuid references audit_log,
  unique (case_id, reporter_id)
);
create index reports_open on reports (case_id, created_at desc, id desc) where closed_by is null;
create index reports_closed on reports (closed_by) where closed_by is not null;
create index reports_of_reporter on reports (reporter_id, case_id);

-- A trigger for each statement: a decision closes all reports of a case, and should update the count once.
create function count_reports() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update moderation_cases c set open_count = c.open_count - r.count
    from (select case_id, count(*) as count from old_reports where closed_by is null group by case_id) r
    where c.id = r.case_id;
  end if;
  if tg_op <> 'DELETE' then
    update moderation_cases c set open_count = c.open_count + r.count
    from (select case_id, count(*) as count from new_reports where closed_by is null group by case_id) r
    where c.id = r.case_id;
  end if;
  return null;
end $$;
create trigger reports_count_inserted after insert on reports
  referencing new table as new_reports for each statement execute function count_reports();
create trigger reports_count_updated after update on reports
  referencing old table as old_reports new table as new_reports for each statement execute function count_reports();
create trigger reports_count_deleted after delete on reports
  referencing old table as old_reports for each statement execute function count_reports();

insert into moderation_cases (id, comment_id, owner_id, opened_at)
select gen_random_uuid(), r.comment_id, c.owner_id, min(r.created_at)
from comment_reports r join comments c on c.id = r.comment_id
where c.owner_id is not null group by r.comment_id, c.owner_id;
insert into reports (id, case_id, reporter_id, reason, text, created_at)
select gen_random_uuid(), m.id, r.reporter_id, 'other', '', r.created_at
from comment_reports r join moderation_cases m on m.comment_id = r.comment_id;
drop table comment_reports;

create table site_settings (
  is_only boolean primary key default true check (is_only),
  sign_up text not null default 'open' check (sign_up in ('open', 'invitation', 'closed')),
  -- Comments with one of these words are held until a moderator decides.
  held_words text[] not null default '{}'
);
insert into site_settings default values;

create table invitations (
  id uuid primary key,
  token_hash bytea not null unique,
  note text not null,
  uses_left integer not null check (uses_left >= 0),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index invitations_latest on invitations (created_at desc, id desc);
create index invitations_expiry on invitations (expires_at);

-- One-time links in the log. Opening one makes a person the administrator if there is none.
create table admin_links (
  token_hash bytea primary key,
  created_at timestamptz not null
);
