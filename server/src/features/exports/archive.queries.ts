import type { Bell, NotificationSettings, ReportReason, Role, VideoStatus, Visibility } from '@vireo/contract'
import type { Db } from '../../db/sql.ts'
import { isShown as isCommentShown, isParentShown } from '../comments/comments.access.ts'
import { isShown as isTweetShown } from '../tweets/tweets.access.ts'
import { visibleTo } from '../videos/videos.access.ts'

/** Rows that one statement reads. */
export const batchSize = 500

/**
 * In the order of an index. Where that is by time, the oldest comes first: what moves to the end while the list is read
 * may come twice, but is not missed.
 */
export type Read<Row> = (after: Row | undefined) => Promise<Row[]>

/** `at` is a text, also as a parameter (`::text`), because a Date would lose the microseconds. */
interface Timed {
  id: string
  at: string
}

const afterTime = (db: Db, time: ReturnType<Db>, id: ReturnType<Db>, after: Timed | undefined) =>
  after ? db`and (${time}, ${id}) > (${after.at}::text::timestamptz, ${after.id}::uuid)` : db``

const afterId = (db: Db, id: ReturnType<Db>, after: { id: string } | undefined) =>
  after ? db`and ${id} > ${after.id}` : db``

/** What others may know of a video, tweet or person; all null if the person may not see it any more. */
export interface VideoReference {
  title: string | null
  owner_username: string | null
  owner_fullname: string | null
}

/** offset 0 in these keeps them a lookup for each row of the batch. */
const joinVideo = (db: Db, userId: string, videoId: ReturnType<Db>) => db`
  left join lateral (
    select v.title, u.username as owner_username, u.fullname as owner_fullname
    from videos v join users u on u.id = v.owner_id
    where v.id = ${videoId} and ${visibleTo(db, userId)} offset 0) video on true`

const joinTweet = (db: Db, userId: string, tweetId: ReturnType<Db>) => db`
  left join lateral (
    select t.content as tweet_content, u.username as tweet_username, u.fullname as tweet_fullname
    from tweets t join users u on u.id = t.owner_id
    where t.id = ${tweetId} and ${isTweetShown(db, userId)} offset 0) tweet on true`

export interface TweetReference {
  tweet_content: string | null
  tweet_username: string | null
  tweet_fullname: string | null
}

export interface PersonReference {
  username: string | null
  fullname: string | null
}

const joinPerson = (db: Db, personId: ReturnType<Db>) => db`
  left join lateral (
    select u.username, u.fullname from users u where u.id = ${personId} and u.is_active offset 0) person on true`

export interface AccountRow {
  id: string
  username: string
  fullname: string
  email: string
  pending_email: string | null
  bio: string
  location: string
  role: Role
  avatar_folder: string | null
  cover_folder: string | null
  has_password: boolean
  two_step_since: Date | null
  is_history_paused: boolean
  subscribers_count: number
  subscriptions_count: number
  videos_count: number
  created_at: Date
  updated_at: Date
}

export async function getAccount(db: Db, userId: string): Promise<AccountRow> {
  const [row] = await db<AccountRow[]>`
    select u.id, username, fullname, email, pending_email, bio, location, role, avatar_folder, cover_folder,
      password_hash is not null as has_password, t.enabled_at as two_step_since, is_history_paused,
      subscribers_count, subscriptions_count, videos_count, created_at, updated_at
    from users u left join two_step t on t.user_id = u.id where u.id = ${userId}`
  if (!row) throw new Error('The account is gone')
  return row
}

/** Undefined while nothing was changed. */
export async function findNotificationSettings(
  db: Db,
  userId: string,
): Promise<NotificationSettings | undefined> {
  const [row] = await db<NotificationSettings[]>`
    select muted_kinds as "mutedKinds", digest from notification_settings where user_id = ${userId}`
  return row
}

interface Used {
  createdAt: Date
  lastUsedAt: Date | null
}

export const listIdentities = (db: Db, userId: string) => db<
  (Used & { provider: string; account: string })[]
>`
  select provider, label as account, created_at as "createdAt", last_used_at as "lastUsedAt"
  from identities where user_id = ${userId} order by created_at`

export const listPasskeys = (db: Db, userId: string) => db<(Used & { name: string })[]>`
  select name, created_at as "createdAt", last_used_at as "lastUsedAt"
  from passkeys where user_id = ${userId} order by created_at`

