import type { ReportPeriod, VideoStatistics } from '@vireo/contract'
import type { AppContext, Context } from '../../../../context/context.ts'
import type { Db, Sql } from '../../../../db/sql.ts'
import type { Viewer } from '../../../../http/access/sessions.ts'
import type { Timer } from '../../../../jobs/timers.ts'
import { createBatches } from '../../../../lib/batches.ts'
import { dayOf } from '../../../../lib/clock.ts'
import { rollUp } from './roll-up.queries.ts'
import {
  deleteDaysBefore,
  deleteExpiredPlays,
  getStatistics,
  insertPlayed,
  listDays,
  type NewPlay,
  type PlayedRange,
  partsOfVideo,
} from './statistics.queries.ts'
import {
  createViewedVideos,
  derivePlayIds,
  type Play,
  playOf,
  readViewToken,
  type Viewing,
} from './views.service.ts'

/** The highest speed of the player. */
const fastestSpeed = 2
/** A player reports every 30 seconds, at ends that are at least 10 seconds apart, and when it is left. */
const secondsPerReport = 10
const extraReports = 5
/** Shorter ranges come from seeking, not from watching. */
const shortestRange = 0.2
/** The same as for page views. */
const keptDays = 400

/** Keeps the statement of a batch short. */
const maxBatchSize = 100

interface Played extends Viewing {
  ranges: { from: number; to: number }[]
}

/** What a page reports as played, and how much it can have played and reported since it got its token. */
interface Report extends Omit<NewPlay, 'playId'> {
  play: Play
}

/**
 * Creates a function that adds what a page has played of a video, unless the viewer is the owner or it exceeds what can
 * have been played and reported. Simultaneous reports are written in one statement, as views are (decision 49).
 */
export function createPlayRecorder({ sql, clock, signer }: AppContext) {
  const findVideo = createViewedVideos(sql)
  const add = createBatches<Report, boolean>({
    groupOf: () => 'all',
    // One statement cannot change a page's row twice, and each report has to include the previous one.
    keyOf: ({ play }) => play.identity,
    maxItems: maxBatchSize,
    overlapAfterMs: 20,
    run: (reports) => addTogether(sql, reports),
  })
  return async (id: string, { ranges, ...viewing }: Played): Promise<boolean> => {
    const video = await findVideo(id, viewing.viewerId)
    const now = clock.now()
    const opened = readViewToken(signer, video, viewing.token, now)
    const played = toParts(ranges, video.duration)
    if (!opened || viewing.viewerId === video.owner_id || played.length === 0) return false
    const seconds = (now.getTime() - opened.issuedAt.getTime()) / 1000
    return add({
      play: playOf(viewing, opened),
      expiresAt: opened.expiresAt,
      videoId: video.id,
      day: dayOf(now),
      ranges: played,
      maxSeconds: seconds * fastestSpeed,
      maxReports: Math.floor(seconds / secondsPerReport) + extraReports,
    })
  }
}

async function addTogether(sql: Sql, reports: Report[]) {
  const playIds = await derivePlayIds(
    sql,
    reports.map(({ play }) => play),
  )
  const ids = new Map(reports.map((report, index) => [report, playIds[index] ?? '']))
  const added = await insertPlayed(
    sql,
    reports.map((report) => ({ ...report, playId: ids.get(report) ?? '' })),
  )
  return (report: Report) => added.has(ids.get(report) ?? '')
}

function toParts(ranges: Played['ranges'], duration: number): PlayedRange[] {
  const position = (seconds: number) => (Math.min(seconds, duration) / duration) * partsOfVideo
  return ranges
    .map(({ from, to }) => ({
      from: position(from),
      to: position(to),
      seconds: Math.min(to, duration) - from,
    }))
    .filter(({ seconds }) => seconds > 0 && seconds >= Math.min(shortestRange, duration / 2))
}

export async function buildStatistics(
  { sql, clock }: AppContext,
  videoId: string,
  viewer: Viewer,
  days: ReportPeriod,
): Promise<VideoStatistics> {
  const now = clock.now()
  const row = await getStatistics(sql, videoId, { id: viewer.id, isAdmin: viewer.role === 'admin' })
  const counted = new Map((await listDays(sql, row.id, dayOf(now, 1 - days))).map((day) => [day.day, day]))
  const { id, title, duration, views, plays, watch_seconds, parts } = row
  return {
    video: { _id: id, title, duration, views },
    days: Array.from({ length: days }, (_, i) => {
      const day = dayOf(now, i + 1 - days)
      return counted.get(day) ?? { day, views: 0, watchSeconds: 0 }
    }),
    audience:
      parts && plays > 0
        ? {
            plays,
            share: Math.min(1, watch_seconds / (plays * duration)),
            parts: parts.map((times) => times / plays),
          }
        : null,
  }
}

/** Called by the housekeeping job. */
export async function sweepStatistics(db: Db, now: Date): Promise<void> {
  await deleteExpiredPlays(db, now)
  await deleteDaysBefore(db, dayOf(now, -keptDays))
}

/** Adds up appended views and played ranges. Rows that a crash leaves are added up after the next start. */
export const rollUpTimer: Timer<Context> = {
  everyMs: 3000,
  failure: 'could not add up views',
  run: ({ sql }) => rollUp(sql),
}
