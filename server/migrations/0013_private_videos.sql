-- The files of a video that is made private move to another folder; addresses that its owner still has lead there.
alter table videos add column previous_folder text;
create unique index videos_previous_folder on videos (previous_folder);

-- Subscribers hear of a video once, when it first is both public and playable.
alter table videos add column announced_at timestamptz;
update videos set announced_at = created_at where is_listed;

-- The video that a notification tells of: it goes with it, and is hidden while that is private.
alter table notifications add column video_id uuid references videos on delete cascade;
create index notifications_video on notifications (video_id) where video_id is not null;
update notifications n set video_id = v.id, message = 'uploaded a video: ' || v.title
from videos v where v.owner_id = n.actor_id and n.message = 'uploaded: ' || v.title;
-- Made private since: subscribers know of it all the same.
update videos v set announced_at = v.created_at
where v.announced_at is null and exists (select from notifications n where n.video_id = v.id);
-- Of a video that was deleted or renamed since: it would go on telling a title that may be meant to be hidden.
delete from notifications where video_id is null and message like 'uploaded: %';
