import type { Owner } from '@vireo/contract'
import type { Db, Sql } from '../../db/sql.ts'
import { toOwner } from '../accounts/accounts.view.ts'
import { findChannels } from './channels.queries.ts'
import type { VideoOrder } from './order.ts'
import { combine, type Tsquery } from './query.ts'
import { findAll, fixPlans, listTitles, walk } from './search.queries.ts'
import { readTerms } from './search.service.ts'

const shown = { titles: 5, channels: 3 } as const
/** Some titles are the same. */
const titlesFound = 3 * shown.titles
const longestText = 100
const mostViewed: VideoOrder = { sortBy: 'views', sortType: 'desc' }
/** So many titles are sorted by their views; of more, those among the most viewed videos are taken. */
const sorted = 500
const steps = 3000
/** Beginnings of fewer letters are those of very many words. */
const rareFrom = 3

export async function suggest(sql: Sql, text: string): Promise<{ titles: string[]; channels: Owner[] }> {
  return sql.begin('read only', async (tx) => {
    const typed = text.slice(0, longestText)
    const inTitles = combine(await readTerms(tx, typed, { shortestPrefix: 1, weight: 'A' }))
    const inNames = combine(await readTerms(tx, typed, { shortestPrefix: 1 }))
    if (!inTitles || !inNames) return { titles: [], channels: [] }
    await fixPlans(tx)
    const found = await findTitles(tx, inTitles, typed)
    const titles = await listTitles(
      tx,
      found.map((row) => row.id),
    )
    const channels = await findChannels(tx, inNames.query, shown.channels)
    return { titles: [...new Set(titles)].slice(0, shown.titles), channels: channels.map(toOwner) }
  })
}

async function findTitles(db: Db, tsquery: Tsquery, typed: string) {
  const isRare = (typed.trim().split(/\s+/).at(-1) ?? '').length >= rareFrom
  if (isRare) {
    const { looked, found } = await findAll(db, tsquery, mostViewed, { most: sorted }, titlesFound)
    if (looked <= sorted) return found
  }
  return walk(db, tsquery, mostViewed, steps, titlesFound)
}
