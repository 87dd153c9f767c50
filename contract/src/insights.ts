import { endpoint } from './endpoint.ts'
import { collect } from './rules/accounts.ts'
import { longestPath, pageRoutes, pathOfPage, routeOf } from './rules/pages.ts'
import { type Static, t } from './schema.ts'

const route = t.oneOf(pageRoutes)
/** As a browser has it in `location.pathname`: everything but ASCII is encoded. */
const path = t.string({ maxLength: longestPath, pattern: '^/[!-~]*$' })
const views = t.number()

/** How many days a report can cover, today included. */
const period = t.union([t.literal(7), t.literal(30), t.literal(90)])
export type ReportPeriod = Static<typeof period>
export const reportPeriods: readonly ReportPeriod[] = [7, 30, 90]

const reportView = t.object({
  total: views,
  /** Every day of the period (UTC, as `2026-01-31`), oldest first. */
  days: t.array(t.object({ day: t.string({ format: 'date' }), views })),
  /** Most viewed first, like `paths`. */
  routes: t.array(t.object({ route, views })),
  /** Of what is public now; `path` is null for views of the route whose path was not kept. */
  paths: t.array(t.object({ route, path: t.nullable(t.string()), views })),
})
export type InsightsReport = Static<typeof reportView>

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
    query: t.object({ days: t.optional(period) }),
    data: reportView,
  }),
}
