import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../context/context.ts'
import { bind } from '../../../http/api/bind.ts'
import { sumUsed } from './disk-space.queries.ts'

export function diskSpaceRoutes(app: FastifyInstance, context: Context) {
  const { sql, clock, config } = context
  bind(app, api.diskSpace.storage, async ({ viewer }) => {
    const { total, byExport } = await sumUsed(sql, viewer.id, clock.now())
    return { used: total, usedByExport: byExport, quota: config.userQuotaBytes }
  })
}
