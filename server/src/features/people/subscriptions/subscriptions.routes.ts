import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../context/context.ts'
import { decodeCursor, limitOf } from '../../../db/paging.ts'
import { bind } from '../../../http/api/bind.ts'
import { mapForeignKeysToNotFound } from '../../../http/api/errors.ts'
import { toOwner } from '../accounts/accounts.view.ts'
import { listManagedSubscriptions } from './managed-subscriptions.queries.ts'
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
  bind(app, api.subscriptions.list, async ({ query, viewer }) => {
    const { rows, nextCursor } = await listManagedSubscriptions(context.sql, viewer.id, {
      text: query.query?.trim() ?? '',
      sort: query.sort ?? 'name',
      limit: limitOf(query.limit),
      cursor: decodeCursor(query.cursor),
    })
    const docs = rows.map((row) => ({
      _id: row.id,
      channel: toOwner(row),
      totalSubscriber: row.subscribers_count,
      bell: row.bell,
    }))
    return { docs, nextCursor }
  })
  bind(app, api.subscriptions.listChannels, async ({ viewer }) => {
    const rows = await listSubscribedChannels(context.sql, viewer.id)
    return {
      subscribedChannel: rows.map((row) => ({ _id: row.id, channel: toOwner(row), isLive: row.is_live })),
    }
  })
}
