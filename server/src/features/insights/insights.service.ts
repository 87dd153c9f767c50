import { createHmac, randomBytes } from 'node:crypto'
import type { InsightsReport, PageRoute, ReportPeriod } from '@vireo/contract'
import { pathOfPage } from '@vireo/contract/rules/pages'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/sql.ts'
import { countAttempt } from '../../http/rate-limit.ts'
import { secondsAfter } from '../../lib/clock.ts'
import { networkOf } from '../../lib/network.ts'
import {
  countPaths,
  countView,
  deleteViewsBefore,
  listRouteCounts,
  listTopPaths,
  otherPaths,
} from './insights.queries.ts'

/** A whole school may share an address. */
const viewsPerMinute = 1200
/** Each is a row. Only what is public has a path, so it takes a large site to reach this. */
export const pathsPerDay = 20_000
const topPaths = 20
const keptDays = 400

/** The day of a time, `days` later, in UTC. */
const dayOf = (time: Date, days = 0) =>
  secondsAfter(time, days * 24 * 3600)
    .toISOString()
    .slice(0, 10)

type Visit = { route: PageRoute; path: string; ip: string }

/**
 * Counts page views, each with two statements; the first of a day takes one more. What is over a network's limit is
 * left out without a word: nobody needs to be told. The limit's rows have no address, only a hash of it whose key is in
 * no place but this process's memory.
 */
export function createViewCounter({ sql, clock }: Context) {
  const key = randomBytes(32)
  /** How many paths the day has: read once, then counted here. Processes do not know of each other's. */
  let kept = { day: '', paths: 0 }
  return async ({ route, path: sent, ip }: Visit): Promise<boolean> => {
    const now = clock.now()
    const network = createHmac('sha256', key).update(networkOf(ip)).digest('base64url')
    const { count } = await countAttempt(sql, { key: `page-view:${network}`, windowSeconds: 60 }, now)
    if (count > viewsPerMinute) return false
    // Addresses lead to the same page in any case.
    const path = pathOfPage(sent).toLowerCase()
    const day = dayOf(now)
    if (kept.day !== day) kept = { day, paths: await countPaths(sql, day) }
    if (await countView(sql, { day, route, path }, kept.paths < pathsPerDay)) kept.paths += 1
    return true
  }
}

export async function buildReport({ sql, clock }: Context, days: ReportPeriod): Promise<InsightsReport> {
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
    paths: paths.map((one) => ({ ...one, path: one.path === otherPaths ? null : one.path })),
  }
}

/** Part of the housekeeping. */
export const sweepPageViews = (db: Db, now: Date): Promise<void> =>
  deleteViewsBefore(db, dayOf(now, -keptDays))
