import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { decodeCursor, limitOf } from '../../db/paging.ts'
import { bind } from '../../http/bind.ts'
import { isId } from '../../lib/ids.ts'
import { limitSearches } from '../search/bounded.ts'
import { getTweet, listTweets } from './tweets.queries.ts'
import { changeTweet, postTweet, removeTweet, searchTweets } from './tweets.service.ts'
import { toTweet } from './tweets.view.ts'

export function tweetRoutes(app: FastifyInstance, context: AppContext) {
  const { sql } = context
  const show = async (id: string, viewerId: string | undefined) => ({
    tweet: toTweet(await getTweet(sql, id, viewerId)),
  })

  bind(app, api.tweet.create, async ({ body, files, viewer }) => {
    const id = await postTweet(context, viewer.id, body, files.image ?? [])
    return show(id, viewer.id)
  })
  bind(app, api.tweet.list, async ({ query, viewer, request }) => {
    const { userId, limit, cursor, sortBy = 'createdAt', sortType = 'desc' } = query
    if (userId !== undefined && !isId(userId)) return { docs: [], nextCursor: null }
    const text = query.query?.trim()
    const options = {
      sortBy,
      sortType,
      ownerId: userId,
      viewerId: viewer?.id,
      limit: limitOf(limit),
      cursor: decodeCursor(cursor),
    }
    if (text) await limitSearches(context, request.ip)
    const { rows, nextCursor } = await (text ? searchTweets(sql, text, options) : listTweets(sql, options))
    return { docs: rows.map(toTweet), nextCursor }
  })
  bind(app, api.tweet.get, ({ params, viewer }) => show(params.id, viewer?.id))
  bind(app, api.tweet.update, async ({ params, body, viewer }) => {
    await changeTweet(context, params.id, viewer.id, body.content)
    return show(params.id, viewer.id)
  })
  bind(app, api.tweet.remove, async ({ params, viewer }) => {
    await removeTweet(context, params.id, viewer.id)
    return null
  })
}
