import { type Cursor, dateAt, type Page, toPage } from '../../../../db/paging.ts'
import type { Db } from '../../../../db/sql.ts'
import { isId } from '../../../../lib/ids.ts'
import { mayDecideAbout, type Reviewer } from '../../../people/accounts/status/reviewers.access.ts'
import { type CommentRow, lettersOf } from '../comments.queries.ts'

/** For moderators: includes held comments, and comments on videos that the moderator may not see. */
const forReview = (db: Db) => db`
  c.*, u.username, u.fullname, u.avatar_folder, false as is_liked
  from comments c join users u on u.id = c.owner_id and u.is_active`

export async function findCommentForReview(db: Db, id: string): Promise<CommentRow | undefined> {
  const [row] = isId(id) ? await db<CommentRow[]>`select ${forReview(db)} where c.id = ${id}` : []
  return row
}

export async function loadCommentsForReview(db: Db, ids: string[]): Promise<CommentRow[]> {
  return ids.length > 0 ? db<CommentRow[]>`select ${forReview(db)} where c.id = any(${ids}::uuid[])` : []
}

export async function listHeldComments(
  db: Db,
  reviewer: Reviewer,
  limit: number,
  cursor: Cursor | undefined,
): Promise<Page<CommentRow>> {
  const rows = await db<CommentRow[]>`
    select ${forReview(db)}
    where c.is_held and c.held_by is null and c.owner_id is not null and ${mayDecideAbout(db, reviewer)}
      ${cursor ? db`and (c.created_at, c.id) > (${dateAt(cursor)}, ${cursor.id}::uuid)` : db``}
    order by c.created_at, c.id
    limit ${limit + 1}`
  return toPage(rows, limit, (row) => ({ value: row.created_at.toISOString(), id: row.id }), lettersOf)
}

/** Counts up to `max`. */
export async function countHeldComments(db: Db, reviewer: Reviewer, max: number): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::integer as count from (
      select from comments c join users u on u.id = c.owner_id and u.is_active
      where c.is_held and c.held_by is null and c.owner_id is not null and ${mayDecideAbout(db, reviewer)} limit ${max}
    ) as held`
  return row?.count ?? 0
}

export async function markCommentTakenDown(db: Db, id: string, now: Date): Promise<void> {
  await db`
    update comments set removed_at = ${now}, removed_from = owner_id, owner_id = null where id = ${id}`
}

export async function findTakenDownComment(db: Db, id: string) {
  const [row] = await db<{ video_id: string | null; tweet_id: string | null }[]>`
    select video_id, tweet_id from comments where id = ${id} and removed_at is not null`
  return row
}

/** Returns false if the comment was not taken down. */
export async function unmarkCommentTakenDown(db: Db, id: string): Promise<boolean> {
  const rows = await db`
    update comments set owner_id = removed_from, removed_at = null, removed_from = null
    where id = ${id} and removed_at is not null returning 1`
  return rows.length > 0
}
