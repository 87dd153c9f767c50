import { api, pageSize } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { decodeCursor, limitOf } from '../../db/paging.ts'
import { bind } from '../../http/bind.ts'
import { getVisibleComment } from '../comments/comments.service.ts'
import { getTweetOwner } from '../tweets/tweets.access.ts'
import { getVisibleVideo } from '../videos/videos.access.ts'
import { listVideosById } from '../videos/videos.service.ts'
import { countLikedVideos, getLikeState, listLikedVideoIds } from './likes.queries.ts'
import { toggleLike } from './likes.service.ts'

/** Few people like more videos; beyond it the count is shown as "10,000+". */
const countedUpTo = 10_000

export function likeRoutes(app: FastifyInstance, context: AppContext) {
  const { sql } = context
  bind(app, api.like.toggleVideo, async ({ params, body, viewer }) => {
    await getVisibleVideo(sql, params.videoId, viewer.id)
    return toggleLike(context, 'video', viewer.id, params.videoId, body.isLiked)
  })
  bind(app, api.like.videoLikes, async ({ params, viewer }) => {
    await getVisibleVideo(sql, params.videoId, viewer?.id)
    return getLikeState(sql, 'video', viewer?.id, params.videoId)
  })
  bind(app, api.like.toggleTweet, async ({ params, body, viewer }) => {
    await getTweetOwner(sql, params.tweetId, viewer.id)
    return toggleLike(context, 'tweet', viewer.id, params.tweetId, body.isLiked)
  })
  bind(app, api.like.tweetLikes, async ({ params, viewer }) => {
    await getTweetOwner(sql, params.tweetId, viewer?.id)
    return getLikeState(sql, 'tweet', viewer?.id, params.tweetId)
  })
  bind(app, api.like.likedVideos, async ({ query, viewer }) => {
    const limit = limitOf(query.limit, pageSize.max)
    const [page, counted] = await Promise.all([
      listLikedVideoIds(sql, viewer.id, limit, decodeCursor(query.cursor)),
      query.cursor ? undefined : countLikedVideos(sql, viewer.id, countedUpTo),
    ])
    const videos = await listVideosById(context, page.rows, viewer.id)
    const likedVideos = videos.map((video) => ({ _id: video._id, video }))
    const { nextCursor } = page
    if (!counted) return { likedVideos, nextCursor }
    return { likedVideos, nextCursor, totalDocs: counted.total, isTotalCapped: counted.isCapped }
  })
  bind(app, api.like.toggleComment, async ({ params, body, viewer }) => {
    const comment = await getVisibleComment(context, params.commentId, viewer.id)
    return toggleLike(context, 'comment', viewer.id, comment.id, body.isLiked)
  })
}
