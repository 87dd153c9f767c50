import type { Db } from '../../../db/sql.ts'
import { notFound } from '../../../lib/app-error.ts'
import { isId } from '../../../lib/ids.ts'

/** The counters of both rows change when a subscription ends, so both are locked, in the order of their ids. */
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

/** Also succeeds if the person was not blocked. Throws not-found if they do not exist. */
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

/** Removes a creator's pins and hearts from the comments of an author. */
export async function unmarkComments(db: Db, creatorId: string, authorId: string): Promise<void> {
  await db`
    update comments c set is_pinned = false, is_hearted = false
    where owner_id = ${authorId} and (is_pinned or is_hearted) and ${creatorId} = coalesce(
      (select owner_id from videos where id = c.video_id), (select owner_id from tweets where id = c.tweet_id))`
}

/** One of these people who has blocked the author or is blocked by them. */
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
