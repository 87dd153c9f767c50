-- Processes cache responses for visitors for a moment, and are told to drop them when anything in them changes. Counts
-- (views, likes, comments, subscribers) and the progress of processing change too often, and do not notify.
create function notify_public_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('public_changes', '');
  return null;
end $$;

create trigger users_changed_publicly
  after delete or update of username, fullname, avatar_folder, cover_folder, bio, location, deleted_at, closes_at, suspended_at
  on users execute function notify_public_change();
create trigger videos_changed_publicly
  after insert or delete or update of owner_id, title, description, visibility, status, is_playable, folder,
    thumbnail_folder, placeholder, streams, has_storyboard, has_preview, captions, caption_files
  on videos execute function notify_public_change();
create trigger comments_changed_publicly
  after insert or delete or update of owner_id, content, is_held, is_pinned, is_hearted, removed_at
  on comments execute function notify_public_change();
create trigger tweets_changed_publicly
  after insert or delete or update of owner_id, content, removed_at on tweets execute function notify_public_change();
create trigger tweet_images_changed_publicly
  after insert or delete or update on tweet_images execute function notify_public_change();
create trigger playlists_changed_publicly
  after insert or delete or update on playlists execute function notify_public_change();
create trigger playlist_entries_changed_publicly
  after insert or delete or update on playlist_entries execute function notify_public_change();

-- The same for sessions, which processes also cache for a moment: for those that end or are confirmed, and for changed
-- accounts.
create function notify_session_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_changes', '');
  return null;
end $$;

create trigger sessions_changed after delete or update of confirmed_at on sessions execute function notify_session_change();
create trigger users_changed_sessions after update of role, deleted_at, closes_at, suspended_at on users
  execute function notify_session_change();
