import type { Owner } from '@vireo/contract'
import type { Context } from '../../../context/context.ts'
import type { Sql } from '../../../db/sql.ts'
import { planSearchByIndexes } from '../../../db/transaction-settings.ts'
import { toOwner } from '../../people/accounts/accounts.view.ts'
import type { TweetListOptions } from '../../publishing/tweets/tweets.queries.ts'
import type { FindTweets } from '../../publishing/tweets/tweets.service.ts'
import type {
  FindVideos,
  VideoMatches,
  VideoSearch,
} from '../../publishing/videos/lists/video-page.service.ts'
import { findChannels } from './channels.queries.ts'
import { findMatches } from './matches/find-matches.service.ts'
import type { MatchPage } from './matches/find-page.service.ts'
import type { VideoQuery } from './matches/match.fragments.ts'
import { decodeSearchCursor, encodeSearchCursor, type SearchCursor } from './matches/search-cursor.ts'
import { findRelated } from './related-videos.service.ts'
import { limitSearches, withSearchBudget } from './search-limits.ts'
import { findTweets } from './tweets.queries.ts'
import { combine } from './words/parse-search.ts'
import { readTerms } from './words/read-terms.queries.ts'

const channelsShown = 8

interface Search extends Omit<VideoSearch, 'cursor'> {
  cursor?: SearchCursor | undefined
}

/** Searches for the lists of videos and tweets. */
export function createSearch(context: Context): { findVideos: FindVideos; findTweets: FindTweets } {
  const { sql } = context
  return {
    findVideos: async (ip, { cursor, ...search }) => {
      await limitSearches(context, ip)
      return searchVideos(sql, { ...search, cursor: decodeSearchCursor(cursor) })
    },
    findTweets: async (ip, { text, ...options }) => {
      await limitSearches(context, ip)
      return searchTweets(sql, text, options)
    },
  }
}

/** The ids of the listed videos that match, or of related ones. The first page also has the total and the channels. */
export async function searchVideos(sql: Sql, search: Search): Promise<VideoMatches> {
  return withSearchBudget(sql, async (tx) => {
    const { terms, titleMark } = await readTerms(tx, search.text)
    const tsquery = combine(terms)
    const isFirst = !search.cursor
    if (!tsquery) return { ids: [], nextCursor: null, ...(isFirst && toSummary(noMatches, [])) }
    await planSearchByIndexes(tx)
    const wanted: VideoQuery = { ...search, ...tsquery }
    const wasRelated = search.cursor?.relatedBy !== undefined
    const exact = wasRelated ? noMatches : await findMatches(tx, wanted, titleMark, search, search.limit)
    // Later pages are like the first: related videos never follow matches, nor vice versa.
    const isRelated = wasRelated || (isFirst && exact.total === 0)
    const related = isRelated ? await findRelated(tx, terms, wanted, search, search.limit) : undefined
    const page = related?.page ?? exact
    const channels = isFirst ? await findChannels(tx, related?.query ?? tsquery.query, channelsShown) : []
    return {
      ids: page.found.map((row) => row.id),
      nextCursor: page.next
        ? encodeSearchCursor({ ...page.next, ...(related && { relatedBy: related.relatedBy }) })
        : null,
      ...((wasRelated || related) && { related: true }),
      ...(related?.corrected && { corrected: related.corrected }),
      ...(isFirst && toSummary(page, channels.map(toOwner))),
    }
  })
}

const noMatches: MatchPage = { total: 0, isCapped: false, found: [] }

const toSummary = ({ total, isCapped }: MatchPage, users: Owner[]) => ({
  users,
  totalDocs: total,
  isTotalCapped: isCapped,
})

/** The ids of the matching tweets that the viewer may see. Does not search for related ones. */
async function searchTweets(sql: Sql, text: string, options: TweetListOptions) {
  return withSearchBudget(sql, async (tx) => {
    const { terms } = await readTerms(tx, text)
    const tsquery = combine(terms)
    if (!tsquery) return { ids: [], nextCursor: null }
    const { rows, nextCursor } = await findTweets(tx, { ...options, query: tsquery.query })
    return { ids: rows.map((row) => row.id), nextCursor }
  })
}
