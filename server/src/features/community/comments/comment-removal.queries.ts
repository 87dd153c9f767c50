import type { Db } from '../../../db/sql.ts'
import { batchSize, isDeleted } from '../../core/removal/removal.queries.ts'

type CommentKey = 'video_id' | 'tweet_id' | 'owner_id' | 'removed_from' | 'parent_id'

/** Returns at most `batchSize` ids. */
export async function listCommentIds(db: Db, column: CommentKey, ids: string[]): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from comments where ${db(column)} = any(${ids}) limit ${batchSize}`
  return rows.map((row) => row.id)
}

/** Returns at most `batchSize` ids. */
export async function listDeletedComments(db: Db, takenDownBefore: Date): Promise<string[]> {
  const rows = await db<{ id: string }[]>`${isDeleted(db, 'comments', takenDownBefore)}`
  return rows.map((row) => row.id)
}

/** The videos and tweets that these comments are on. */
export async function listSubjectIds(
  db: Db,
  ids: string[],
): Promise<{ videoIds: string[]; tweetIds: string[] }> {
  const rows = await db<{ video_id: string | null; tweet_id: string | null }[]>`
    select distinct video_id, tweet_id from comments where id = any(${ids})`
  return {
    videoIds: rows.flatMap((row) => row.video_id ?? []),
    tweetIds: rows.flatMap((row) => row.tweet_id ?? []),
  }
}

export async function deleteCommentRows(db: Db, ids: string[]): Promise<void> {
  await db`delete from comments where id = any(${ids})`
}
