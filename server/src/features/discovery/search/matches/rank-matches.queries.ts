import { numberAt } from '../../../../db/paging.ts'
import type { Db } from '../../../../db/sql.ts'
import type { VideoMatch, VideoQuery } from './match.fragments.ts'
import type { MatchCursor } from './search-cursor.ts'
import { counts, type SortedMatches, withHits } from './sort-matches.queries.ts'

interface Ranking {
  titleMark: string | undefined
  /** Matches that are known already, besides the first `maxHits` hits of the index. */
  known: string[]
  maxHits: number
  cursor: MatchCursor | undefined
}

/**
 * Sorts matches by relevance: first those whose whole title is the text, then by where the words are (title, channel,
 * description), how often and how close together. Among similar ones, those with more views come first.
 */
export async function rankMatches(
  db: Db,
  wanted: VideoQuery,
  { titleMark, known, maxHits, cursor }: Ranking,
  limit: number,
): Promise<SortedMatches> {
  const rows = await db<{ hits: number; total: number; id: string | null; value: number }[]>`
    ${withHits(db, wanted, maxHits)}, ranked as materialized (
      select d.video_id as id, ${titleMark ? db`10 * (d.document @@ ${titleMark}::tsquery)::integer +` : db``}
        ts_rank('{0.05, 0.1, 0.4, 1}', d.document, ${wanted.rankQuery}::tsquery) + 0.01 * ln(1 + v.views) as value
      from (
        select video_id from index_hits where is_match union select unnest(${known}::uuid[])
      ) as m join search_documents d on d.video_id = m.video_id join videos v on v.id = m.video_id
    )
    select counted.hits, counted.total, page.id, page.value
    from ${counts(db)} as counted
    left join lateral (
      select id, value from ranked
      ${cursor ? db`where (value, id) < (${numberAt(cursor)}::float8, ${cursor.id}::uuid)` : db``}
      order by value desc, id desc limit ${limit + 1}
    ) as page on true`
  const found = rows.flatMap(({ id, value }): VideoMatch[] => (id ? [{ id, value }] : []))
  return { hits: rows[0]?.hits ?? 0, total: rows[0]?.total ?? 0, found }
}
