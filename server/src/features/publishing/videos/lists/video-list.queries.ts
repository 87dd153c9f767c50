import type { Db } from '../../../../db/sql.ts'
import { isRecommended } from './recommended.access.ts'
import { asSummaries, type VideoSummaryRow } from './shown-videos.queries.ts'
import type { VideoFilter } from './video-filters.ts'
import { afterCursor, inOrder, sortValue, type VideoOrder } from './video-order.fragments.ts'

export interface ListOptions extends VideoOrder, VideoFilter {
  ownerId?: string | undefined
  viewerId: string | undefined
  limit: number
}

export type ListedVideoRow = VideoSummaryRow & { value: Date | string | number }

/** The owner's own list shows all their videos; every other list only those that are public and playable. */
const isListedOrOwn = (db: Db, { ownerId, viewerId }: ListOptions) =>
  ownerId && ownerId === viewerId ? db`true` : db`v.is_listed`

/** A list of everyone's videos excludes those that are not recommended; the list of a channel is complete. */
const isRecommendedOrOfChannel = (db: Db, { ownerId, viewerId }: ListOptions) =>
  ownerId ? db`true` : isRecommended(db, viewerId)

const isSince = (db: Db, since: Date | undefined) => (since ? db`and v.created_at >= ${since}` : db``)
const isOfLength = (db: Db, span: VideoFilter['duration']) =>
  span ? db`and v.duration >= ${span[0]} and v.duration < ${span[1]}` : db``
const isCaptioned = (db: Db, hasCaptions: VideoFilter['hasCaptions']) =>
  hasCaptions ? db`and (v.captions <> '[]' or v.caption_files <> '[]')` : db``

const passes = (db: Db, { since, duration, hasCaptions }: VideoFilter) =>
  db`${isSince(db, since)} ${isOfLength(db, duration)} ${isCaptioned(db, hasCaptions)}`

/**
 * The conditions that the index of the order covers; a filter on the sorted column is a range of that index. Videos
 * with captions have an index of their own by time.
 */
const alongOrder = (db: Db, options: ListOptions) => db`
  ${isListedOrOwn(db, options)}
  ${options.ownerId ? db`and v.owner_id = ${options.ownerId}` : db``}
  ${isSince(db, options.sortBy === 'createdAt' ? options.since : undefined)}
  ${isOfLength(db, options.sortBy === 'duration' ? options.duration : undefined)}
  ${isCaptioned(db, options.sortBy === 'createdAt' ? options.hasCaptions : undefined)}
  ${afterCursor(db, options)}`

/** The filters that the index does not cover, for which each row has to be read. */
export const restOfFilter = ({ sortBy, since, duration, hasCaptions }: ListOptions): VideoFilter => ({
  ...(since && sortBy !== 'createdAt' && { since }),
  ...(duration && sortBy !== 'duration' && { duration }),
  ...(hasCaptions && sortBy !== 'createdAt' && { hasCaptions }),
})

/** The matches among the next `steps` videos of the order. Stops when the page is full. */
export async function walkVideos(db: Db, options: ListOptions, steps: number): Promise<ListedVideoRow[]> {
  // Owners are looked up one by one (offset 0) and joined afterwards, so that reading stops when the page is full.
  const matches = db`(
    select v.* from (
      select v.* from videos v where ${alongOrder(db, options)} order by ${inOrder(db, options)} limit ${steps}
    ) as v
    where (select u.is_active from users u where u.id = v.owner_id offset 0)
      and ${isRecommendedOrOfChannel(db, options)} ${passes(db, restOfFilter(options))}
    order by ${inOrder(db, options)} limit ${options.limit + 1})`
  return db<ListedVideoRow[]>`
    select ${sortValue(db, options)} as value, ${asSummaries(db, options.viewerId, matches)}
    order by ${inOrder(db, options)}`
}

/** The last of the next `steps` videos of the order; undefined if there are fewer. */
export async function findLastStep(
  db: Db,
  options: ListOptions,
  steps: number,
): Promise<Pick<ListedVideoRow, 'id' | 'value'> | undefined> {
  const [row] = await db<Pick<ListedVideoRow, 'id' | 'value'>[]>`
    select v.id, ${sortValue(db, options)} as value from videos v where ${alongOrder(db, options)}
    order by ${inOrder(db, options)} offset ${steps - 1} limit 1`
  return row
}

/** All videos that pass one filter, found by its own index; undefined if there are more than `max`. */
export async function findAllOf(
  db: Db,
  { ownerId }: ListOptions,
  filter: VideoFilter,
  max: number,
): Promise<string[] | undefined> {
  const order = filter.duration ? db`v.duration desc, v.id desc` : db`v.created_at desc, v.id desc`
  const rows = await db<{ id: string }[]>`
    select v.id from videos v where ${ownerId ? db`v.owner_id = ${ownerId}` : db`v.is_listed`}
      ${passes(db, filter)}
    order by ${order} limit ${max + 1}`
  return rows.length > max ? undefined : rows.map((row) => row.id)
}

/** The page of the given videos that pass all filters. */
export async function sortVideos(db: Db, options: ListOptions, ids: string[]): Promise<ListedVideoRow[]> {
  // offset 0 prevents the planner from reading along the order instead.
  const found = db`(select * from videos where id = any(${ids}::uuid[]) offset 0)`
  return db<ListedVideoRow[]>`
    select ${sortValue(db, options)} as value, ${asSummaries(db, options.viewerId, found)}
    where ${alongOrder(db, options)} and ${isRecommendedOrOfChannel(db, options)} ${passes(db, restOfFilter(options))}
    order by ${inOrder(db, options)} limit ${options.limit + 1}`
}
