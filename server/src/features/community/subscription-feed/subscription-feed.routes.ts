import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { decodeCursor, limitOf } from '../../db/paging.ts'
import { bind } from '../../http/api/bind.ts'
import { recordVisit } from './feed.queries.ts'
import { loadFeed } from './feed.service.ts'

export function feedRoutes(app: FastifyInstance, context: AppContext) {
  bind(app, api.feed.list, ({ query, viewer }) =>
    loadFeed(context, viewer.id, limitOf(query.limit), decodeCursor(query.cursor)),
  )
  bind(app, api.feed.look, async ({ viewer }) => {
    await recordVisit(context.sql, viewer.id, context.clock.now())
    return null
  })
}
