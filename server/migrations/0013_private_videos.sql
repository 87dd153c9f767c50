-- The files of a video that is made private move to another folder. Addresses with the previous folder still work for
-- the owner.
alter table videos add column previous_folder text;
create unique index videos_previous_folder on videos (previous_folder);

-- Subscribers are notified of a video once, when it first is both public and playable.
alter table videos add column announced_at timestamptz;
update videos set announced_at = created_at where is_listed;

-- The video that a notification is about. The notification is deleted with it, and hidden while the video is private.
alter table notifications add column video_id uuid references videos on delete cascade;
create index notifications_video on notifications (video_id) where video_id is not null;
update notifications n set video_id = v.id, message = 'uploaded a video: ' || v.title
from videos v where v.owner_id = n.actor_id and n.message = 'uploaded: ' || v.title;
-- Videos that are private now were announced when they were uploaded.
update videos v set announced_at = v.created_at
where v.announced_at is null and exists (select from notifications n where n.video_id = v.id);
-- These are about videos that were deleted or renamed since, and would reveal a title that may be meant to be hidden.
delete from notifications where video_id is null and message like 'uploaded: %';
