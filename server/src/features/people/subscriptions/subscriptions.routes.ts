import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../context/context.ts'
import { bind } from '../../../http/api/bind.ts'
import { mapForeignKeysToNotFound } from '../../../http/api/errors.ts'
import { toOwner } from '../accounts/accounts.view.ts'
import { getSubscriptionState, listSubscribedChannels } from './subscriptions.queries.ts'
import { chooseBell, toggleSubscription } from './subscriptions.service.ts'

export function subscriptionRoutes(app: FastifyInstance, context: Context) {
  mapForeignKeysToNotFound(app, ['subscriptions_channel_id_fkey'])
  bind(app, api.subscriptions.toggle, async ({ params, body, viewer }) =>
    toggleSubscription(context, viewer.id, params.channelId, body.isSubscribed),
  )
  bind(app, api.subscriptions.info, async ({ params, viewer }) =>
    getSubscriptionState(context.sql, viewer?.id, params.channelId),
  )
  bind(app, api.subscriptions.setBell, ({ params, body, viewer }) =>
    chooseBell(context, viewer.id, params.channelId, body.bell),
  )
  bind(app, api.subscriptions.listChannels, async ({ viewer }) => {
    const rows = await listSubscribedChannels(context.sql, viewer.id)
    return {
      subscribedChannel: rows.map((row) => ({ _id: row.id, channel: toOwner(row), isLive: row.is_live })),
    }
  })
}
