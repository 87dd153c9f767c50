-- without a transaction
-- The documents to which the job adds the mark of 0041. Empty afterwards.
drop index concurrently if exists search_documents_without_title_mark;
create index concurrently search_documents_without_title_mark on search_documents (video_id) where not has_title_mark;
