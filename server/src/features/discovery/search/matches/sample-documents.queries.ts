import type { Db } from '../../../../db/sql.ts'
import { afterCursor, type VideoOrder } from '../../../publishing/videos/lists/video-order.fragments.ts'
import { isHit, isMatch, type VideoQuery } from './match.fragments.ts'

/**
 * The index is slow for a common word, because it returns all hits. A sample of the documents shows beforehand whether
 * a word is common, with a margin that ensures that there are more matches than are counted.
 */
const sampleSize = 4000
const commonFrom = 4000

interface MatchEstimate {
  /** How many documents of the sample match, and how many the index would return. */
  matches: number
  hits: number
  /** How many documents each document of the sample represents; 0 if the table is too small for a sample. */
  scale: number
}

/** Estimates the matches from a sample of the table's blocks, which contain all channels. */
export async function estimateMatches(db: Db, wanted: VideoQuery): Promise<MatchEstimate> {
  const size = await countDocuments(db)
  if (size <= sampleSize) return { matches: 0, hits: 0, scale: 0 }
  const [row] = await db<Omit<MatchEstimate, 'scale'>[]>`
    select (count(*) filter (where ${isMatch(db, wanted)}))::integer as matches, count(*)::integer as hits
    from ${sampled(db, size)} where ${isHit(db, wanted)}`
  return { matches: 0, hits: 0, ...row, scale: size / sampleSize }
}

/** Whether the index would be slow. */
export const hasManyHits = ({ hits, scale }: MatchEstimate) => hits * scale >= commonFrom

export const hasManyMatches = ({ matches, scale }: MatchEstimate) => matches * scale >= commonFrom

/** Whether any document of the same sample matches and comes after the cursor. */
export async function hasMatchesLeft(db: Db, wanted: VideoQuery, order: VideoOrder): Promise<boolean> {
  const size = await countDocuments(db)
  if (size <= sampleSize) return false
  const rows = await db`
    select from ${sampled(db, size)}
    cross join lateral (
      select from videos v where v.id = d.video_id ${afterCursor(db, order)} offset 0
    ) as v
    where ${isHit(db, wanted)} and ${isMatch(db, wanted)} limit 1`
  return rows.length > 0
}

/** By transaction: a search for many words estimates the matches of each. */
const counts = new WeakMap<Db, Promise<number>>()

/** The approximate number of documents, read once in a search. */
function countDocuments(db: Db): Promise<number> {
  const count = counts.get(db) ?? readCount(db)
  counts.set(db, count)
  return count
}

/** From the statistics of the database. */
async function readCount(db: Db): Promise<number> {
  const [table] = await db<{ size: number }[]>`
    select reltuples::float8 as size from pg_class where oid = 'search_documents'::regclass`
  return table?.size ?? 0
}

const sampled = (db: Db, size: number) => db`
  search_documents d tablesample system (${100 * (sampleSize / size)}::real) repeatable (1)`
