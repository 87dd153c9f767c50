import { endpoint, perMinute } from '../../endpoint.ts'
import { id, type Static, t, timestamp } from '../../schema.ts'

const count = t.integer()

const jobsView = t.object({
  pools: t.array(
    t.object({
      pool: t.oneOf(['light', 'push', 'playable', 'heavy']),
      waiting: count,
      running: count,
      /** Due later. */
      scheduled: count,
      /** The due time of the oldest waiting job. */
      oldest: t.nullable(timestamp()),
    }),
  ),
  failedCount: count,
  /** The latest jobs that are not retried any more. */
  failed: t.array(
    t.object({
      _id: t.string(),
      name: t.string(),
      message: t.string(),
      attempts: count,
      failedAt: timestamp(),
      video: t.nullable(t.object({ _id: id(), title: t.string() })),
    }),
  ),
})
export type JobsReport = Static<typeof jobsView>

const jobParams = t.object({ id: t.string() })

export const failedJobs = {
  list: endpoint({
    method: 'GET',
    path: '/insights/jobs',
    auth: 'admin',
    summary: 'What waits and runs in the background, and what failed',
    message: 'Jobs',
    data: jobsView,
  }),
  retry: endpoint({
    method: 'POST',
    path: '/insights/jobs/:id/retry',
    auth: 'admin',
    limit: perMinute('failed-job', 120),
    summary: 'Try a failed job again',
    message: 'The job is tried again',
    params: jobParams,
    data: t.null(),
  }),
  dismiss: endpoint({
    method: 'POST',
    path: '/insights/jobs/:id/dismiss',
    auth: 'admin',
    limit: perMinute('failed-job', 120),
    summary: 'Remove a failed job; it is not tried again',
    message: 'Job dismissed',
    params: jobParams,
    data: t.null(),
  }),
}
