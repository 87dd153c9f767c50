import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { bind } from '../../http/api/bind.ts'
import { buildJobsReport, dismissJob, type PoolOf, retryJob } from './queue.service.ts'

export function queueRoutes(app: FastifyInstance, context: AppContext, poolOf: PoolOf) {
  bind(app, api.insights.jobs, () => buildJobsReport(context, poolOf))
  bind(app, api.insights.retryJob, async ({ params, viewer }) => {
    await retryJob(context, params.id, viewer.id)
    return null
  })
  bind(app, api.insights.dismissJob, async ({ params, viewer }) => {
    await dismissJob(context, params.id, viewer.id)
    return null
  })
}
