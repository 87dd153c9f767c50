import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../../context/context.ts'
import { bind } from '../../../http/api/bind.ts'
import { getLatest, removeLatest, requestExport } from './exports.service.ts'

export function exportRoutes(app: FastifyInstance, context: AppContext) {
  bind(app, api.exports.request, ({ body, viewer }) => requestExport(context, viewer, body.withFiles))
  bind(app, api.exports.latest, ({ viewer }) => getLatest(context, viewer))
  bind(app, api.exports.remove, async ({ viewer }) => {
    await removeLatest(context, viewer.id)
    return null
  })
}
