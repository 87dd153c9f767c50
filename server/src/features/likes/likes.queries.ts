import type { Db } from '../../db/sql.ts'
import { isVideoVisible } from '../videos/videos.access.ts'

export interface LikeState {
  isLiked: boolean
  totalLikes: number
}

const targets = {
  video: { table: 'video_likes', column: 'video_id', parent: 'videos', isDated: true },
  tweet: { table: 'tweet_likes', column: 'tweet_id', parent: 'tweets', isDated: true },
  comment: { table: 'comment_likes', column: 'comment_id', parent: 'comments', isDated: false },
} as const
export type LikeTarget = keyof typeof targets

export async function insertLike(
  db: Db,
  target: LikeTarget,
  userId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const { table, column, isDated } = targets[target]
  const row = { user_id: userId, [column]: id, ...(isDated && { created_at: now }) }
  const inserted = await db`insert into ${db(table)} ${db(row)} on conflict do nothing returning 1`
  return inserted.length > 0
}

export async function deleteLike(db: Db, target: LikeTarget, userId: string, id: string): Promise<boolean> {
  const { table, column } = targets[target]
  const deleted =
    await db`delete from ${db(table)} where user_id = ${userId} and ${db(column)} = ${id} returning 1`
  return deleted.length > 0
}

export async function getLikeState(
  db: Db,
  target: LikeTarget,
  userId: string | undefined,
  id: string,
): Promise<LikeState> {
  const { table, column, parent } = targets[target]
  const [row] = await db<LikeState[]>`
    select likes_count as "totalLikes", exists (
      select from ${db(table)} where user_id = ${userId ?? null} and ${db(column)} = ${id}
    ) as "isLiked"
    from ${db(parent)} where id = ${id}`
  return row ?? { isLiked: false, totalLikes: 0 }
}

/**
 * Locks what is liked, whose counter changes anyway: toggles take turns, and cannot deadlock with a deletion, which
 * takes the same lock first. Returns the owner; undefined if it was deleted.
 */
export async function lockTarget(db: Db, target: LikeTarget, id: string): Promise<string | undefined> {
  const [row] = await db<{ owner_id: string | null }[]>`
    select owner_id from ${db(targets[target].parent)} where id = ${id} for no key update`
  return row?.owner_id ?? undefined
}

/** How many of the person's latest `most` likes are of videos that they can see. */
export async function countLikedVideos(
  db: Db,
  userId: string,
  most: number,
): Promise<{ total: number; isCapped: boolean }> {
  const latest = db`from video_likes where user_id = ${userId} order by created_at desc, video_id desc`
  const [row] = await db<{ total: number; isCapped: boolean }[]>`
    select count(*)::integer as total, exists (select ${latest} offset ${most} limit 1) as "isCapped"
    from (select video_id ${latest} limit ${most}) as l
    -- offset 0 keeps it a lookup per row: there may be many more videos than likes.
    cross join lateral (
      select from videos v join users u on u.id = v.owner_id
      where v.id = l.video_id and ${isVideoVisible(db, userId)} offset 0
    ) as v`
  return row ?? { total: 0, isCapped: false }
}