export interface SessionRow {
  id: string
  user_agent: string
  created_at: Date
  last_seen_at: Date
}

export const readSessions =
  (db: Db, userId: string, now: Date): Read<SessionRow> =>
  (after) =>
    db<SessionRow[]>`
    select id, user_agent, created_at, last_seen_at from sessions
    where user_id = ${userId} and expires_at > ${now} ${afterId(db, db`id`, after)}
    order by id limit ${batchSize}`

export interface DeviceRow {
  last_used_at: Date
  skips_second_step_until: Date | null
}

/** An account remembers few. */
export const listDevices = (db: Db, userId: string) => db<DeviceRow[]>`
  select last_used_at, skips_second_step_until from known_devices
  where user_id = ${userId} order by last_used_at`

export interface UploadRow {
  size: number
  expires_at: Date
}

/** Few are allowed at a time. */
export const listUploads = (db: Db, userId: string, now: Date) => db<UploadRow[]>`
  select size::float8 as size, expires_at from uploads
  where user_id = ${userId} and expires_at > ${now} order by expires_at`

export interface ReportRow {
  case_id: string
  video_id: string | null
  tweet_id: string | null
  comment_id: string | null
  profile_id: string | null
  reason: ReportReason
  text: string
  created_at: Date
  is_decided: boolean
}

export const readReports =
  (db: Db, userId: string): Read<ReportRow> =>
  (after) =>
    db<ReportRow[]>`
    select r.*, c.video_id, c.tweet_id, c.comment_id, c.profile_id from (
      select case_id, reason, text, created_at, closed_by is not null as is_decided from reports
      where reporter_id = ${userId} ${after ? db`and case_id > ${after.case_id}` : db``}
      order by case_id limit ${batchSize}
    ) r join moderation_cases c on c.id = r.case_id order by r.case_id`

export type PersonRow = PersonReference & { id: string; created_at: Date }

export const readSubscriptions =
  (db: Db, userId: string): Read<PersonRow & { bell: Bell }> =>
  (after) =>
    db<(PersonRow & { bell: Bell })[]>`
    select s.*, person.* from (
      select channel_id as id, bell, created_at from subscriptions
      where subscriber_id = ${userId} ${afterId(db, db`channel_id`, after)}
      order by channel_id limit ${batchSize}
    ) s ${joinPerson(db, db`s.id`)} order by s.id`

export const readBlocked =
  (db: Db, userId: string): Read<PersonRow & Timed> =>
  (after) =>
    db<(PersonRow & Timed)[]>`
    select b.*, person.* from (
      select blocked_id as id, created_at, created_at::text as at from blocks
      where blocker_id = ${userId} ${afterTime(db, db`created_at`, db`blocked_id`, after)}
      order by created_at, blocked_id limit ${batchSize}
    ) b ${joinPerson(db, db`b.id`)} order by b.created_at, b.id`

export const readHiddenChannels =
  (db: Db, userId: string): Read<PersonRow & Timed> =>
  (after) =>
    db<(PersonRow & Timed)[]>`
    select h.*, person.* from (
      select channel_id as id, created_at, created_at::text as at from hidden_channels
      where user_id = ${userId} ${afterTime(db, db`created_at`, db`channel_id`, after)}
      order by created_at, channel_id limit ${batchSize}
    ) h ${joinPerson(db, db`h.id`)} order by h.created_at, h.id`

export type ChosenVideoRow = VideoReference & Timed & { created_at: Date }

export const readHiddenVideos =
  (db: Db, userId: string): Read<ChosenVideoRow> =>
  (after) =>
    db<ChosenVideoRow[]>`
    select h.*, video.* from (
      select video_id as id, created_at, created_at::text as at from hidden_videos
      where user_id = ${userId} ${afterTime(db, db`created_at`, db`video_id`, after)}
      order by created_at, video_id limit ${batchSize}
    ) h ${joinVideo(db, userId, db`h.id`)} order by h.created_at, h.id`

export const readVideoLikes =
  (db: Db, userId: string): Read<ChosenVideoRow> =>
  (after) =>
    db<ChosenVideoRow[]>`
    select l.*, video.* from (
      select video_id as id, created_at, created_at::text as at from video_likes
      where user_id = ${userId} ${afterTime(db, db`created_at`, db`video_id`, after)}
      order by created_at, video_id limit ${batchSize}
    ) l ${joinVideo(db, userId, db`l.id`)} order by l.created_at, l.id`

