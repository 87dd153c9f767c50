import type { Owner } from '@vireo/contract'
import type { Db, Sql } from '../../../db/sql.ts'
import { planSearchByIndexes } from '../../../db/transaction-settings.ts'
import { toOwner } from '../../people/accounts/accounts.view.ts'
import type { VideoOrder } from '../../publishing/videos/lists/video-order.fragments.ts'
import { findChannels } from './channels.queries.ts'
import type { VideoMatch } from './matches/match.fragments.ts'
import { estimateMatches, hasManyHits } from './matches/sample-documents.queries.ts'
import { sortFirstMatches } from './matches/sort-matches.queries.ts'
import { walkOrder } from './matches/walk-order.queries.ts'
import { withSearchBudget } from './search-limits.ts'
import { listTitles } from './suggestions.queries.ts'
import { combine, type Tsquery } from './words/parse-search.ts'
import { readTerms } from './words/read-terms.queries.ts'

const shown = { titles: 5, channels: 3 } as const
/** More than are shown, because some titles are the same. */
const titlesFound = 3 * shown.titles
const longestText = 100
const mostViewed: VideoOrder = { sortBy: 'views', sortType: 'desc' }
/** Up to this many hits are sorted by views. If there are more, matches among the most viewed videos come first. */
const sorted = 500
/** Prefixes of fewer letters than this match very many words. */
const rareFrom = 3

/** Leaves out videos and channels that the viewer has hidden. */
export async function suggest(
  sql: Sql,
  text: string,
  viewerId: string | undefined,
): Promise<{ titles: string[]; channels: Owner[] }> {
  return withSearchBudget(sql, async (tx) => {
    const typed = text.slice(0, longestText)
    const { terms } = await readTerms(tx, typed, { shortestPrefix: 1, weight: 'A' })
    const inTitles = combine(terms)
    const inNames = combine((await readTerms(tx, typed, { shortestPrefix: 1 })).terms)
    if (!inTitles || !inNames) return { titles: [], channels: [] }
    await planSearchByIndexes(tx)
    const found = await findTitles(tx, inTitles)
    const titles = await listTitles(
      tx,
      found.map((row) => row.id),
      viewerId,
    )
    const channels = await findChannels(tx, inNames.query, shown.channels, {
      isRare: isRare(terms.at(-1)?.last ?? ''),
      recommendedTo: viewerId,
    })
    return { titles: [...new Set(titles)].slice(0, shown.titles), channels: channels.map(toOwner) }
  })
}

/** `word` is folded as in the index, without punctuation. Two letters of a script without spaces are rare enough. */
const isRare = (word: string) =>
  [...word].length >= rareFrom || /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}]{2}$/u.test(word)

async function findTitles(db: Db, tsquery: Tsquery): Promise<VideoMatch[]> {
  const isCommon = hasManyHits(await estimateMatches(db, tsquery))
  if (isCommon) return walkOrder(db, tsquery, mostViewed, titlesFound)
  const { hits, found } = await sortFirstMatches(db, tsquery, mostViewed, sorted, titlesFound)
  if (hits <= sorted) return found
  const popular = await walkOrder(db, tsquery, mostViewed, titlesFound)
  return [...popular, ...found]
}
