import type { Owner } from '@vireo/contract'
import type { Sql } from '../../../db/sql.ts'
import { planSearchByIndexes } from '../../../db/transaction-settings.ts'
import { toOwner } from '../../people/accounts/accounts.view.ts'
import type { VideoFilter } from '../../publishing/videos/lists/video-filters.ts'
import type { VideoOrder } from '../../publishing/videos/lists/video-order.fragments.ts'
import { findChannels } from './channels.queries.ts'
import { findPage, type MatchPage } from './matches/find-page.service.ts'
import type { VideoQuery } from './matches/match.fragments.ts'
import { encodeSearchCursor, type SearchCursor } from './matches/search-cursor.ts'
import { findRelated } from './related-videos.service.ts'
import { withSearchBudget } from './search-limits.ts'
import { findTweets, type TweetQuery } from './tweets.queries.ts'
import { combine } from './words/parse-search.ts'
import { readTerms } from './words/read-terms.queries.ts'

const channelsShown = 8

interface VideoSearch extends VideoOrder, VideoFilter {
  text: string
  cursor?: SearchCursor | undefined
  ownerId?: string | undefined
  limit: number
}

interface VideoMatches {
  ids: string[]
  nextCursor: string | null
  related?: boolean
  users?: Owner[]
  totalDocs?: number
  isTotalCapped?: boolean
}

/** The ids of the listed videos that match, or of related ones. The first page also has the total and the channels. */
export async function searchVideos(sql: Sql, search: VideoSearch): Promise<VideoMatches> {
  return withSearchBudget(sql, async (tx) => {
    const terms = await readTerms(tx, search.text)
    const tsquery = combine(terms)
    const isFirst = !search.cursor
    if (!tsquery) return { ids: [], nextCursor: null, ...(isFirst && toSummary(noMatches, [])) }
    await planSearchByIndexes(tx)
    const wanted: VideoQuery = { ...search, ...tsquery }
    const wasRelated = search.cursor?.relatedBy !== undefined
    const exact = wasRelated ? noMatches : await findPage(tx, wanted, search, search.limit)
    // Later pages are like the first: related videos never follow matches, nor the other way round.
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

interface TweetMatches {
  ids: string[]
  nextCursor: string | null
}

/** The ids of the tweets that match and that the viewer may see. Nothing related is looked for. */
export async function searchTweets(
  sql: Sql,
  text: string,
  options: Omit<TweetQuery, 'query'>,
): Promise<TweetMatches> {
  return withSearchBudget(sql, async (tx) => {
    const tsquery = combine(await readTerms(tx, text))
    if (!tsquery) return { ids: [], nextCursor: null }
    const { rows, nextCursor } = await findTweets(tx, { ...options, query: tsquery.query })
    return { ids: rows.map((row) => row.id), nextCursor }
  })
}
