import { encodeCursor, type Page, toPage } from '../../../../db/paging.ts'
import type { Db, Sql } from '../../../../db/sql.ts'
import { planByIndexes } from '../../../../db/transaction-settings.ts'
import {
  findAllOf,
  findLastStep,
  type ListedVideoRow,
  type ListOptions,
  restOfFilter,
  sortVideos,
  walkVideos,
} from './video-list.queries.ts'
import { toCursor } from './video-order.fragments.ts'

/** How many videos are read along the order, and how many matches of a filter are sorted instead. */
const steps = 3000
const maxSorted = 3000

/**
 * A page of videos that reads a bounded number of rows. Each order has an index; if few of its first videos pass the
 * filters, the matches are found by a filter's own index and sorted. If there are too many for that, the page is short
 * and its cursor marks the start of the next one.
 */
export async function listVideos(sql: Sql, options: ListOptions): Promise<Page<ListedVideoRow>> {
  const isFiltered = Object.keys(restOfFilter(options)).length > 0
  if (!isFiltered) return findPage(sql, options)
  return sql.begin('read only', async (tx) => {
    await planByIndexes(tx)
    return findPage(tx, options)
  })
}

async function findPage(db: Db, options: ListOptions): Promise<Page<ListedVideoRow>> {
  const { limit } = options
  const matches = await walkVideos(db, options, steps)
  const end = matches.length > limit ? undefined : await findLastStep(db, options, steps)
  if (!end) return toPage(matches, limit, toCursor)
  for (const [name, value] of Object.entries(restOfFilter(options))) {
    const ids = await findAllOf(db, options, { [name]: value }, maxSorted)
    if (ids) return toPage(await sortVideos(db, options, ids), limit, toCursor)
  }
  return { rows: matches, nextCursor: encodeCursor(toCursor(end)) }
}
