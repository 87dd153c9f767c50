import { deleteBatch } from '../../../../db/delete-batch.ts'
import type { Db } from '../../../../db/sql.ts'
import { notFound } from '../../../../lib/app-error.ts'
import { isId } from '../../../../lib/ids.ts'

/** How many equal parts of a video are counted separately. */
export const partsOfVideo = 100

export interface PlayedRange {
  /** Positions in parts of the video. */
  from: number
  to: number
  seconds: number
}

export interface NewPlay {
  /** In hexadecimal, and different from the others of a statement. */
  playId: string
  expiresAt: Date
  videoId: string
  /** As `2026-01-31`. */
  day: string
  ranges: PlayedRange[]
  /** The most seconds that the page may have reported in total, including these ranges. */
  maxSeconds: number
  /** The most reports that the page may have sent, including this one. */
  maxReports: number
}

/**
 * Appends the ranges that pages have played, unless that exceeds the limits of a page; its row decides races. Returns
 * the ids of the plays that were added. Rows are written in the order of ids, so that two statements cannot deadlock.
 */
export async function insertPlayed(db: Db, plays: NewPlay[]): Promise<Set<string>> {
  const list = <Value>(select: (play: NewPlay) => Value) => plays.map(select)
  const ranges = plays.flatMap(({ playId, ranges }) =>
    ranges.map((range, index) => ({ playId, index, ...range })),
  )
  const rows = await db<{ id: string }[]>`
    with reported as (
      select decode(r.id, 'hex') as id, seconds, expires_at, video_id, day, max_seconds, max_reports
      from unnest(
        (select ${list(({ playId }) => playId)}::text[]),
        (select ${list((play) => play.ranges.reduce((sum, { seconds }) => sum + seconds, 0))}::float8[]),
        (select ${list(({ expiresAt }) => expiresAt.toISOString())}::timestamptz[]),
        (select ${list(({ videoId }) => videoId)}::uuid[]),
        (select ${list(({ day }) => day)}::date[]),
        (select ${list(({ maxSeconds }) => maxSeconds)}::float8[]),
        (select ${list(({ maxReports }) => maxReports)}::integer[])
      ) as r (id, seconds, expires_at, video_id, day, max_seconds, max_reports)
    ), play as (
      insert into video_plays as p (id, seconds, expires_at)
      select id, seconds, expires_at from reported where seconds <= max_seconds order by id
      on conflict (id) do update set seconds = p.seconds + excluded.seconds, reports = p.reports + 1
      where exists (
        select from reported r
        where r.id = p.id and p.seconds + r.seconds <= r.max_seconds and p.reports < r.max_reports)
      returning id, reports
    ), appended as (
      insert into video_play_events (video_id, day, is_first, from_part, to_part, seconds)
      select video_id, day, play.reports = 1 and range.index = 0, range.start, range.end, range.seconds
      from play join reported using (id) join unnest(
        (select ${ranges.map(({ playId }) => playId)}::text[]),
        (select ${ranges.map(({ index }) => index)}::integer[]),
        (select ${ranges.map(({ from }) => from)}::float8[]),
        (select ${ranges.map(({ to }) => to)}::float8[]),
        (select ${ranges.map(({ seconds }) => seconds)}::float8[])
      ) as range (play_id, index, start, "end", seconds) on decode(range.play_id, 'hex') = play.id
    )
    select encode(id, 'hex') as id from play`
  return new Set(rows.map(({ id }) => id))
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

/** Owners get statistics of their own videos, administrators of any. Otherwise throws not-found. */
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

const sweepBatchSize = 10_000

export async function deleteExpiredPlays(db: Db, now: Date): Promise<void> {
  const deleteSome = () => deleteBatch(db, 'video_plays', db`expires_at <= ${now}`, sweepBatchSize)
  while ((await deleteSome()) === sweepBatchSize);
}

export async function deleteDaysBefore(db: Db, day: string): Promise<void> {
  const deleteSome = () => deleteBatch(db, 'video_days', db`day < ${day}`, sweepBatchSize)
  while ((await deleteSome()) === sweepBatchSize);
}
