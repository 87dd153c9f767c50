import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { bind } from '../../http/api/bind.ts'
import { buildReport, createViewCounter } from './insights.service.ts'

export function insightsRoutes(app: FastifyInstance, context: Context) {
  const recordView = createViewCounter(context)
  bind(app, api.insights.recordView, async ({ body, request: { headers, ip } }) => {
    // Our script sends nothing in this case, but other programs may.
    const isOptedOut = headers.dnt === '1' || headers['sec-gpc'] === '1'
    return { isCounted: !isOptedOut && (await recordView({ ...body, ip })) }
  })
  bind(app, api.insights.report, ({ query }) => buildReport(context, query.days ?? 30))
}
