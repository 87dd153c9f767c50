import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { bind } from '../../http/bind.ts'
import { getLatest, removeExport, requestExport } from './exports.service.ts'

export function exportRoutes(app: FastifyInstance, context: AppContext) {
  bind(app, api.exports.request, ({ body, viewer }) => requestExport(context, viewer.id, body.withFiles))
  bind(app, api.exports.latest, ({ viewer }) => getLatest(context, viewer.id))
  bind(app, api.exports.remove, async ({ viewer }) => {
    await removeExport(context.sql, viewer.id)
    return null
  })
}
