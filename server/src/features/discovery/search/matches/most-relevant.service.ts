import type { Db } from '../../../../db/sql.ts'
import type { VideoOrder } from '../../../publishing/videos/lists/video-order.fragments.ts'
import { cut, type MatchPage, maxCounted } from './find-page.service.ts'
import type { VideoMatch, VideoQuery } from './match.fragments.ts'
import { rankMatches } from './rank-matches.queries.ts'
import { estimateMatches, hasManyHits } from './sample-documents.queries.ts'
import type { MatchCursor } from './search-cursor.ts'
import { sortFirstMatches } from './sort-matches.queries.ts'
import { walkOrder } from './walk-order.queries.ts'

/** Of the matches of common words, this many of the most viewed are sorted by relevance. */
const maxPopular = 500
const mostViewed: VideoOrder = { sortBy: 'views', sortType: 'desc' }

/**
 * A page of the most relevant matches. Only a bounded number of them can be compared, so for common words the results
 * are those with the title and the most viewed others; if few of the most viewed videos match, also the first hits of
 * the index.
 */
export async function findMostRelevant(
  db: Db,
  wanted: VideoQuery,
  titleMark: string | undefined,
  cursor: MatchCursor | undefined,
  limit: number,
): Promise<MatchPage> {
  const isCommon = !wanted.ownerId && hasManyHits(await estimateMatches(db, wanted))
  if (!isCommon) {
    const ranking = { titleMark, known: [], maxHits: maxCounted, cursor }
    const { hits, total, found } = await rankMatches(db, wanted, ranking, limit)
    if (hits <= maxCounted) return { total, isCapped: false, ...cut(found, limit) }
  }
  const titles = titleMark ? await findTitles(db, wanted, titleMark) : []
  const popular = wanted.ownerId ? [] : await walkOrder(db, wanted, mostViewed, maxPopular - 1)
  const known = [...titles, ...popular].map(({ id }) => id)
  const maxHits = popular.length >= maxPopular ? 0 : maxCounted
  const { total, found } = await rankMatches(db, wanted, { titleMark, known, maxHits, cursor }, limit)
  return { total: Math.max(total, known.length), isCapped: true, ...cut(found, limit) }
}

async function findTitles(db: Db, wanted: VideoQuery, titleMark: string): Promise<VideoMatch[]> {
  const withTitle = { ...wanted, query: titleMark, indexQuery: titleMark }
  const { found } = await sortFirstMatches(db, withTitle, mostViewed, maxPopular, maxPopular)
  return found
}
