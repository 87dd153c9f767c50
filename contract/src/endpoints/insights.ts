import { endpoint } from '../endpoint.ts'
import { collect } from '../rules/accounts.ts'
import { longestPath, pageRoutes, pathOfPage, routeOf } from '../rules/pages.ts'
import { id, type Static, t, timestamp } from '../schema.ts'

const route = t.oneOf(pageRoutes)
/** As in `location.pathname`, where browsers encode everything but ASCII. */
const path = t.string({ maxLength: longestPath, pattern: '^/[!-~]*$' })
const views = t.number()

export const reportPeriod = t.union([t.literal(7), t.literal(30), t.literal(90)])

const reportView = t.object({
  total: views,
  /** Every day of the period (in UTC, such as `2026-01-31`), oldest first. */
  days: t.array(t.object({ day: t.string({ format: 'date' }), views })),
  /** Most viewed first, like `paths`. */
  routes: t.array(t.object({ route, views })),
  /**
   * Of content that is public now; `path` is null for views whose path was not stored. `title` is that of the video, tweet,
   * playlist or channel.
   */
  paths: t.array(t.object({ route, path: t.nullable(t.string()), title: t.nullable(t.string()), views })),
})
export type InsightsReport = Static<typeof reportView>

const count = t.integer()

const jobsView = t.object({
  pools: t.array(
    t.object({
      pool: t.oneOf(['light', 'push', 'playable', 'heavy']),
      waiting: count,
      running: count,
      /** Due later. */
      scheduled: count,
      /** Since when the first of those that wait is due. */
      oldest: t.nullable(timestamp()),
    }),
  ),
  failedCount: count,
  /** The latest of those that are not tried again. */
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

export const insights = {
  recordView: endpoint({
    method: 'POST',
    path: '/insights/view',
    auth: 'public',
    summary: 'Count a page view; not for those who send `DNT: 1` or `Sec-GPC: 1`',
    message: 'Page view',
    body: t.object({ route, path }),
    check: (body) =>
      collect([
        [
          'route',
          body.path === undefined || routeOf(pathOfPage(body.path)) === body.route
            ? undefined
            : 'Route must be the one of the path',
        ],
      ]),
    data: t.object({ isCounted: t.boolean() }),
  }),
  report: endpoint({
    method: 'GET',
    path: '/insights/report',
    auth: 'admin',
    summary: 'Page views of the last days: by day, by route and by path',
    message: 'Insights',
    query: t.object({ days: t.optional(reportPeriod) }),
    data: reportView,
  }),
  jobs: endpoint({
    method: 'GET',
    path: '/insights/jobs',
    auth: 'admin',
    summary: 'What waits and runs in the background, and what failed',
    message: 'Jobs',
    data: jobsView,
  }),
  retryJob: endpoint({
    method: 'POST',
    path: '/insights/jobs/:id/retry',
    auth: 'admin',
    summary: 'Try a failed job again',
    message: 'The job is tried again',
    params: jobParams,
    data: t.null(),
  }),
  dismissJob: endpoint({
    method: 'POST',
    path: '/insights/jobs/:id/dismiss',
    auth: 'admin',
    summary: 'Remove a failed job; it is not tried again',
    message: 'Job dismissed',
    params: jobParams,
    data: t.null(),
  }),
}
