-- Looked through every few seconds for videos that nobody works on any more.
create index videos_unfinished on videos (updated_at) where status in ('uploaded', 'processing');
