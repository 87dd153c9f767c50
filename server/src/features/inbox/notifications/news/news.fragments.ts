import type { Db } from '../../../../db/sql.ts'
import { readLetters } from '../notification-row.ts'

/** News is not stored, but read from the videos and tweets of subscribed channels (decision 29). */
export type NewsKind = 'new-video' | 'new-tweet'

/** The table of the items `i`, and the time at which an item became visible to subscribers. */
export const itemsOf = (db: Db, kind: NewsKind) =>
  kind === 'new-video'
    ? { table: db`videos`, time: db`i.published_at`, isShown: db`i.is_listed` }
    : { table: db`tweets`, time: db`i.created_at`, isShown: db`true` }

/** The columns of a notification about the item `n`, except for its time and its read state. */
export const newsColumns = (db: Db) => db`
  u.username, u.fullname, u.avatar_folder, 1 as actors, null as text, null as waiting,
  v.id as video_id, v.title as video_title, v.status as video_status, null as video_failure,
  t.id as tweet_id, left(t.content, ${readLetters}) as tweet_content, null as comment_id, null as comment_content`

export const joinContent = (db: Db) => db`
  left join videos v on v.id = n.id left join tweets t on t.id = n.id`

/** The time until which the person has marked all news as read. */
export const readUntil = (db: Db, userId: string) => db`
  coalesce((select news_read_until from notification_settings where user_id = ${userId}), '-infinity')`

/**
 * Whether the item was individually marked as read. Not `exists`, which the planner turns into a join that reads all
 * items of a channel instead of the newest.
 */
export const isReadIndividually = (
  db: Db,
  userId: string | ReturnType<Db>,
  id: ReturnType<Db>,
) => db`coalesce(
  (select true from notification_reads r where r.user_id = ${userId} and r.item_id = ${id}), false)`

/** A tweet that mentions a subscriber is no news for them: they get the notification of the mention instead. */
export const isMentionedIn = (
  db: Db,
  userId: string | ReturnType<Db>,
  tweetId: ReturnType<Db>,
) => db`coalesce(
  (select true from notifications m where m.tweet_id = ${tweetId} and m.user_id = ${userId} and m.kind = 'mention'
    limit 1), false)`
