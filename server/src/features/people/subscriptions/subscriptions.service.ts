import type { Bell } from '@vireo/contract'
import type { Context } from '../../../context/context.ts'
import { countAttempt } from '../../../http/access/rate-limit.ts'
import { badRequest, notFound } from '../../../lib/app-error.ts'
import { assertNotBlocked } from '../blocks/blocks.service.ts'
import { notifyTogether, withdrawNotifications } from '../notify/notify.service.ts'
import {
  deleteSubscription,
  getSubscriptionState,
  insertSubscription,
  lockSubscription,
  type SubscriptionState,
  setBell,
} from './subscriptions.queries.ts'

const togglesPerMinute = 120

/** Toggles a subscription, or sets it to `wanted`. */
export async function toggleSubscription(
  { sql, clock }: Context,
  subscriberId: string,
  channelId: string,
  wanted: boolean | undefined,
): Promise<SubscriptionState> {
  if (subscriberId === channelId)
    throw badRequest('You cannot subscribe to your own channel', undefined, 'channel.own')
  const limit = { key: `subscribe:${subscriberId}`, max: togglesPerMinute, windowSeconds: 60 }
  await countAttempt(sql, limit, clock.now())
  return sql.begin(async (tx) => {
    await getSubscriptionState(tx, subscriberId, channelId)
    await lockSubscription(tx, subscriberId, channelId)
    // Checked after locking, which a block does too, so that no subscription is added at the same time as a block.
    if (wanted !== false) await assertNotBlocked(tx, subscriberId, channelId, 'subscribe')
    const isEnded = wanted !== true && (await deleteSubscription(tx, subscriberId, channelId))
    const isNew =
      wanted !== false && !isEnded && (await insertSubscription(tx, subscriberId, channelId, clock.now()))
    const action = { userId: channelId, kind: 'subscriber' } as const
    if (isNew) await notifyTogether(tx, action, [{ id: subscriberId, at: clock.now() }])
    if (isEnded) await withdrawNotifications(tx, action, [subscriberId])
    return getSubscriptionState(tx, subscriberId, channelId)
  })
}

/** Sets which notifications of a channel the subscriber gets. */
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
