import type { Fragment } from 'postgres'
import type { Db } from '../../../db/sql.ts'

/** Everyone who has blocked the viewer or is blocked by them. */
const blockedWith = (db: Db, viewerId: string | Fragment) => db`
  select blocked_id from blocks where blocker_id = ${viewerId}
  union all
  select blocker_id from blocks where blocked_id = ${viewerId}`

/**
 * The condition that there is no block between the viewer and the owner of a row, in either direction; `owner` is the
 * column with the owner's id. For every query that shows comments or tweets of more than one person. offset 0 keeps it
 * a lookup per row, so that reading along an index stops when the page is full.
 */
export const notBlocked = (db: Db, viewerId: string | undefined, owner: string) =>
  viewerId
    ? db`not exists (
        select from blocks b
        where (b.blocker_id = ${viewerId} and b.blocked_id = ${db(owner)})
          or (b.blocked_id = ${viewerId} and b.blocker_id = ${db(owner)})
        offset 0)`
    : db`true`

type CommentsOf = 'video_id' | 'tweet_id' | 'parent_id'

/**
 * How many counted comments of a conversation the viewer does not see because of a block; `id` is the column with the
 * id of the conversation. Videos and tweets do not count replies below a hidden comment (see the trigger
 * count_comments), so neither does this. offset 0 keeps it a lookup for each of the few comments.
 */
export const countBlockedComments = (
  db: Db,
  viewerId: string | Fragment | undefined,
  conversation: CommentsOf,
  id: string,
) =>
  viewerId
    ? db`(select count(*)::integer from comments x
        where ${db(`x.${conversation}`)} = ${db(id)} and not x.is_held
          and x.owner_id = any(array(${blockedWith(db, viewerId)}))
          ${conversation === 'parent_id' ? db`` : db`and not ${isBelowHidden(db)}`})`
    : db`0`

const isBelowHidden = (db: Db) => db`exists (
  select from comments p where p.id = x.parent_id and (p.is_held or p.removed_at is not null) offset 0)`

/** Whether one of the two has blocked the other. */
export async function isBlockedBetween(db: Db, one: string, other: string): Promise<boolean> {
  return (await findBlock(db, one, other)) !== undefined
}

/** Which of the others have blocked the person or are blocked by them. */
export async function listBlockedWith(db: Db, userId: string, others: string[]): Promise<Set<string>> {
  const rows = await db<{ id: string }[]>`
    select blocked_id as id from blocks where blocker_id = ${userId} and blocked_id = any(${others}::uuid[])
    union all
    select blocker_id from blocks where blocked_id = ${userId} and blocker_id = any(${others}::uuid[])`
  return new Set(rows.map((row) => row.id))
}

/** Who has blocked whom, from the first person's view; their own block takes precedence. */
export async function findBlock(db: Db, one: string, other: string): Promise<'viewer' | 'other' | undefined> {
  const [row] = await db<{ by: 'viewer' | 'other' }[]>`
    select case when blocker_id = ${one} then 'viewer' else 'other' end as by from blocks
    where (blocker_id = ${one} and blocked_id = ${other}) or (blocker_id = ${other} and blocked_id = ${one})
    order by blocker_id = ${one} desc limit 1`
  return row?.by
}
