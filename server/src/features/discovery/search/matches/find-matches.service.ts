import type { Db } from '../../../../db/sql.ts'
import type { VideoSearch } from '../../../publishing/videos/lists/video-page.service.ts'
import { findMatchPage, type MatchPage } from './find-page.service.ts'
import type { VideoQuery } from './match.fragments.ts'
import { findMostRelevant } from './most-relevant.service.ts'
import type { MatchCursor } from './search-cursor.ts'
import { findTitlesFirst } from './titles-first.service.ts'

export interface SearchOrder extends Pick<VideoSearch, 'sortBy' | 'sortType'> {
  cursor?: MatchCursor | undefined
}

/** A page of the matches in the requested order. `titleMark` finds those with exactly the searched title. */
export async function findMatches(
  db: Db,
  wanted: VideoQuery,
  titleMark: string | undefined,
  { sortBy, sortType, cursor }: SearchOrder,
  limit: number,
): Promise<MatchPage> {
  if (sortBy === 'relevance') return findMostRelevant(db, wanted, titleMark, cursor, limit)
  const order = { sortBy, sortType, cursor }
  if (titleMark && sortBy === 'views' && sortType === 'desc')
    return findTitlesFirst(db, wanted, titleMark, order, limit)
  return findMatchPage(db, wanted, order, limit)
}
