-- Most liked first, by subject. A like now writes to all indexes of its comment; likes of comments are far rarer than
-- views of videos, for which decision 22 avoids that.
create index comments_of_video_top on comments (video_id, likes_count desc, id desc)
  where parent_id is null and video_id is not null;
create index comments_of_tweet_top on comments (tweet_id, likes_count desc, id desc)
  where parent_id is null and tweet_id is not null;
