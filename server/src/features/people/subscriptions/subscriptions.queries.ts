import type { Bell } from '@vireo/contract'
import type { Db } from '../../../db/sql.ts'
import { notFound } from '../../../lib/app-error.ts'
import { isId } from '../../../lib/ids.ts'
import { batchSize } from '../../core/removal/removal.queries.ts'

interface SubscribedRow {
  id: string
  username: string
  fullname: string
  avatar_folder: string | null
  is_live: boolean
}

export async function listSubscribedChannels(db: Db, subscriberId: string): Promise<SubscribedRow[]> {
  return db<SubscribedRow[]>`
    select u.id, u.username, u.fullname, u.avatar_folder, u.is_live
    from subscriptions s join users u on u.id = s.channel_id and u.is_active
    where s.subscriber_id = ${subscriberId}
    order by lower(u.fullname), u.id
    limit 1000`
}

export interface SubscriptionState {
  isSubscribed: boolean
  totalSubscriber: number
  isBlocked: boolean
  bell: Bell | null
}

export async function getSubscriptionState(
  db: Db,
  subscriberId: string | undefined,
  channelId: string,
): Promise<SubscriptionState> {
  const [row] = isId(channelId)
    ? await db<SubscriptionState[]>`
        select u.subscribers_count as "totalSubscriber", s.bell is not null as "isSubscribed", s.bell,
          exists (
            select from blocks where blocker_id = ${subscriberId ?? null} and blocked_id = u.id
          ) as "isBlocked"
        from users u
          left join subscriptions s on s.subscriber_id = ${subscriberId ?? null} and s.channel_id = u.id
        where u.id = ${channelId} and u.is_active`
    : []
  if (!row) throw notFound('channel.not-found', 'Channel not found')
  return row
}

/**
 * Makes simultaneous toggles of a subscription take turns. The counters of both rows change, so both are locked, in the
 * order of their ids: two people who subscribe to each other at once would otherwise deadlock.
 */
export async function lockSubscription(db: Db, subscriberId: string, channelId: string): Promise<void> {
  await db`
    select from users where id in (${subscriberId}, ${channelId}) order by id for no key update`
}

export async function insertSubscription(
  db: Db,
  subscriberId: string,
  channelId: string,
  now: Date,
): Promise<boolean> {
  const rows = await db`
    insert into subscriptions (subscriber_id, channel_id, created_at) values (${subscriberId}, ${channelId}, ${now})
    on conflict do nothing returning 1`
  return rows.length > 0
}

export async function deleteSubscription(db: Db, subscriberId: string, channelId: string): Promise<boolean> {
  const rows = await db`
    delete from subscriptions where subscriber_id = ${subscriberId} and channel_id = ${channelId} returning 1`
  return rows.length > 0
}

/** Returns false if there is no such subscription. */
export async function setBell(db: Db, subscriberId: string, channelId: string, bell: Bell): Promise<boolean> {
  const rows = await db`
    update subscriptions set bell = ${bell}
    where subscriber_id = ${subscriberId} and channel_id = ${channelId} returning 1`
  return rows.length > 0
}

const otherSides = { subscriber_id: 'channel_id', channel_id: 'subscriber_id' } as const
export type SubscriptionSide = keyof typeof otherSides

/** A batch of the people at the other side of a person's subscriptions. */
export async function listOtherSide(db: Db, side: SubscriptionSide, userId: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select ${db(otherSides[side])} as id from subscriptions where ${db(side)} = ${userId} limit ${batchSize}`
  return rows.map((row) => row.id)
}

export async function deleteSubscriptionsWith(
  db: Db,
  side: SubscriptionSide,
  userId: string,
  others: string[],
): Promise<void> {
  await db`
    delete from subscriptions where ${db(side)} = ${userId} and ${db(otherSides[side])} = any(${others})`
}
