import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { decodeCursor, limitOf } from '../../db/paging.ts'
import { bind } from '../../http/bind.ts'
import { toOwner } from '../accounts/accounts.view.ts'
import { deleteBlock, listBlocked } from './blocks.queries.ts'
import { blockPerson } from './blocks.service.ts'

export function blockRoutes(app: FastifyInstance, context: AppContext) {
  bind(app, api.block.add, async ({ params, viewer }) => {
    await blockPerson(context, viewer.id, params.userId)
    return null
  })
  bind(app, api.block.remove, async ({ params, viewer }) => {
    await deleteBlock(context.sql, viewer.id, params.userId)
    return null
  })
  bind(app, api.block.list, async ({ query, viewer }) => {
    const { rows, nextCursor } = await listBlocked(
      context.sql,
      viewer.id,
      limitOf(query.limit),
      decodeCursor(query.cursor),
    )
    return { docs: rows.map(toOwner), nextCursor }
  })
}
