import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { bind } from '../../http/bind.ts'
import { sumUsed } from './room.queries.ts'

export function roomRoutes(app: FastifyInstance, { sql, clock, config }: Context) {
  bind(app, api.user.storage, async ({ viewer }) => ({
    used: await sumUsed(sql, viewer.id, clock.now()),
    quota: config.userQuotaBytes,
  }))
}
