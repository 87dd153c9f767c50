import type { Db } from '../../../../db/sql.ts'
import { toCursor, type VideoOrder } from '../../../publishing/videos/lists/video-order.fragments.ts'
import type { VideoMatch, VideoQuery } from './match.fragments.ts'
import { estimateMatches, hasManyHits, hasManyMatches, hasMatchesLeft } from './sample-documents.queries.ts'
import type { MatchCursor } from './search-cursor.ts'
import { sortAllMatches, sortFirstMatches } from './sort-matches.queries.ts'
import { findLastStep, walkOrder } from './walk-order.queries.ts'

/** Up to this many hits are read, counted and sorted. */
export const maxCounted = 1000
/** The most hits read at once: in a channel, or if walking along the order has found nothing. */
const maxRead = 6000
/** The same for phrases of common words, for which the index is slow. */
const maxReadOfPhrase = 2000

export interface MatchPage {
  /** The number of matches, as far as they were counted. */
  total: number
  isCapped: boolean
  found: VideoMatch[]
  /** Where the next page begins, if there is one. */
  next?: MatchCursor
}

/**
 * Matches of rare words are found by the index of words and sorted. Matches of common words are found quickly by
 * walking along the index of the order. So a page costs about the same for any word.
 */
export async function findMatchPage(
  db: Db,
  wanted: VideoQuery,
  order: VideoOrder,
  limit: number,
): Promise<MatchPage> {
  if (wanted.ownerId) return sortPage(db, wanted, order, limit, maxRead)
  const estimate = await estimateMatches(db, wanted)
  if (hasManyHits(estimate)) {
    const total = hasManyMatches(estimate) ? maxCounted : estimate.matches
    const isPhrase = wanted.query !== wanted.indexQuery
    return walkToPage(db, wanted, order, limit, { total, maxSorted: isPhrase ? maxReadOfPhrase : maxRead })
  }
  const { hits, total, found } = await sortAllMatches(db, wanted, order, maxCounted, limit)
  if (hits <= maxCounted) return { total, isCapped: false, ...cut(found, limit) }
  return walkToPage(db, wanted, order, limit, { total: Math.min(total, maxCounted), maxSorted: maxRead })
}

/** A page is short if the maximum number of steps is reached; the next page continues from there. */
async function walkToPage(
  db: Db,
  wanted: VideoQuery,
  order: VideoOrder,
  limit: number,
  known: { total: number; maxSorted: number },
): Promise<MatchPage> {
  const matches = await walkOrder(db, wanted, order, limit)
  const counted = { total: Math.max(known.total, matches.length), isCapped: true }
  if (matches.length > limit) return { ...counted, ...cut(matches, limit) }
  const last = await findLastStep(db, order)
  if (!last) return { ...counted, found: matches }
  const shortPage = { ...counted, found: matches, next: toCursor(last) }
  if (matches.length > 0) return shortPage
  // The matches are far down the order, where walking would take long. They may be few enough to be sorted.
  const sorted = await sortPage(db, wanted, order, limit, known.maxSorted)
  if (!sorted.isCapped || sorted.next) return sorted
  const hasMore = order.cursor ? await hasMatchesLeft(db, wanted, order) : known.total > 0
  return hasMore ? shortPage : sorted
}

/** Sorts as many hits as may be read at once. */
async function sortPage(
  db: Db,
  wanted: VideoQuery,
  order: VideoOrder,
  limit: number,
  maxHits: number,
): Promise<MatchPage> {
  const { hits, total, found } = await sortFirstMatches(db, wanted, order, maxHits, limit)
  return { total, isCapped: hits > maxHits, ...cut(found, limit) }
}

export function cut(found: VideoMatch[], limit: number): Pick<MatchPage, 'found' | 'next'> {
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return found.length > limit && last ? { found: shown, next: toCursor(last) } : { found: shown }
}
