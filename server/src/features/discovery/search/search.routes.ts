import { api, type DataOf, type QueryOf, type VideoSummary } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../../context/context.ts'
import { decodeCursor, limitOf } from '../../../db/paging.ts'
import { bind } from '../../../http/api/bind.ts'
import { isId } from '../../../lib/ids.ts'
import { listTweets } from '../../publishing/tweets/tweets.queries.ts'
import { listTweetsById } from '../../publishing/tweets/tweets.service.ts'
import { toTweet } from '../../publishing/tweets/tweets.view.ts'
import { findHiddenVideos } from '../../publishing/videos/lists/recommended.access.ts'
import { toVideoFilter } from '../../publishing/videos/lists/video-filters.ts'
import { listVideos } from '../../publishing/videos/lists/video-list.service.ts'
import { listSummariesById } from '../../publishing/videos/videos.service.ts'
import { createSummaryView } from '../../publishing/videos/videos.view.ts'
import { decodeSearchCursor } from './matches/search-cursor.ts'
import { searchTweets, searchVideos } from './search.service.ts'
import { limitSearches, limitSuggestions } from './search-limits.ts'
import { suggest } from './suggestions.service.ts'

type VideoPage = DataOf<typeof api.videos.list>

const noPage = { docs: [], nextCursor: null }

/**
 * The calls that list videos and tweets also search them, when they are given words. They are bound here because search
 * uses the lists of both, and neither of them may use search.
 */
export function searchRoutes(app: FastifyInstance, context: AppContext) {
  const { sql, clock, signer } = context

  bind(
    app,
    api.videos.list,
    async ({ query, viewer, request }) => {
      const { userId: ownerId, limit, cursor, sortBy, sortType = 'desc' } = query
      if (ownerId !== undefined && !isId(ownerId)) return noPage
      const text = query.query?.trim()
      const filter = toVideoFilter(query, clock.now())
      const options = { ownerId, sortType, limit: limitOf(limit), ...filter }
      if (text) {
        await limitSearches(context, request.ip)
        const { ids, ...page } = await searchVideos(sql, {
          text,
          sortBy: sortBy ?? 'views',
          cursor: decodeSearchCursor(cursor),
          ...options,
        })
        return { docs: await listSummariesById(context, ids, viewer?.id, text), ...page }
      }
      const { rows, nextCursor } = await listVideos(sql, {
        sortBy: sortBy ?? 'createdAt',
        viewerId: viewer?.id,
        cursor: decodeCursor(cursor),
        ...options,
      })
      return { docs: rows.map(createSummaryView({ signer, now: clock.now() })), nextCursor }
    },
    { share: { personalize: (page, { query }, viewer) => personalize(page, query, viewer.id) } },
  )

  /** Their own videos look different to a person, and what they have hidden is left out. */
  async function personalize(page: VideoPage, query: QueryOf<typeof api.videos.list>, viewerId: string) {
    const { docs } = page
    const isOwn = ({ owner, status }: VideoSummary) => owner._id === viewerId && status !== 'ready'
    if (query.userId === viewerId || docs.some(isOwn)) return undefined
    if (query.userId || query.query?.trim()) return page
    const videos = docs.map(({ _id: id, owner }) => ({ id, ownerId: owner._id }))
    const hidden = await findHiddenVideos(sql, viewerId, videos)
    if (hidden.size === 0) return page
    // Few would be left of the page, but there may be enough others.
    if (hidden.size > docs.length / 2) return undefined
    return { ...page, docs: docs.filter(({ _id }) => !hidden.has(_id)) }
  }

  bind(
    app,
    api.tweets.list,
    async ({ query, viewer, request }) => {
      const { userId: ownerId, limit, cursor, sortBy = 'createdAt', sortType = 'desc' } = query
      if (ownerId !== undefined && !isId(ownerId)) return noPage
      const text = query.query?.trim()
      const page = { limit: limitOf(limit), cursor: decodeCursor(cursor) }
      const options = { sortBy, sortType, ownerId, viewerId: viewer?.id, ...page }
      if (text) {
        await limitSearches(context, request.ip)
        const { ids, nextCursor } = await searchTweets(sql, text, options)
        return { docs: await listTweetsById(sql, ids, viewer?.id), nextCursor }
      }
      const { rows, nextCursor } = await listTweets(sql, options)
      return { docs: rows.map(toTweet), nextCursor }
    },
    { share: {} },
  )

  bind(
    app,
    api.search.suggest,
    async ({ query, request, viewer }) => {
      await limitSuggestions(context, request.ip)
      return suggest(sql, query.q ?? '', viewer?.id)
    },
    { share: {} },
  )
}