export type TweetLikeRow = TweetReference & { id: string; created_at: Date }

export const readTweetLikes =
  (db: Db, userId: string): Read<TweetLikeRow> =>
  (after) =>
    db<TweetLikeRow[]>`
    select l.*, tweet.* from (
      select tweet_id as id, created_at from tweet_likes
      where user_id = ${userId} ${afterId(db, db`tweet_id`, after)}
      order by tweet_id limit ${batchSize}
    ) l ${joinTweet(db, userId, db`l.id`)} order by l.id`

export interface CommentLikeRow {
  id: string
  content: string | null
  username: string | null
  fullname: string | null
  video_id: string | null
  tweet_id: string | null
}

export const readCommentLikes =
  (db: Db, userId: string): Read<CommentLikeRow> =>
  (after) =>
    db<CommentLikeRow[]>`
    select l.*, comment.* from (
      select comment_id as id from comment_likes
      where user_id = ${userId} ${afterId(db, db`comment_id`, after)}
      order by comment_id limit ${batchSize}
    ) l left join lateral (
      select c.content, c.video_id, c.tweet_id, u.username, u.fullname
      from comments c join users u on u.id = c.owner_id
      where c.id = l.id and ${isCommentShown(db, userId, 'c')} and ${isParentShown(db, userId)}
        and (exists (select from videos v join users u on u.id = v.owner_id
            where v.id = c.video_id and ${visibleTo(db, userId)})
          or exists (select from tweets t join users u on u.id = t.owner_id
            where t.id = c.tweet_id and ${isTweetShown(db, userId)}))
      offset 0) comment on true
    order by l.id`

export type HistoryRow = VideoReference & Timed & { watched_at: Date; position: number }

export const readHistory =
  (db: Db, userId: string): Read<HistoryRow> =>
  (after) =>
    db<HistoryRow[]>`
    select h.*, video.* from (
      select video_id as id, watched_at, watched_at::text as at, position from watch_history
      where user_id = ${userId} ${afterTime(db, db`watched_at`, db`video_id`, after)}
      order by watched_at, video_id limit ${batchSize}
    ) h ${joinVideo(db, userId, db`h.id`)} order by h.watched_at, h.id`

export interface VideoDataRow extends Timed {
  title: string
  description: string
  visibility: Visibility
  status: VideoStatus
  duration: number
  width: number
  height: number
  views: number
  likes_count: number
  comments_count: number
  captions: { language: string; label: string }[] | null
  created_at: Date
  updated_at: Date
}

export const readVideos =
  (db: Db, userId: string): Read<VideoDataRow> =>
  (after) =>
    db<VideoDataRow[]>`
    select id, created_at::text as at, title, description, visibility, status, duration, width, height,
      views::float8 as views, likes_count, comments_count, captions, created_at, updated_at
    from videos where owner_id = ${userId} ${afterTime(db, db`created_at`, db`id`, after)}
    order by created_at, id limit ${batchSize}`

export interface TweetDataRow extends Timed {
  content: string
  folder: string
  likes_count: number
  comments_count: number
  is_edited: boolean
  created_at: Date
  updated_at: Date
  images: { position: number; width: number; height: number; alt: string }[]
}

export const readTweets =
  (db: Db, userId: string): Read<TweetDataRow> =>
  (after) =>
    db<TweetDataRow[]>`
    select t.id, created_at::text as at, content, folder, likes_count, comments_count, is_edited,
      created_at, updated_at,
      array(
        select jsonb_build_object('position', position, 'width', width, 'height', height, 'alt', alt)
        from tweet_images where tweet_id = t.id order by position) as images
    from tweets t where owner_id = ${userId} ${afterTime(db, db`created_at`, db`id`, after)}
    order by created_at, id limit ${batchSize}`

export interface CommentDataRow extends VideoReference, TweetReference {
  id: string
  video_id: string | null
  tweet_id: string | null
  parent_id: string | null
  content: string
  likes_count: number
  is_edited: boolean
  is_held: boolean
  created_at: Date
  updated_at: Date
}

