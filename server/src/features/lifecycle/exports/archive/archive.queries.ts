import type { Db } from '../../../../db/sql.ts'
import { isTweetShown } from '../../../publishing/tweets/tweets.access.ts'
import { isVideoVisible } from '../../../publishing/videos/videos.access.ts'

/** Rows that one statement reads. */
export const batchSize = 500

/**
 * Reads the rows after `after` in the order of an index. Orders by time begin with the oldest: a row that moves to the
 * end while the list is read may come twice, but is not missed.
 */
export type Read<Row> = (after: Row | undefined) => Promise<Row[]>

/** `at` is a text, also as a parameter (`::text`), because a Date would lose the microseconds. */
export interface Timed {
  id: string
  at: string
}

export const afterTime = (db: Db, time: ReturnType<Db>, id: ReturnType<Db>, after: Timed | undefined) =>
  after ? db`and (${time}, ${id}) > (${after.at}::text::timestamptz, ${after.id}::uuid)` : db``

export const afterId = (db: Db, id: ReturnType<Db>, after: { id: string } | undefined) =>
  after ? db`and ${id} > ${after.id}` : db``

/** What the person may know about someone else's video; all null if they may no longer see it. */
export interface VideoReference {
  title: string | null
  owner_username: string | null
  owner_fullname: string | null
}

/** offset 0 keeps these joins a lookup for each row of the batch. */
export const joinVideo = (db: Db, userId: string, videoId: ReturnType<Db>) => db`
  left join lateral (
    select v.title, u.username as owner_username, u.fullname as owner_fullname
    from videos v join users u on u.id = v.owner_id
    where v.id = ${videoId} and ${isVideoVisible(db, userId)} offset 0) video on true`

export const joinTweet = (db: Db, userId: string, tweetId: ReturnType<Db>) => db`
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

export const joinPerson = (db: Db, personId: ReturnType<Db>) => db`
  left join lateral (
    select u.username, u.fullname from users u where u.id = ${personId} and u.is_active offset 0) person on true`
/** An upper estimate of the bytes that the lists take in an archive: compressed rows are smaller than this. */
export async function estimateLists(db: Db, userId: string): Promise<number> {
  const [row] = await db<{ bytes: number }[]>`
    select (1000000 + 300 * (
      (select count(*) from video_likes where user_id = ${userId})
      + (select count(*) from tweet_likes where user_id = ${userId})
      + (select count(*) from comment_likes where user_id = ${userId})
      + (select count(*) from watch_history where user_id = ${userId})
      + (select count(*) from subscriptions where subscriber_id = ${userId})
      + (select count(*) from blocks where blocker_id = ${userId})
      + (select count(*) from silenced_people where channel_id = ${userId})
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
