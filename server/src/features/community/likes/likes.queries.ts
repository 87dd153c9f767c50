import type { Subject, SubjectKind } from '@vireo/contract'
import { deleteBatch } from '../../../db/delete-batch.ts'
import type { Db } from '../../../db/sql.ts'
import { batchSize, lockRows } from '../../core/removal/removal.queries.ts'
import { isVideoVisible } from '../../publishing/videos/videos.access.ts'

export interface LikeState {
  isLiked: boolean
  totalLikes: number
}

/** Where the likes of each kind of subject are, and the table with their number. */
const likeTables = {
  video: { table: 'video_likes', column: 'video_id', subjectTable: 'videos', isDated: true },
  tweet: { table: 'tweet_likes', column: 'tweet_id', subjectTable: 'tweets', isDated: true },
  comment: { table: 'comment_likes', column: 'comment_id', subjectTable: 'comments', isDated: false },
} as const satisfies Record<SubjectKind, unknown>

/** Likes of one subject that are given and taken back at the same time. A person can be in both lists. */
interface LikeChange {
  /** The people whose likes are removed, if they have any. */
  taking: string[]
  /** The people who like it from now on, except for those whose like was just removed. */
  giving: string[]
}

/** Returns whose likes were given or taken back. The changes are also recorded for the notification of the owner. */
export async function changeLikes(
  db: Db,
  { kind, id }: Subject,
  { taking, giving }: LikeChange,
  now: Date,
): Promise<{ userId: string; isGiven: boolean }[]> {
  const { table, column, isDated } = likeTables[kind]
  return db<{ userId: string; isGiven: boolean }[]>`
    with taken as (
        delete from ${db(table)} where user_id = any(${taking}::uuid[]) and ${db(column)} = ${id} returning user_id
      ),
      given as (
        insert into ${db(table)} (user_id, ${db(column)} ${isDated ? db`, created_at` : db``})
        select user_id, ${id}::uuid ${isDated ? db`, ${now}::timestamptz` : db``} from unnest(${giving}::uuid[]) as user_id
        where user_id not in (select user_id from taken)
        on conflict do nothing returning user_id
      ),
      changed as (select user_id, false as is_given from taken union all select user_id, true from given),
      appended as (
        insert into like_events (subject_kind, subject_id, actor_id, is_given, created_at)
        select ${kind}, ${id}, user_id, is_given, ${now} from changed
      )
    select user_id as "userId", is_given as "isGiven" from changed`
}

export async function getLikeState(
  db: Db,
  { kind, id }: Subject,
  userId: string | undefined,
): Promise<LikeState> {
  const { table, column, subjectTable } = likeTables[kind]
  const [row] = await db<LikeState[]>`
    select likes_count as "totalLikes", exists (
      select from ${db(table)} where user_id = ${userId ?? null} and ${db(column)} = ${id}
    ) as "isLiked"
    from ${db(subjectTable)} where id = ${id}`
  return row ?? { isLiked: false, totalLikes: 0 }
}

/**
 * Locks the subject, whose counter changes anyway: toggles take turns, and cannot deadlock with a deletion, which
 * takes the same lock first. Returns the number of likes, which nobody else can change until the transaction ends.
 */
export async function lockLikesCount(db: Db, { kind, id }: Subject): Promise<number> {
  const [row] = await db<{ likes_count: number }[]>`
    select likes_count from ${db(likeTables[kind].subjectTable)} where id = ${id} for no key update`
  return row?.likes_count ?? 0
}

/** How many of the person's latest `max` likes are of videos that they can see. */
export async function countLikedVideos(
  db: Db,
  userId: string,
  max: number,
): Promise<{ total: number; isCapped: boolean }> {
  const latest = db`from video_likes where user_id = ${userId} order by created_at desc, video_id desc`
  const [row] = await db<{ total: number; isCapped: boolean }[]>`
    select count(*)::integer as total, exists (select ${latest} offset ${max} limit 1) as "isCapped"
    from (select video_id ${latest} limit ${max}) as l
    -- offset 0 keeps it a lookup per row: there may be many more videos than likes.
    cross join lateral (
      select from videos v join users u on u.id = v.owner_id
      where v.id = l.video_id and ${isVideoVisible(db, userId)} offset 0
    ) as v`
  return row ?? { total: 0, isCapped: false }
}

/** A batch of the subjects that a person likes. */
export async function listLiked(db: Db, kind: SubjectKind, userId: string): Promise<string[]> {
  const { table, column } = likeTables[kind]
  const rows = await db<{ id: string }[]>`
    select ${db(column)} as id from ${db(table)} where user_id = ${userId} order by 1 limit ${batchSize}`
  return rows.map((row) => row.id)
}

export const lockLikesCounts = (db: Db, kind: SubjectKind, ids: string[]): Promise<void> =>
  lockRows(db, likeTables[kind].subjectTable, ids)

export async function deleteLikesBy(db: Db, kind: SubjectKind, userId: string, ids: string[]): Promise<void> {
  const { table, column } = likeTables[kind]
  await db`delete from ${db(table)} where user_id = ${userId} and ${db(column)} = any(${ids})`
}

/** Deletes a batch; returns how many. */
export async function deleteLikesOf(db: Db, kind: SubjectKind, ids: string[]): Promise<number> {
  const { table, column } = likeTables[kind]
  return deleteBatch(db, table, db`${db(column)} = any(${ids})`, batchSize)
}
