import type { Cursor } from '../../db/paging.ts'
import type { Db } from '../../db/sql.ts'
import { toCursor, type VideoOrder } from './order.ts'
import {
  countMatches,
  estimateMatches,
  type Found,
  findAll,
  findStep,
  type Wanted,
  walk,
} from './search.queries.ts'

/** Up to so many candidates are all read, counted and sorted. */
const countedUpTo = 2000
/** The most that are ever read at once: of a channel, or when walking did not help. */
const mostRead = 6000
/** How far a page of a common word is looked for at a time. */
const steps = 3000
/**
 * Even to ask the index for a common word takes long, because it answers with all of them. A sample tells
 * beforehand, with a margin that leaves no doubt that there are more than are counted.
 */
const sample = { documents: 4000, isCommonFrom: 6000 } as const

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
  if (wanted.ownerId) return sortPage(db, wanted, order, limit)
  if (await isCommon(db, wanted)) return walkToPage(db, wanted, order, limit, countedUpTo)
  const { looked, total, found } = await findAll(db, wanted, order, { most: countedUpTo }, limit)
  if (looked <= countedUpTo) return { total, isCapped: false, ...cut(found, limit) }
  return walkToPage(db, wanted, order, limit, Math.min(total, countedUpTo))
}

/** How many match, or one more than `most` if they are too many to tell. */
export async function countUp(db: Db, wanted: Wanted, most: number): Promise<number> {
  return (await isCommon(db, wanted)) ? most + 1 : (await countMatches(db, wanted, most)).total
}

/** Never of one channel: the sample is of all, and walking would pass by the videos of all. */
const isCommon = async (db: Db, wanted: Wanted) =>
  !wanted.ownerId && (await estimateMatches(db, wanted, sample.documents)) >= sample.isCommonFrom

/** A page that is not full within the steps ends there: the next one goes on from where this one stopped. */
async function walkToPage(
  db: Db,
  wanted: Wanted,
  order: VideoOrder,
  limit: number,
  total: number,
): Promise<MatchPage> {
  const met = await walk(db, wanted, order, steps, limit)
  const counted = { total: Math.max(total, met.length), isCapped: true }
  if (met.length > limit) return { ...counted, ...cut(met, limit) }
  const last = await findStep(db, order, steps)
  if (!last) return { ...counted, found: met }
  if (met.length > 0) return { ...counted, found: met, next: toCursor(last) }
  // They are far down the order, where walking would take long.
  return sortPage(db, wanted, order, limit)
}

/** Sorts as many as can be read at once. */
async function sortPage(db: Db, wanted: Wanted, order: VideoOrder, limit: number): Promise<MatchPage> {
  const { looked, total, found } = await findAll(
    db,
    wanted,
    order,
    { most: mostRead, evenOfMore: true },
    limit,
  )
  return { total, isCapped: looked > mostRead, ...cut(found, limit) }
}

function cut(found: Found[], limit: number): Pick<MatchPage, 'found' | 'next'> {
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return found.length > limit && last ? { found: shown, next: toCursor(last) } : { found: shown }
}
