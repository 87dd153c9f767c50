import type { Bell } from '@vireo/contract'
import type { Context } from '../../context.ts'
import { consume } from '../../http/rate-limit.ts'
import { badRequest, notFound } from '../../lib/app-error.ts'
import { assertNotBlocked } from '../blocks/blocks.service.ts'
import { notify, withdraw } from '../notifications/notifications.service.ts'
import {
  deleteSubscription,
  getSubscriptionState,
  insertSubscription,
  lockSubscription,
  type SubscriptionState,
  setBell,
} from './subscriptions.queries.ts'

const togglesPerMinute = 120

/** Turns a subscription round, or makes it what was asked for. */
export async function toggleSubscription(
  { sql, clock }: Context,
  subscriberId: string,
  channelId: string,
  wanted: boolean | undefined,
): Promise<SubscriptionState> {
  if (subscriberId === channelId)
    throw badRequest('You cannot subscribe to your own channel', undefined, 'channel.own')
  const limit = { key: `subscribe:${subscriberId}`, max: togglesPerMinute, windowSeconds: 60 }
  await consume(sql, limit, clock.now())
  return sql.begin(async (tx) => {
    await getSubscriptionState(tx, subscriberId, channelId)
    await lockSubscription(tx, subscriberId, channelId)
    // Behind the locks, which a block takes too: no subscription can slip past it.
    if (wanted !== false) await assertNotBlocked(tx, subscriberId, channelId, 'subscribe')
    const isEnded = wanted !== true && (await deleteSubscription(tx, subscriberId, channelId))
    const isNew =
      wanted !== false && !isEnded && (await insertSubscription(tx, subscriberId, channelId, clock.now()))
    const deed = { userId: channelId, kind: 'subscriber', actorId: subscriberId } as const
    if (isNew) await notify(tx, deed, clock.now())
    if (isEnded) await withdraw(tx, deed)
    return getSubscriptionState(tx, subscriberId, channelId)
  })
}

/** Chooses what of a channel its subscriber is notified of. */
export async function chooseBell(
  { sql }: Context,
  subscriberId: string,
  channelId: string,
  bell: Bell,
): Promise<SubscriptionState> {
  await getSubscriptionState(sql, subscriberId, channelId)
  if (!(await setBell(sql, subscriberId, channelId, bell)))
    throw notFound('subscription.not-found', 'You are not subscribed to this channel')
  return getSubscriptionState(sql, subscriberId, channelId)
}
