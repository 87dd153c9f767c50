import { endpoint } from '../../endpoint.ts'
import { longestPath, pageRoutes, pathOfPage, routeOf } from '../../rules/discovery/pages.ts'
import { collect } from '../../rules/people/accounts.ts'
import { type Static, t } from '../../schema.ts'

const route = t.oneOf(pageRoutes)
/** As in `location.pathname`, in which browsers encode everything but ASCII. */
const path = t.string({ maxLength: longestPath, pattern: '^/[!-~]*$' })
const views = t.number()

export const reportPeriod = t.union([t.literal(7), t.literal(30), t.literal(90)])

const pageViewsReportView = t.object({
  total: views,
  /** Every day of the period (in UTC, such as `2026-01-31`), oldest first. */
  days: t.array(t.object({ day: t.string({ format: 'date' }), views })),
  /** Most viewed first, like `paths`. */
  routes: t.array(t.object({ route, views })),
  /**
   * Of currently public content; `path` is null for views whose path was not stored. `title` is the video's, tweet's,
   * playlist's or channel's.
   */
  paths: t.array(t.object({ route, path: t.nullable(t.string()), title: t.nullable(t.string()), views })),
})
export type PageViewsReport = Static<typeof pageViewsReportView>

export const pageViews = {
  recordView: endpoint({
    method: 'POST',
    path: '/insights/view',
    auth: 'public',
    isMinorChange: true,
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
    data: pageViewsReportView,
  }),
}
