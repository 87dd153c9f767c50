import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../../context/context.ts'
import { decodeCursor, limitOf } from '../../../db/paging.ts'
import { bind } from '../../../http/api/bind.ts'
import { toOwner } from '../accounts/accounts.view.ts'
import { listUsersIn } from '../accounts/user-lists.queries.ts'
import { deleteBlock } from './blocks.queries.ts'
import { blockPerson } from './blocks.service.ts'

export function blockRoutes(app: FastifyInstance, context: AppContext) {
  bind(app, api.blocks.add, async ({ params, viewer }) => {
    await blockPerson(context, viewer.id, params.userId)
    return null
  })
  bind(app, api.blocks.remove, async ({ params, viewer }) => {
    await deleteBlock(context.sql, viewer.id, params.userId)
    return null
  })
  bind(app, api.blocks.list, async ({ query, viewer }) => {
    const { limit, cursor } = query
    const page = await listUsersIn(context.sql, 'blocks', viewer.id, limitOf(limit), decodeCursor(cursor))
    return { docs: page.rows.map(toOwner), nextCursor: page.nextCursor }
  })
}
