-- Marks that the creator of a video or tweet gives to its comments.
alter table comments
  add column is_pinned boolean not null default false,
  add column is_hearted boolean not null default false,
  add constraint comments_pinned_on_top check (not is_pinned or parent_id is null);
-- At most one pinned comment for each video and tweet.
create unique index comments_pinned_on_video on comments (video_id) where is_pinned and video_id is not null;
create unique index comments_pinned_on_tweet on comments (tweet_id) where is_pinned and tweet_id is not null;

alter table notifications
  drop constraint notifications_kind_check,
  add constraint notifications_kind_check check (
    kind in ('comment', 'reply', 'mention', 'like', 'heart', 'subscriber', 'processing', 'moderation'));
