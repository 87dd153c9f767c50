import { deleteBatch } from '../../../db/delete-batch.ts'
import type { Db } from '../../../db/sql.ts'
import { notFound } from '../../../lib/app-error.ts'
import { isId } from '../../../lib/ids.ts'

/** How many equal parts of a video are counted separately. */
export const partsOfVideo = 100

export interface PlayedRange {
  /** Positions in parts of the video. */
  from: number
  to: number
  seconds: number
}

interface NewPlay {
  playId: Uint8Array
  expiresAt: Date
  videoId: string
  /** As `2026-01-31`. */
  day: string
  ranges: PlayedRange[]
  /** How much the page may have reported in all, with these ranges. */
  maxSeconds: number
  /** How many reports the page may have sent, with this one. */
  maxReports: number
}

/** Appends what a page has played, unless that would be more than it may report in all; the row decides races. */
export async function insertPlayed(db: Db, play: NewPlay): Promise<boolean> {
  const { playId, expiresAt, videoId, day, ranges, maxSeconds, maxReports } = play
  const seconds = ranges.reduce((sum, range) => sum + range.seconds, 0)
  const [row] = await db`
    with play as (
      insert into video_plays as p (id, seconds, expires_at)
      select ${playId}, ${seconds}, ${expiresAt} where ${seconds}::float8 <= ${maxSeconds}
      on conflict (id) do update set seconds = p.seconds + excluded.seconds, reports = p.reports + 1
      where p.seconds + excluded.seconds <= ${maxSeconds} and p.reports < ${maxReports}
      returning reports
    )
    insert into video_play_events (video_id, day, is_first, from_part, to_part, seconds)
    select ${videoId}, ${day}, play.reports = 1 and range.number = 1, range.start, range.end, range.seconds
    from play, unnest(
      ${ranges.map(({ from }) => from)}::float8[],
      ${ranges.map(({ to }) => to)}::float8[],
      ${ranges.map((range) => range.seconds)}::float8[]
    ) with ordinality as range (start, "end", seconds, number)
    returning 1`
  return row !== undefined
}

interface StatisticsRow {
  id: string
  title: string
  duration: number
  views: number
  plays: number
  watch_seconds: number
  parts: number[] | null
}

/** Of one's own video, or of any for administrators; any other is not found. */
export async function getStatistics(
  db: Db,
  id: string,
  viewer: { id: string; isAdmin: boolean },
): Promise<StatisticsRow> {
  const [row] = isId(id)
    ? await db<StatisticsRow[]>`
        select v.id, v.title, v.duration, v.views::float8 as views, coalesce(a.plays, 0)::float8 as plays,
          coalesce(a.watch_seconds, 0) as watch_seconds, a.parts
        from videos v left join video_audience a on a.video_id = v.id
        where v.id = ${id} and (v.owner_id = ${viewer.id} or (${viewer.isAdmin} and v.owner_id is not null))`
    : []
  if (!row) throw notFound('video.not-found', 'Video not found')
  return row
}

interface DayRow {
  day: string
  views: number
  watchSeconds: number
}

export const listDays = (db: Db, videoId: string, since: string): Promise<DayRow[]> => db<DayRow[]>`
  select day::text, views, watch_seconds as "watchSeconds" from video_days
  where video_id = ${videoId} and day >= ${since} order by day`

const sweptAtOnce = 10_000

export async function deleteExpiredPlays(db: Db, now: Date): Promise<void> {
  const deleteSome = () => deleteBatch(db, 'video_plays', db`expires_at <= ${now}`, sweptAtOnce)
  while ((await deleteSome()) === sweptAtOnce);
}

export async function deleteDaysBefore(db: Db, day: string): Promise<void> {
  const deleteSome = () => deleteBatch(db, 'video_days', db`day < ${day}`, sweptAtOnce)
  while ((await deleteSome()) === sweptAtOnce);
}
