import { type PageRoute, type PageViewsReport, pathOfPage, type ReportPeriod } from '@vireo/contract'
import type { Context } from '../../../context/context.ts'
import type { Db } from '../../../db/sql.ts'
import { createNetworkLimit } from '../../../http/access/rate-limit.ts'
import { dayOf } from '../../../lib/clock.ts'
import {
  countPaths,
  countView,
  deleteViewsBefore,
  listRouteCounts,
  listTopPaths,
  otherPaths,
} from './page-views.queries.ts'

/** Many people may share an address. */
const viewsPerMinute = 1200
/** Limits the rows. Only public pages have a path, so only a large site reaches this. */
export const pathsPerDay = 20_000
const topPaths = 20
const keptDays = 400

type Visit = { route: PageRoute; path: string; ip: string }

/**
 * Counts page views, with one statement each; the first of a day takes one more. Views over the limit of a network are
 * silently dropped.
 */
export function createViewCounter({ sql, clock }: Context, max = viewsPerMinute) {
  const isWithinLimit = createNetworkLimit({ max, windowSeconds: 60 })
  /** How many paths the day has: read once, then counted here. Paths that other processes add are not counted. */
  let kept = { day: '', paths: 0 }
  return async ({ route, path: sent, ip }: Visit): Promise<boolean> => {
    const now = clock.now()
    if (!isWithinLimit(ip, now)) return false
    // The router ignores case.
    const path = pathOfPage(sent).toLowerCase()
    const day = dayOf(now)
    if (kept.day !== day) kept = { day, paths: await countPaths(sql, day) }
    if (await countView(sql, { day, route, path }, kept.paths < pathsPerDay)) kept.paths += 1
    return true
  }
}

export async function buildReport({ sql, clock }: Context, days: ReportPeriod): Promise<PageViewsReport> {
  const now = clock.now()
  const since = dayOf(now, 1 - days)
  const [counts, paths] = await Promise.all([listRouteCounts(sql, since), listTopPaths(sql, since, topPaths)])
  const byDay = new Map(Array.from({ length: days }, (_, i) => [dayOf(now, i + 1 - days), 0]))
  const byRoute = new Map<PageRoute, number>()
  let total = 0
  for (const { day, route, views } of counts) {
    byDay.set(day, (byDay.get(day) ?? 0) + views)
    byRoute.set(route, (byRoute.get(route) ?? 0) + views)
    total += views
  }
  return {
    total,
    days: [...byDay].map(([day, views]) => ({ day, views })),
    routes: [...byRoute].map(([route, views]) => ({ route, views })).sort((a, b) => b.views - a.views),
    paths: paths.map((count) => ({ ...count, path: count.path === otherPaths ? null : count.path })),
  }
}

/** Called by the housekeeping job. */
export const sweepPageViews = (db: Db, now: Date): Promise<void> =>
  deleteViewsBefore(db, dayOf(now, -keptDays))
