import type { Cursor } from '../../db/paging.ts'
import type { Db } from '../../db/sql.ts'
import { toCursor, type VideoOrder } from './order.ts'
import {
  countMatches,
  type Estimate,
  estimateMatches,
  type Found,
  findAll,
  findStep,
  isAnyLeft,
  type Wanted,
  walk,
} from './search.queries.ts'

/** Up to so many candidates are all read, counted and sorted. */
const countedUpTo = 1000
/** The most that are ever read at once: of a channel, or when walking did not help. */
const mostRead = 6000
/** Of words that are common together: the index answers slowly then. */
const mostReadOfPhrase = 2000
/** How far a page of a common word is looked for at a time. */
const steps = 3000
/**
 * Even to ask the index for a common word takes long, because it answers with all of them. A sample tells
 * beforehand, with a margin that leaves no doubt that there are more than are counted.
 */
const sample = { documents: 4000, isCommonFrom: 4000 } as const

export interface MatchPage {
  /** How many match in all, as far as they were counted. */
  total: number
  isCapped: boolean
  found: Found[]
  /** Where the next page begins, if there is one. */
  next?: Cursor
}

/**
 * Rare words are found by their index and sorted. Matches of common ones are met soon by walking along the
 * order's own index, so that a page costs about the same for any word.
 */
export async function findPage(db: Db, wanted: Wanted, order: VideoOrder, limit: number): Promise<MatchPage> {
  if (wanted.ownerId) return sortPage(db, wanted, order, { limit, most: mostRead })
  const estimate = await estimateMatches(db, wanted, sample.documents)
  if (isCommon(estimate, 'candidates')) {
    const total = isCommon(estimate, 'matches') ? countedUpTo : estimate.matches
    const isPhrase = wanted.query !== wanted.candidates
    return walkToPage(db, wanted, order, { limit, total, most: isPhrase ? mostReadOfPhrase : mostRead })
  }
  const { looked, total, found } = await findAll(db, wanted, order, { most: countedUpTo }, limit)
  if (looked <= countedUpTo) return { total, isCapped: false, ...cut(found, limit) }
  return walkToPage(db, wanted, order, { limit, total: Math.min(total, countedUpTo), most: mostRead })
}

/** How many match, or about how many if they are more than `most`. */
export async function countUp(db: Db, wanted: Wanted, most: number): Promise<number> {
  // The sample is of all channels, and tells nothing about one.
  if (!wanted.ownerId) {
    const estimate = await estimateMatches(db, wanted, sample.documents)
    const matches = estimate.matches * estimate.scale
    // Of very many candidates the first few that the index answers with would tell less than the sample did.
    if (matches > most || isCommon(estimate, 'candidates')) return matches
  }
  return (await countMatches(db, wanted, most)).total
}

/** Whether it takes long to ask the index for it. */
export const hasManyCandidates = async (db: Db, wanted: Wanted) =>
  isCommon(await estimateMatches(db, wanted, sample.documents), 'candidates')

const isCommon = (estimate: Estimate, what: 'matches' | 'candidates') =>
  estimate[what] * estimate.scale >= sample.isCommonFrom

interface Bounds {
  limit: number
  /** How many candidates are read when they are sorted. */
  most: number
}

/** A page that is not full within the steps ends there: the next one goes on from where this one stopped. */
async function walkToPage(
  db: Db,
  wanted: Wanted,
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
  // They are far down the order, where walking would take long, unless they are only few of the candidates.
  const sorted = await sortPage(db, wanted, order, bounds)
  if (!sorted.isCapped || sorted.next) return sorted
  const isGoingOn = order.cursor ? await isAnyLeft(db, wanted, order, sample.documents) : total > 0
  return isGoingOn ? goOn : sorted
}

/** Sorts as many as can be read at once. */
async function sortPage(
  db: Db,
  wanted: Wanted,
  order: VideoOrder,
  { limit, most }: Bounds,
): Promise<MatchPage> {
  const { looked, total, found } = await findAll(db, wanted, order, { most, evenOfMore: true }, limit)
  return { total, isCapped: looked > most, ...cut(found, limit) }
}

function cut(found: Found[], limit: number): Pick<MatchPage, 'found' | 'next'> {
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return found.length > limit && last ? { found: shown, next: toCursor(last) } : { found: shown }
}
