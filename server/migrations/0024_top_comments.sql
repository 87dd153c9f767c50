-- The order by likes, for comments of a video and of a tweet. Every like of a comment now writes to all of its indexes.
-- Decision 22 avoids that for views of videos, but likes of comments are far rarer.
create index comments_of_video_top on comments (video_id, likes_count desc, id desc)
  where parent_id is null and video_id is not null;
create index comments_of_tweet_top on comments (tweet_id, likes_count desc, id desc)
  where parent_id is null and tweet_id is not null;
