-- Until now any change that visitors see cleared all cached responses (0032). These notifications say what changed, as
-- `KIND ID CONTAINER…`, so that a process keeps the others (decision 65): the id of a thing, and the ids of those in
-- whose lists it is shown. An empty payload still means everything; processes of the previous version ignore the
-- payload and clear everything.
create function notify_video_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('public_changes', concat_ws(' ', 'video', coalesce(new.id, old.id)));
  return null;
end $$;

create function notify_tweet_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('public_changes', concat_ws(' ', 'tweet', coalesce(new.id, old.id)));
  return null;
end $$;

create function notify_tweet_image_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('public_changes', concat_ws(' ', 'tweet', coalesce(new.tweet_id, old.tweet_id)));
  return null;
end $$;

-- A comment is shown only below its video or tweet, and below the comment that it answers.
create function notify_comment_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('public_changes', concat_ws(' ', 'comment', coalesce(new.id, old.id),
    coalesce(new.parent_id, old.parent_id), coalesce(new.video_id, old.video_id), coalesce(new.tweet_id, old.tweet_id)));
  return null;
end $$;

create function notify_playlist_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('public_changes', concat_ws(' ', 'playlist', coalesce(new.id, old.id), old.owner_id, new.owner_id));
  return null;
end $$;

create function notify_playlist_entry_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('public_changes', concat_ws(' ', 'playlist', coalesce(new.playlist_id, old.playlist_id),
    (select owner_id from playlists where id = coalesce(new.playlist_id, old.playlist_id))));
  return null;
end $$;

-- Who is suspended, deleted or renamed changes what many lists contain. Everything else is shown with the person's id.
create function notify_person_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('public_changes', case
    when tg_op = 'DELETE' then ''
    when (old.username, old.deleted_at, old.closes_at, old.suspended_at)
      is distinct from (new.username, new.deleted_at, new.closes_at, new.suspended_at) then ''
    else concat_ws(' ', 'person', new.id) end);
  return null;
end $$;

-- Replaced, not dropped: dropping a trigger waits for everyone who reads its table, and reads wait behind it. Replacing
-- one only waits for writers. In the order in which transactions write to these tables.
create or replace trigger comments_changed_publicly
  after insert or delete or update of owner_id, content, is_held, is_pinned, is_hearted, removed_at
  on comments for each row execute function notify_comment_change();
create or replace trigger tweets_changed_publicly
  after insert or delete or update of owner_id, content, removed_at
  on tweets for each row execute function notify_tweet_change();
create or replace trigger tweet_images_changed_publicly
  after insert or delete or update on tweet_images for each row execute function notify_tweet_image_change();
create or replace trigger playlist_entries_changed_publicly
  after insert or delete or update on playlist_entries for each row execute function notify_playlist_entry_change();
create or replace trigger playlists_changed_publicly
  after insert or delete or update on playlists for each row execute function notify_playlist_change();
create or replace trigger videos_changed_publicly
  after insert or delete or update of owner_id, title, description, visibility, status, is_playable, folder,
    thumbnail_folder, placeholder, streams, has_storyboard, has_preview, captions, caption_files
  on videos for each row execute function notify_video_change();
create or replace trigger users_changed_publicly
  after delete or update of username, fullname, avatar_folder, cover_folder, bio, location, deleted_at, closes_at,
    suspended_at
  on users for each row execute function notify_person_change();
