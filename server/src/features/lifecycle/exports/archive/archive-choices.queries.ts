import type { Bell, Visibility } from '@vireo/contract'
import type { Db } from '../../../../db/sql.ts'
import { isCommentShown, isConversationShown } from '../../../community/comments/comments.access.ts'
import { isTweetShown } from '../../../publishing/tweets/tweets.access.ts'
import { isVideoVisible } from '../../../publishing/videos/videos.access.ts'
import {
  afterId,
  afterTime,
  batchSize,
  joinPerson,
  joinTweet,
  joinVideo,
  type PersonReference,
  type Read,
  type Timed,
  type TweetReference,
  type VideoReference,
} from './archive.queries.ts'

export type ExportedPersonRow = PersonReference & { id: string; created_at: Date }

export const readSubscriptions =
  (db: Db, userId: string): Read<ExportedPersonRow & { bell: Bell }> =>
  (after) =>
    db<(ExportedPersonRow & { bell: Bell })[]>`
    select s.*, person.* from (
      select channel_id as id, bell, created_at from subscriptions
      where subscriber_id = ${userId} ${afterId(db, db`channel_id`, after)}
      order by channel_id limit ${batchSize}
    ) s ${joinPerson(db, db`s.id`)} order by s.id`

/** Reads a list of people that a person keeps; `owner` is the column of the person, `listed` of the people in it. */
const readPeople =
  (table: string, owner: string, listed: string) =>
  (db: Db, userId: string): Read<ExportedPersonRow & Timed> =>
  (after) =>
    db<(ExportedPersonRow & Timed)[]>`
    select l.*, person.* from (
      select ${db(listed)} as id, created_at, created_at::text as at from ${db(table)}
      where ${db(owner)} = ${userId} ${afterTime(db, db`created_at`, db`${db(listed)}`, after)}
      order by created_at, ${db(listed)} limit ${batchSize}
    ) l ${joinPerson(db, db`l.id`)} order by l.created_at, l.id`

export const readBlocked = readPeople('blocks', 'blocker_id', 'blocked_id')
export const readSilenced = readPeople('silenced_people', 'channel_id', 'person_id')
export const readHiddenChannels = readPeople('hidden_channels', 'user_id', 'channel_id')

export type ExportedChosenVideoRow = VideoReference & Timed & { created_at: Date }

const readVideosIn =
  (table: string) =>
  (db: Db, userId: string): Read<ExportedChosenVideoRow> =>
  (after) =>
    db<ExportedChosenVideoRow[]>`
    select l.*, video.* from (
      select video_id as id, created_at, created_at::text as at from ${db(table)}
      where user_id = ${userId} ${afterTime(db, db`created_at`, db`video_id`, after)}
      order by created_at, video_id limit ${batchSize}
    ) l ${joinVideo(db, userId, db`l.id`)} order by l.created_at, l.id`

export const readHiddenVideos = readVideosIn('hidden_videos')
export const readVideoLikes = readVideosIn('video_likes')

export type ExportedTweetLikeRow = TweetReference & { id: string; created_at: Date }

export const readTweetLikes =
  (db: Db, userId: string): Read<ExportedTweetLikeRow> =>
  (after) =>
    db<ExportedTweetLikeRow[]>`
    select l.*, tweet.* from (
      select tweet_id as id, created_at from tweet_likes
      where user_id = ${userId} ${afterId(db, db`tweet_id`, after)}
      order by tweet_id limit ${batchSize}
    ) l ${joinTweet(db, userId, db`l.id`)} order by l.id`

export interface ExportedCommentLikeRow {
  id: string
  content: string | null
  username: string | null
  fullname: string | null
  video_id: string | null
  tweet_id: string | null
}

export const readCommentLikes =
  (db: Db, userId: string): Read<ExportedCommentLikeRow> =>
  (after) =>
    db<ExportedCommentLikeRow[]>`
    select l.*, comment.* from (
      select comment_id as id from comment_likes
      where user_id = ${userId} ${afterId(db, db`comment_id`, after)}
      order by comment_id limit ${batchSize}
    ) l left join lateral (
      select c.content, c.video_id, c.tweet_id, u.username, u.fullname
      from comments c join users u on u.id = c.owner_id
      where c.id = l.id and ${isCommentShown(db, userId, 'c')} and ${isConversationShown(db, userId)}
        and (exists (select from videos v join users u on u.id = v.owner_id
            where v.id = c.video_id and ${isVideoVisible(db, userId)})
          or exists (select from tweets t join users u on u.id = t.owner_id
            where t.id = c.tweet_id and ${isTweetShown(db, userId)}))
      offset 0) comment on true
    order by l.id`

export type ExportedHistoryRow = VideoReference & Timed & { watched_at: Date; position: number }

export const readHistory =
  (db: Db, userId: string): Read<ExportedHistoryRow> =>
  (after) =>
    db<ExportedHistoryRow[]>`
    select h.*, video.* from (
      select video_id as id, watched_at, watched_at::text as at, position from watch_history
      where user_id = ${userId} ${afterTime(db, db`watched_at`, db`video_id`, after)}
      order by watched_at, video_id limit ${batchSize}
    ) h ${joinVideo(db, userId, db`h.id`)} order by h.watched_at, h.id`

export interface ExportedPlaylistRow extends Timed {
  kind: 'watch-later' | null
  name: string
  description: string
  visibility: Visibility
  created_at: Date
  updated_at: Date
}

/** Not in batches: a person has at most a few hundred. */
export const listPlaylists = (db: Db, userId: string) => db<ExportedPlaylistRow[]>`
  select id, kind, name, description, visibility, created_at, updated_at
  from playlists where owner_id = ${userId} and deleted_at is null order by created_at, id`

export type ExportedEntryRow = VideoReference & { id: string; position: string; added_at: Date }

export const readEntries =
  (db: Db, userId: string, playlistId: string): Read<ExportedEntryRow> =>
  (after) =>
    db<ExportedEntryRow[]>`
    select e.*, video.* from (
      select video_id as id, position, added_at from playlist_entries
      where playlist_id = ${playlistId} ${after ? db`and position > ${after.position}` : db``}
      order by position limit ${batchSize}
    ) e ${joinVideo(db, userId, db`e.id`)} order by e.position`