export const readComments =
  (db: Db, userId: string): Read<CommentDataRow> =>
  (after) =>
    db<CommentDataRow[]>`
    select c.*, video.*, tweet.* from (
      select id, video_id, tweet_id, parent_id, content, likes_count, is_edited, is_held, created_at, updated_at
      from comments where owner_id = ${userId} ${afterId(db, db`id`, after)}
      order by id limit ${batchSize}
    ) c ${joinVideo(db, userId, db`c.video_id`)} ${joinTweet(db, userId, db`c.tweet_id`)} order by c.id`

export interface PlaylistDataRow extends Timed {
  kind: 'watch-later' | null
  name: string
  description: string
  visibility: Visibility
  created_at: Date
  updated_at: Date
}

/** A person has at most a few hundred. */
export const listPlaylists = (db: Db, userId: string) => db<PlaylistDataRow[]>`
  select id, kind, name, description, visibility, created_at, updated_at
  from playlists where owner_id = ${userId} and deleted_at is null order by created_at, id`

export type EntryDataRow = VideoReference & { id: string; position: string; added_at: Date }

export const readEntries =
  (db: Db, userId: string, playlistId: string): Read<EntryDataRow> =>
  (after) =>
    db<EntryDataRow[]>`
    select e.*, video.* from (
      select video_id as id, position, added_at from playlist_entries
      where playlist_id = ${playlistId} ${after ? db`and position > ${after.position}` : db``}
      order by position limit ${batchSize}
    ) e ${joinVideo(db, userId, db`e.id`)} order by e.position`

export interface VideoFilesRow extends Timed {
  title: string
  folder: string
  source_key: string
  container: string | null
  streams: { dir: string; renditions: { file: string }[] } | null
  own_thumbnail: string | null
}

/** Few at a time: by the time that their files are copied, the rows may be old. */
const videosAtOnce = 20

const filesOf = (db: Db) => db`
  v.id, v.created_at::text as at, v.title, v.folder, v.source_key, v.streams, s.info ->> 'container' as container,
  case when v.has_own_thumbnail then v.thumbnail_folder end as own_thumbnail
  from videos v left join video_sources s on s.video_id = v.id`

export const readVideoFiles =
  (db: Db, userId: string): Read<VideoFilesRow> =>
  (after) =>
    db<VideoFilesRow[]>`
    select ${filesOf(db)}
    where v.owner_id = ${userId} ${afterTime(db, db`v.created_at`, db`v.id`, after)}
    order by v.created_at, v.id limit ${videosAtOnce}`

export async function findVideoFiles(
  db: Db,
  userId: string,
  videoId: string,
): Promise<VideoFilesRow | undefined> {
  const [row] = await db<VideoFilesRow[]>`
    select ${filesOf(db)} where v.id = ${videoId} and v.owner_id = ${userId}`
  return row
}

/** About how many bytes the lists take in an archive. Compressed rows are smaller than this, texts far smaller. */
export async function estimateLists(db: Db, userId: string): Promise<number> {
  const [row] = await db<{ bytes: number }[]>`
    select (1000000 + 300 * (
      (select count(*) from video_likes where user_id = ${userId})
      + (select count(*) from tweet_likes where user_id = ${userId})
      + (select count(*) from comment_likes where user_id = ${userId})
      + (select count(*) from watch_history where user_id = ${userId})
      + (select count(*) from subscriptions where subscriber_id = ${userId})
      + (select count(*) from blocks where blocker_id = ${userId})
      + (select count(*) from hidden_videos where user_id = ${userId})
      + (select count(*) from hidden_channels where user_id = ${userId})
      + (select count(*) from notifications where user_id = ${userId})
      + (select count(*) from playlist_entries e join playlists p on p.id = e.playlist_id
        where p.owner_id = ${userId}))
      + (select coalesce(sum(octet_length(text) + 300), 0) from reports where reporter_id = ${userId})
      + (select coalesce(sum(octet_length(content) + 500), 0) from comments where owner_id = ${userId})
      + (select coalesce(sum(octet_length(content) + 500), 0) from tweets where owner_id = ${userId})
      + (select coalesce(sum(octet_length(title) + octet_length(description) + 500), 0)
        from videos where owner_id = ${userId}))::float8 as bytes`
  return row?.bytes ?? 0
}

/** Reads a list to its end, in batches that each begin after the last row of the one before. */
export async function* inBatches<Row>(read: Read<Row>): AsyncGenerator<Row[]> {
  let last: Row | undefined
  do {
    const rows = await read(last)
    if (rows.length > 0) yield rows
    last = rows.at(-1)
  } while (last)
}
