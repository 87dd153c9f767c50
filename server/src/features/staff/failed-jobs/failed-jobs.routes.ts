import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../../context/context.ts'
import { bind } from '../../../http/api/bind.ts'
import { buildJobsReport, dismissJob, type PoolOf, retryJob } from './failed-jobs.service.ts'

export function failedJobRoutes(app: FastifyInstance, context: AppContext, poolOf: PoolOf) {
  bind(app, api.failedJobs.list, () => buildJobsReport(context, poolOf))
  bind(app, api.failedJobs.retry, async ({ params, viewer }) => {
    await retryJob(context, params.id, viewer)
    return null
  })
  bind(app, api.failedJobs.dismiss, async ({ params, viewer }) => {
    await dismissJob(context, params.id, viewer)
    return null
  })
}
