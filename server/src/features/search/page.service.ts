import type { Cursor } from '../../db/paging.ts'
import type { Db } from '../../db/sql.ts'
import { toCursor, type VideoOrder } from './order.ts'
import { type Found, findAll, findStep, type Wanted, walk } from './search.queries.ts'

/** Up to so many matches are all sorted and counted; words of more are common. */
export const countedUpTo = 2000
/** A channel is small enough to sort all of its own. */
const countedOfChannel = 100_000
const unlimited = 1_000_000_000
/** How far a page of a common word is looked for at a time. */
const steps = 10_000

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
  const most = wanted.ownerId ? countedOfChannel : countedUpTo
  const { total, found } = await findAll(db, wanted, order, most, limit)
  if (total <= most) return { total, isCapped: false, ...cut(found, limit) }
  return { total: most, isCapped: true, ...(await walkToPage(db, wanted, order, limit)) }
}

/** A page that is not full within the steps ends there: the next one goes on from where this one stopped. */
export async function walkToPage(db: Db, wanted: Wanted, order: VideoOrder, limit: number) {
  const met = await walk(db, wanted, order, steps, limit)
  if (met.length > limit) return cut(met, limit)
  const last = await findStep(db, order, steps)
  if (!last) return { found: met }
  if (met.length > 0) return { found: met, next: toCursor(last) }
  // All of them are far down the order, where walking would take long: this one time they are all sorted.
  const { found } = await findAll(db, wanted, order, unlimited, limit)
  return cut(found, limit)
}

function cut(found: Found[], limit: number): Pick<MatchPage, 'found' | 'next'> {
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return found.length > limit && last ? { found: shown, next: toCursor(last) } : { found: shown }
}
