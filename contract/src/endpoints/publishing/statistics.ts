import { endpoint } from '../../endpoint.ts'
import { id, type Static, t } from '../../schema.ts'
import { reportPeriod } from '../staff/page-views.ts'

const idParams = t.object({ id: t.string() })
const seconds = t.number({ minimum: 0, maximum: 1_000_000 })

const statisticsView = t.object({
  video: t.object({ _id: id(), title: t.string(), duration: t.number(), views: t.integer() }),
  /** Every day of the period (in UTC, such as `2026-01-31`), oldest first. */
  days: t.array(
    t.object({ day: t.string({ format: 'date' }), views: t.integer(), watchSeconds: t.number() }),
  ),
  /** Of all time; null until something has been played. */
  audience: t.nullable(
    t.object({
      plays: t.integer(),
      /** The average watched part of the video; 1 is the whole video. */
      share: t.number(),
      /** For each hundredth of the video, views per play; more than 1 if people watch it again. */
      parts: t.array(t.number()),
    }),
  ),
})
export type VideoStatistics = Static<typeof statisticsView>

export const statistics = {
  recordPlayed: endpoint({
    method: 'POST',
    path: '/video/played/:id',
    auth: 'public',
    isMinorChange: true,
    summary: 'Tell which parts of the video were played; not for those who send `DNT: 1` or `Sec-GPC: 1`',
    message: 'Played',
    params: idParams,
    body: t.object({
      viewToken: t.string({ maxLength: 200 }),
      /** Starts and ends of ranges watched since the last report, in seconds of the video. */
      ranges: t.array(t.object({ from: seconds, to: seconds }), { minItems: 1, maxItems: 20 }),
    }),
    data: t.object({ isCounted: t.boolean() }),
  }),
  ofVideo: endpoint({
    method: 'GET',
    path: '/video/statistics/:id',
    auth: 'session',
    summary: 'Views, watch time and audience of a video, for its owner and administrators',
    message: 'Statistics',
    params: idParams,
    query: t.object({ days: t.optional(reportPeriod) }),
    data: statisticsView,
  }),
}
