import type { Cursor } from '../../../../db/paging.ts'
import type { Db } from '../../../../db/sql.ts'
import { toCursor, type VideoOrder } from '../../../publishing/videos/lists/video-order.fragments.ts'
import {
  countMatches,
  type Estimate,
  estimateMatches,
  findAll,
  findStep,
  isAnyLeft,
  type VideoMatch,
  type VideoQuery,
  walk,
} from './search.queries.ts'

/** Up to this many candidates are all read, counted and sorted. */
const countedUpTo = 1000
/** The most candidates that are ever read at once: of a channel, or when reading along the order found nothing. */
const maxRead = 6000
/** The same for phrases of common words, for which the index is slow. */
const maxReadOfPhrase = 2000
/** How many videos of the order are read for a page of a common word. */
const steps = 3000
/**
 * The index is slow for a common word, because it returns all matches. A sample of the documents tells beforehand
 * whether a word is common, with a margin that makes sure that there are more matches than are counted.
 */
const sample = { documents: 4000, isCommonFrom: 4000 } as const

export interface MatchPage {
  /** How many match in all, as far as they were counted. */
  total: number
  isCapped: boolean
  found: VideoMatch[]
  /** Where the next page begins, if there is one. */
  next?: Cursor
}

/**
 * Matches of rare words are found by the index of words and sorted. Common ones are found soon by reading along the
 * index of the order. So a page costs about the same for any word.
 */
export async function findPage(
  db: Db,
  wanted: VideoQuery,
  order: VideoOrder,
  limit: number,
): Promise<MatchPage> {
  if (wanted.ownerId) return sortPage(db, wanted, order, { limit, most: maxRead })
  const estimate = await estimateMatches(db, wanted, sample.documents)
  if (isCommon(estimate, 'candidates')) {
    const total = isCommon(estimate, 'matches') ? countedUpTo : estimate.matches
    const isPhrase = wanted.query !== wanted.candidates
    return walkToPage(db, wanted, order, { limit, total, most: isPhrase ? maxReadOfPhrase : maxRead })
  }
  const { examined, total, found } = await findAll(db, wanted, order, { most: countedUpTo }, limit)
  if (examined <= countedUpTo) return { total, isCapped: false, ...cut(found, limit) }
  return walkToPage(db, wanted, order, { limit, total: Math.min(total, countedUpTo), most: maxRead })
}

/** How many match, or about how many if they are more than `most`. */
export async function countApproximately(db: Db, wanted: VideoQuery, most: number): Promise<number> {
  // The sample is of all channels, so it says nothing about a single one.
  if (!wanted.ownerId) {
    const estimate = await estimateMatches(db, wanted, sample.documents)
    const matches = estimate.matches * estimate.scale
    // Of very many candidates, the first few of the index would say less than the sample.
    if (matches > most || isCommon(estimate, 'candidates')) return matches
  }
  return (await countMatches(db, wanted, most)).total
}

/** Whether the index would be slow, because it returns very many candidates. */
export const hasManyCandidates = async (db: Db, wanted: VideoQuery) =>
  isCommon(await estimateMatches(db, wanted, sample.documents), 'candidates')

const isCommon = (estimate: Estimate, what: 'matches' | 'candidates') =>
  estimate[what] * estimate.scale >= sample.isCommonFrom

interface Bounds {
  limit: number
  /** How many candidates are read when they are sorted. */
  most: number
}

/** A page may be short when its steps are used up; the next one continues from there. */
async function walkToPage(
  db: Db,
  wanted: VideoQuery,
  order: VideoOrder,
  { total, ...bounds }: Bounds & { total: number },
): Promise<MatchPage> {
  const { limit } = bounds
  const met = await walk(db, wanted, order, steps, limit)
  const counted = { total: Math.max(total, met.length), isCapped: true }
  if (met.length > limit) return { ...counted, ...cut(met, limit) }
  const last = await findStep(db, order, steps)
  if (!last) return { ...counted, found: met }
  const goOn = { ...counted, found: met, next: toCursor(last) }
  if (met.length > 0) return goOn
  // The matches are far down the order, where reading along it would take long. They may be few enough to be sorted.
  const sorted = await sortPage(db, wanted, order, bounds)
  if (!sorted.isCapped || sorted.next) return sorted
  const isGoingOn = order.cursor ? await isAnyLeft(db, wanted, order, sample.documents) : total > 0
  return isGoingOn ? goOn : sorted
}

/** Sorts as many candidates as may be read at once. */
async function sortPage(
  db: Db,
  wanted: VideoQuery,
  order: VideoOrder,
  { limit, most }: Bounds,
): Promise<MatchPage> {
  const { examined, total, found } = await findAll(db, wanted, order, { most, allowMore: true }, limit)
  return { total, isCapped: examined > most, ...cut(found, limit) }
}

function cut(found: VideoMatch[], limit: number): Pick<MatchPage, 'found' | 'next'> {
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return found.length > limit && last ? { found: shown, next: toCursor(last) } : { found: shown }
}
