import type { Fragment } from 'postgres'
import type { Db } from '../../../db/sql.ts'
import { isVideoListed } from '../../publishing/videos/videos.access.ts'
import type { Count, TimeRange } from './parts.ts'

/** Where the next page of a part begins. */
interface SitemapPosition {
  createdAt: Date
  id: string
}

export interface SitemapVideoRow extends SitemapPosition {
  title: string
  description: string
  duration: number
  visibility: 'public'
  folder: string
  thumbnail_folder: string | null
  fullname: string
  username: string
  publishedAt: Date
  updatedAt: Date
}

/** Long enough for search engines, and short enough for the largest part to stay below the limit of 50 MB. */
const descriptionLength = 500

/** The videos of a part, oldest first. */
export async function listVideoEntries(
  db: Db,
  { from, to }: TimeRange,
  after: SitemapPosition | undefined,
  limit: number,
): Promise<SitemapVideoRow[]> {
  return db<SitemapVideoRow[]>`
    select v.id, v.created_at as "createdAt", v.title, left(v.description, ${descriptionLength}) as description,
      v.duration, v.visibility, v.folder, v.thumbnail_folder, u.fullname, u.username,
      v.published_at as "publishedAt", v.updated_at as "updatedAt"
    from videos v join users u on u.id = v.owner_id
    where ${isVideoListed(db)} and v.created_at >= ${from} and v.created_at < ${to}
      ${after ? db`and (v.created_at, v.id) > (${after.createdAt}, ${after.id})` : db``}
    order by v.created_at, v.id limit ${limit}`
}

export interface SitemapChannelRow {
  id: string
  username: string
}

/** People without videos and tweets are not in the sitemap. A condition on `users u`. */
const isChannel = (db: Db) => db`
  u.is_active and (u.videos_count > 0 or exists (select from tweets t where t.owner_id = u.id))`

/** The lowest id of a time: UUIDs of version 7 begin with their time. */
const idAt = (time: Date) =>
  time
    .getTime()
    .toString(16)
    .padStart(12, '0')
    .padEnd(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

/** The channels of a part, oldest first. */
export async function listChannelEntries(
  db: Db,
  { from, to }: TimeRange,
  after: Pick<SitemapPosition, 'id'> | undefined,
  limit: number,
): Promise<SitemapChannelRow[]> {
  return db<SitemapChannelRow[]>`
    select u.id, u.username from users u
    where ${isChannel(db)} and u.id >= ${idAt(from)} and u.id < ${idAt(to)}
      ${after ? db`and u.id > ${after.id}` : db``}
    order by u.id limit ${limit}`
}

const units = {
  day: { format: 'YYYYMMDD', length: '24 hours' },
  hour: { format: 'YYYYMMDDHH24', length: '1 hour' },
} as const
type Unit = keyof typeof units

/**
 * How many videos there are per day or hour (UTC). Steps through the index from one to the next, because grouping a
 * million videos by day takes seconds. Also counts videos of suspended people, which the index does not exclude.
 */
export async function countVideos(db: Db, unit: Unit, { from, to }: TimeRange): Promise<Count[]> {
  const { format, length } = units[unit]
  const startAfter = (time: Fragment) => db`
    (select date_trunc(${unit}, v.created_at, 'UTC') from videos v
      where v.is_listed and v.created_at >= ${time} and v.created_at < ${to} order by v.created_at limit 1)`
  return db<Count[]>`
    with recursive spans (start) as (
      select ${startAfter(db`${from}::timestamptz`)}
      union all
      select ${startAfter(db`spans.start + ${length}::interval`)} from spans where spans.start is not null
    )
    select to_char(s.start at time zone 'UTC', ${format}) as part, count.count::int as count
    from spans s cross join lateral (
      select count(*) from videos v
      where v.is_listed and v.created_at >= s.start and v.created_at < s.start + ${length}::interval) as count
    where s.start is not null order by 1`
}

/** How many channels there are per day or hour (UTC). */
export async function countChannels(db: Db, unit: Unit, { from, to }: TimeRange): Promise<Count[]> {
  const { format, length } = units[unit]
  // offset 0 hides the number of times from the planner, so that it counts in one pass without sorting.
  return db<Count[]>`
    select to_char(to_timestamp(s.span * s.seconds) at time zone 'UTC', ${format}) as part, count(*)::int as count
    from (
      select ('x' || translate(left(u.id::text, 13), '-', ''))::bit(48)::bigint / 1000 / l.seconds as span, l.seconds
      from users u, (select extract(epoch from ${length}::interval)::bigint as seconds) as l
      where ${isChannel(db)} and u.id >= ${idAt(from)} and u.id < ${idAt(to)} offset 0
    ) as s
    group by s.span, s.seconds order by 1`
}
