import type { Db } from '../../../../db/sql.ts'
import {
  afterCursor,
  inOrder,
  sortValue,
  type VideoOrder,
} from '../../../publishing/videos/lists/video-order.fragments.ts'
import { isHit, isMatch, type VideoMatch, type VideoQuery } from './match.fragments.ts'

interface Counts {
  /** How many hits were read: `maxHits + 1` if there are more. */
  hits: number
  /** How many of these match. */
  total: number
}

export interface SortedMatches extends Counts {
  found: VideoMatch[]
}

const documents = (db: Db, { ownerId }: VideoQuery) =>
  ownerId
    ? db`videos o join search_documents d on d.video_id = o.id and o.owner_id = ${ownerId}`
    : db`search_documents d`

/** The first hits in the order of the index; one more than `maxHits`, to see whether there are more. */
export const withHits = (db: Db, wanted: VideoQuery, maxHits: number) => db`
  with index_hits as materialized (
    select d.video_id, ${isMatch(db, wanted)} as is_match from ${documents(db, wanted)}
    where ${isHit(db, wanted)} limit ${maxHits + 1}
  )`

export const counts = (db: Db) => db`
  (select count(*)::integer as hits, (count(*) filter (where is_match))::integer as total from index_hits)`

/** How many of the first `maxHits` hits of each search match, for all of them in one statement. */
export async function countMatches(db: Db, searches: VideoQuery[], maxHits: number): Promise<number[]> {
  const [first, ...others] = searches.map(
    (wanted) => db`(${withHits(db, wanted, maxHits)} select total from ${counts(db)} as counted)`,
  )
  if (!first) return []
  const totals = others.reduce((before, other) => db`${before}, ${other}`, first)
  const [row] = await db<{ totals: number[] }[]>`select array[${totals}] as totals`
  return row?.totals ?? []
}

/** The matches, sorted; none of them if there are more than `maxHits` hits. */
export const sortAllMatches = (
  db: Db,
  wanted: VideoQuery,
  order: VideoOrder,
  maxHits: number,
  limit: number,
): Promise<SortedMatches> => sortMatches(db, wanted, order, { maxHits, allowMore: false }, limit)

/** The matches among the first `maxHits` hits, sorted, even if there are more. */
export const sortFirstMatches = (
  db: Db,
  wanted: VideoQuery,
  order: VideoOrder,
  maxHits: number,
  limit: number,
): Promise<SortedMatches> => sortMatches(db, wanted, order, { maxHits, allowMore: true }, limit)

async function sortMatches(
  db: Db,
  wanted: VideoQuery,
  order: VideoOrder,
  { maxHits, allowMore }: { maxHits: number; allowMore: boolean },
  limit: number,
): Promise<SortedMatches> {
  const rows = await db<(Counts & { id: string | null; value: VideoMatch['value'] })[]>`
    ${withHits(db, wanted, maxHits)}
    select counted.hits, counted.total, page.id, page.value
    from ${counts(db)} as counted
    left join lateral (
      select v.id, ${sortValue(db, order)} as value from index_hits h join videos v on v.id = h.video_id
      where h.is_match and (counted.hits <= ${maxHits} or ${allowMore}) ${afterCursor(db, order)}
      order by ${inOrder(db, order)} limit ${limit + 1}
    ) as page on true`
  const found = rows.flatMap(({ id, value }): VideoMatch[] => (id ? [{ id, value }] : []))
  return { hits: rows[0]?.hits ?? 0, total: rows[0]?.total ?? 0, found }
}
