import type { Cursor } from '../../../../db/paging.ts'
import type { Db } from '../../../../db/sql.ts'
import { toCursor, type VideoOrder } from '../../../publishing/videos/lists/video-order.fragments.ts'
import type { VideoMatch, VideoQuery } from './match.fragments.ts'
import { estimateMatches, hasManyHits, hasManyMatches, isAnyLeft } from './sample-documents.queries.ts'
import { sortAllMatches, sortFirstMatches } from './sort-matches.queries.ts'
import { findLastStep, walkOrder } from './walk-order.queries.ts'

/** Up to this many hits are all read, counted and sorted. */
const countedUpTo = 1000
/** The most hits that are ever read at once: of a channel, or when walking along the order found nothing. */
const maxRead = 6000
/** The same for phrases of common words, for which the index is slow. */
const maxReadOfPhrase = 2000

export interface MatchPage {
  /** How many match in all, as far as they were counted. */
  total: number
  isCapped: boolean
  found: VideoMatch[]
  /** Where the next page begins, if there is one. */
  next?: Cursor
}

/**
 * Matches of rare words are found by the index of words and sorted. Common ones are found soon by walking along the
 * index of the order. So a page costs about the same for any word.
 */
export async function findPage(
  db: Db,
  wanted: VideoQuery,
  order: VideoOrder,
  limit: number,
): Promise<MatchPage> {
  if (wanted.ownerId) return sortPage(db, wanted, order, limit, maxRead)
  const estimate = await estimateMatches(db, wanted)
  if (hasManyHits(estimate)) {
    const total = hasManyMatches(estimate) ? countedUpTo : estimate.matches
    const isPhrase = wanted.query !== wanted.indexQuery
    return walkToPage(db, wanted, order, limit, { total, maxSorted: isPhrase ? maxReadOfPhrase : maxRead })
  }
  const { hits, total, found } = await sortAllMatches(db, wanted, order, countedUpTo, limit)
  if (hits <= countedUpTo) return { total, isCapped: false, ...cut(found, limit) }
  return walkToPage(db, wanted, order, limit, { total: Math.min(total, countedUpTo), maxSorted: maxRead })
}

/** A page may be short when its steps are used up; the next one continues from there. */
async function walkToPage(
  db: Db,
  wanted: VideoQuery,
  order: VideoOrder,
  limit: number,
  known: { total: number; maxSorted: number },
): Promise<MatchPage> {
  const met = await walkOrder(db, wanted, order, limit)
  const counted = { total: Math.max(known.total, met.length), isCapped: true }
  if (met.length > limit) return { ...counted, ...cut(met, limit) }
  const last = await findLastStep(db, order)
  if (!last) return { ...counted, found: met }
  const shortPage = { ...counted, found: met, next: toCursor(last) }
  if (met.length > 0) return shortPage
  // The matches are far down the order, where walking along it would take long. They may be few enough to be sorted.
  const sorted = await sortPage(db, wanted, order, limit, known.maxSorted)
  if (!sorted.isCapped || sorted.next) return sorted
  const isAnyAhead = order.cursor ? await isAnyLeft(db, wanted, order) : known.total > 0
  return isAnyAhead ? shortPage : sorted
}

/** Sorts as many hits as may be read at once. */
async function sortPage(
  db: Db,
  wanted: VideoQuery,
  order: VideoOrder,
  limit: number,
  most: number,
): Promise<MatchPage> {
  const { hits, total, found } = await sortFirstMatches(db, wanted, order, most, limit)
  return { total, isCapped: hits > most, ...cut(found, limit) }
}

function cut(found: VideoMatch[], limit: number): Pick<MatchPage, 'found' | 'next'> {
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return found.length > limit && last ? { found: shown, next: toCursor(last) } : { found: shown }
}
