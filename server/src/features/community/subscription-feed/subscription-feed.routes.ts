import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../../context/context.ts'
import { decodeCursor, limitOf } from '../../../db/paging.ts'
import { bind } from '../../../http/api/bind.ts'
import { recordVisit } from './subscription-feed.queries.ts'
import { loadFeed } from './subscription-feed.service.ts'

export function subscriptionFeedRoutes(app: FastifyInstance, context: AppContext) {
  bind(app, api.subscriptionFeed.list, ({ query, viewer }) =>
    loadFeed(context, viewer.id, {
      kind: query.kind,
      limit: limitOf(query.limit),
      cursor: decodeCursor(query.cursor),
    }),
  )
  bind(app, api.subscriptionFeed.look, async ({ viewer }) => {
    await recordVisit(context.sql, viewer.id, context.clock.now())
    return null
  })
}
