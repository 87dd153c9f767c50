import { lockRows } from '../../core/removal/removal.queries.ts'
import type { Dependants, Removal } from '../../core/removal/removal.ts'
import { deleteSubscriptionsWith, listOtherSide, type SubscriptionSide } from './subscriptions.queries.ts'

export const subscriptionsRemoval: Removal = {
  withAccount: [subscriptionsOf('subscriber_id'), subscriptionsOf('channel_id')],
}

/** The counters of both people change, so both are locked first. */
function subscriptionsOf(side: SubscriptionSide): Dependants<string> {
  return {
    keys: [`subscriptions.${side}`],
    removeBatch: (sql, userId) =>
      sql.begin(async (tx) => {
        const others = await listOtherSide(tx, side, userId)
        await lockRows(tx, 'users', [userId, ...others])
        await deleteSubscriptionsWith(tx, side, userId, others)
        return others.length > 0
      }),
  }
}
