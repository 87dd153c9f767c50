import { type Cursor, dateAt, type Page, toPage } from '../../db/paging.ts'
import type { Db } from '../../db/sql.ts'
import { notFound } from '../../lib/app-error.ts'
import { isId } from '../../lib/ids.ts'

/** Both rows have counters that change when a subscription ends, so both are locked, in the order of their ids. */
export async function lockPeople(db: Db, one: string, other: string): Promise<void> {
  const rows = await db<{ id: string; is_active: boolean }[]>`
    select id, is_active from users where id in (${one}, ${isId(other) ? other : null})
    order by id for no key update`
  if (!rows.some((row) => row.id === other && row.is_active))
    throw notFound('profile.not-found', 'Profile not found')
}

export async function insertBlock(db: Db, blockerId: string, blockedId: string, now: Date): Promise<void> {
  await db`
    insert into blocks (blocker_id, blocked_id, created_at) values (${blockerId}, ${blockedId}, ${now})
    on conflict do nothing`
}

/** A person who was not blocked is fine; one who does not exist is not found. */
export async function deleteBlock(db: Db, blockerId: string, blockedId: string): Promise<void> {
  const [person] = isId(blockedId)
    ? await db`
        with gone as (delete from blocks where blocker_id = ${blockerId} and blocked_id = ${blockedId})
        select from users where id = ${blockedId} and deleted_at is null`
    : []
  if (!person) throw notFound('profile.not-found', 'Profile not found')
}

export async function deleteSubscriptionsBetween(db: Db, one: string, other: string): Promise<void> {
  await db`
    delete from subscriptions
    where (subscriber_id = ${one} and channel_id = ${other}) or (subscriber_id = ${other} and channel_id = ${one})`
}

export interface BlockedRow {
  id: string
  username: string
  fullname: string
  avatar_folder: string | null
  created_at: Date
}

export async function listBlocked(
  db: Db,
  blockerId: string,
  limit: number,
  cursor: Cursor | undefined,
): Promise<Page<BlockedRow>> {
  const rows = await db<BlockedRow[]>`
    select u.id, u.username, u.fullname, u.avatar_folder, b.created_at
    from blocks b join users u on u.id = b.blocked_id and u.is_active
    where b.blocker_id = ${blockerId}
      ${cursor ? db`and (b.created_at, b.blocked_id) < (${dateAt(cursor)}, ${cursor.id}::uuid)` : db``}
    order by b.created_at desc, b.blocked_id desc
    limit ${limit + 1}`
  return toPage(rows, limit, (row) => ({ value: row.created_at.toISOString(), id: row.id }))
}

/** Of these people, one with whom the author has a block. */
export async function findBlockedName(
  db: Db,
  authorId: string,
  usernameKeys: string[],
): Promise<{ username: string; by: 'viewer' | 'other' } | undefined> {
  const [row] = await db<{ username: string; by: 'viewer' | 'other' }[]>`
    select u.username, case when b.blocker_id = ${authorId} then 'viewer' else 'other' end as by
    from users u join blocks b on
      (b.blocker_id = ${authorId} and b.blocked_id = u.id) or (b.blocked_id = ${authorId} and b.blocker_id = u.id)
    where u.username_key = any(${usernameKeys}) and u.deleted_at is null and u.is_active
    order by b.blocker_id = ${authorId} desc limit 1`
  return row
}
