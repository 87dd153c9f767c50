import { api } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../../context/context.ts'
import { bind } from '../../../http/api/bind.ts'
import { getTweet } from './tweets.queries.ts'
import {
  changeCommentsMode,
  changeTweet,
  type FindTweets,
  loadTweetPage,
  postTweet,
  removeTweet,
} from './tweets.service.ts'
import { toTweet } from './tweets.view.ts'

export function tweetRoutes(app: FastifyInstance, context: AppContext, findTweets: FindTweets) {
  const { sql } = context
  const show = async (id: string, viewerId: string | undefined) => ({
    tweet: toTweet(await getTweet(sql, id, viewerId)),
  })

  bind(app, api.tweets.create, async ({ body, files, viewer }) => {
    const id = await postTweet(context, viewer.id, body, files.image ?? [])
    return show(id, viewer.id)
  })
  bind(
    app,
    api.tweets.list,
    ({ query, viewer, request }) =>
      loadTweetPage(sql, findTweets, query, { viewerId: viewer?.id, ip: request.ip }),
    { share: { changesWith: ['tweet'] } },
  )
  bind(app, api.tweets.get, ({ params, viewer }) => show(params.id, viewer?.id), {
    share: { changesWith: [] },
  })
  bind(app, api.tweets.update, async ({ params, body, viewer }) => {
    await changeTweet(context, params.id, viewer.id, body.content)
    return show(params.id, viewer.id)
  })
  bind(app, api.tweets.setCommentsMode, async ({ params, body, viewer }) => {
    await changeCommentsMode(context, params.id, viewer.id, body.commentsMode)
    return show(params.id, viewer.id)
  })
  bind(app, api.tweets.remove, async ({ params, viewer }) => {
    await removeTweet(context, params.id, viewer.id)
    return null
  })
}
