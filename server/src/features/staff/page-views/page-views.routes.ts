import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../../context/context.ts'
import { isOptedOut } from '../../../http/access/opt-out.ts'
import { bind } from '../../../http/api/bind.ts'
import { buildReport, createViewCounter } from './page-views.service.ts'

export function pageViewRoutes(app: FastifyInstance, context: AppContext) {
  const recordView = createViewCounter(context)
  bind(app, api.pageViews.recordView, async ({ body, request }) => {
    // Our script sends nothing in this case, but other programs may.
    return { isCounted: !isOptedOut(request) && (await recordView({ ...body, ip: request.ip })) }
  })
  bind(app, api.pageViews.report, ({ query }) => buildReport(context, query.days ?? 30))
}
