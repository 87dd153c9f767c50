import type { Context } from '../../context.ts'
import { consume } from '../../http/rate-limit.ts'
import { badRequest } from '../../lib/app-error.ts'
import { assertNotBlocked } from '../blocks/blocks.service.ts'
import { addNotificationOnce } from '../notifications/notifications.service.ts'
import {
  deleteSubscription,
  getSubscriptionState,
  insertSubscription,
  lockSubscription,
  type SubscriptionState,
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
    if (isNew) {
      const news = { userId: channelId, actorId: subscriberId, message: 'subscribed to your channel' }
      await addNotificationOnce(tx, news, clock.now())
    }
    return getSubscriptionState(tx, subscriberId, channelId)
  })
}
