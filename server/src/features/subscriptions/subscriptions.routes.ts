import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { bind } from '../../http/bind.ts'
import { toOwner } from '../accounts/accounts.view.ts'
import { listSubscribedChannels } from './subscriptions.queries.ts'

export function subscriptionRoutes(app: FastifyInstance, { sql }: Context) {
  bind(app, api.subscription.listChannels, async ({ viewer }) => {
    const rows = await listSubscribedChannels(sql, viewer.id)
    return { subscribedChannel: rows.map((row) => ({ _id: row.id, channel: toOwner(row), isLive: false })) }
  })
}
