import type { Db } from '../../../../db/sql.ts'
import { isRecommended } from '../../../publishing/videos/lists/recommended.access.ts'
import type { VideoFilter } from '../../../publishing/videos/lists/video-filters.ts'
import {
  afterCursor,
  inOrder,
  sortValue,
  type VideoOrder,
} from '../../../publishing/videos/lists/video-order.fragments.ts'
import type { IndexedWords, Tsquery } from '../words/parse-search.ts'

/** The words and filters of a search. */
export interface VideoQuery extends VideoFilter, Tsquery {
  ownerId?: string | undefined
}

export interface VideoMatch {
  id: string
  value: Date | string | number
}

/** The words of each text as the index contains them, and the stems of single words. */
export async function readIndexedWords(
  db: Db,
  texts: string[],
  { withForms }: { withForms?: boolean },
): Promise<IndexedWords[]> {
  const stems = withForms
    ? db`case cardinality(words) when 1 then search_stems_of(words[1]) else '{}' end`
    : db`'{}'::text[]`
  return db<IndexedWords[]>`
    select words, ${stems} as stems
    from unnest(${texts}::text[]) with ordinality as t (text, place)
    cross join lateral (select search_words(text, true) as words offset 0) as folded
    order by place`
}

/** The conditions that an index can check. */
const isCandidate = (db: Db, { candidates, since, hasCaptions }: VideoQuery) => db`
  d.document @@ (${candidates}::tsquery ${hasCaptions ? db`&& ''':captions'''::tsquery` : db``}) ${since ? db`and d.created_at >= ${since}` : db``}`

/** The conditions for which the document has to be read. Few candidates may pass, so candidates are counted first. */
const isMatch = (db: Db, { query, duration }: VideoQuery) => db`
  (d.document @@ ${query}::tsquery
  ${duration ? db`and d.duration >= ${duration[0]} and d.duration < ${duration[1]}` : db``})`

const documents = (db: Db, { ownerId }: VideoQuery) =>
  ownerId
    ? db`videos o join search_documents d on d.video_id = o.id and o.owner_id = ${ownerId}`
    : db`search_documents d`

export interface Estimate {
  /** How many documents of the sample match, and how many the index would return. */
  matches: number
  candidates: number
  /** How many documents each one of the sample stands for; 0 if the table is too small for a sample. */
  scale: number
}

/** Estimates the matches with a sample of blocks of the table that contain about `sample` documents. */
export async function estimateMatches(db: Db, wanted: VideoQuery, sample: number): Promise<Estimate> {
  const size = await countDocuments(db)
  if (size <= sample) return { matches: 0, candidates: 0, scale: 0 }
  const [row] = await db<Omit<Estimate, 'scale'>[]>`
    select (count(*) filter (where ${isMatch(db, wanted)}))::integer as matches, count(*)::integer as candidates
    from ${sampled(db, sample / size)} where ${isCandidate(db, wanted)}`
  return { matches: 0, candidates: 0, ...row, scale: size / sample }
}

/** Whether any document of the same sample matches and comes after the cursor. */
export async function isAnyLeft(
  db: Db,
  wanted: VideoQuery,
  order: VideoOrder,
  sample: number,
): Promise<boolean> {
  const size = await countDocuments(db)
  if (size <= sample) return false
  const rows = await db`
    select from ${sampled(db, sample / size)}
    cross join lateral (
      select from videos v where v.id = d.video_id ${afterCursor(db, order)} offset 0
    ) as v
    where ${isCandidate(db, wanted)} and ${isMatch(db, wanted)} limit 1`
  return rows.length > 0
}

/** About how many there are, by the statistics of the database. */
async function countDocuments(db: Db): Promise<number> {
  const [table] = await db<{ size: number }[]>`
    select reltuples::float8 as size from pg_class where oid = 'search_documents'::regclass`
  return table?.size ?? 0
}

const sampled = (db: Db, share: number) => db`
  search_documents d tablesample system (${100 * share}::real) repeatable (1)`

const candidates = (db: Db, wanted: VideoQuery, most: number) => db`
  candidates as materialized (
    select d.video_id, ${isMatch(db, wanted)} as is_match from ${documents(db, wanted)}
    where ${isCandidate(db, wanted)} limit ${most + 1}
  )`

interface Counted {
  /** How many candidates were read: `most + 1` if there are more. */
  examined: number
  total: number
}

const counted = (db: Db) => db`
  (select count(*)::integer as examined, (count(*) filter (where is_match))::integer as total from candidates)`

/** How many of the first `most` candidates match. */
export async function countMatches(db: Db, wanted: VideoQuery, most: number): Promise<Counted> {
  const [row] = await db<Counted[]>`
    with ${candidates(db, wanted, most)} select examined, total from ${counted(db)} as counted`
  return row ?? { examined: 0, total: 0 }
}

/** The matches among the first `most` candidates, sorted; none if there are more candidates, unless `allowMore`. */
export async function findAll(
  db: Db,
  wanted: VideoQuery,
  order: VideoOrder,
  { most, allowMore = false }: { most: number; allowMore?: boolean },
  limit: number,
) {
  const rows = await db<(Counted & { id: string | null; value: VideoMatch['value'] })[]>`
    with ${candidates(db, wanted, most)}
    select counted.examined, counted.total, page.id, page.value
    from ${counted(db)} as counted
    left join lateral (
      select v.id, ${sortValue(db, order)} as value from candidates c join videos v on v.id = c.video_id
      where c.is_match and (counted.examined <= ${most} or ${allowMore}) ${afterCursor(db, order)}
      order by ${inOrder(db, order)} limit ${limit + 1}
    ) as page on true`
  const found = rows.flatMap(({ id, value }): VideoMatch[] => (id ? [{ id, value }] : []))
  return { examined: rows[0]?.examined ?? 0, total: rows[0]?.total ?? 0, found }
}

/** The matches among the next `steps` videos of the order; stops when the page is full. */
export async function walk(db: Db, wanted: VideoQuery, order: VideoOrder, steps: number, limit: number) {
  return db<VideoMatch[]>`
    select v.id, ${sortValue(db, order)} as value
    from (
      select v.* from videos v where v.is_listed ${afterCursor(db, order)}
      order by ${inOrder(db, order)} limit ${steps}
    ) as v
    -- offset 0 keeps it a lookup per row, so that reading stops when the page is full.
    cross join lateral (select * from search_documents d where d.video_id = v.id offset 0) as d
    where ${isCandidate(db, wanted)} and ${isMatch(db, wanted)}
    order by ${inOrder(db, order)} limit ${limit + 1}`
}

/** The last of the next `steps` videos of the order; undefined if there are fewer. */
export async function findStep(db: Db, order: VideoOrder, steps: number): Promise<VideoMatch | undefined> {
  const [row] = await db<VideoMatch[]>`
    select v.id, ${sortValue(db, order)} as value from videos v
    where v.is_listed ${afterCursor(db, order)}
    order by ${inOrder(db, order)} offset ${steps - 1} limit 1`
  return row
}

/** Without those that are not recommended to the viewer. */
export async function listTitles(db: Db, ids: string[], viewerId: string | undefined): Promise<string[]> {
  const rows = await db<{ id: string; title: string }[]>`
    select v.id, v.title from videos v join users u on u.id = v.owner_id and u.is_active
    where v.id = any(${ids}) and ${isRecommended(db, viewerId)}`
  const byId = new Map(rows.map((row) => [row.id, row.title]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
