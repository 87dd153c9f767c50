import { api, pageSize } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { decodeCursor, limitOf } from '../../db/paging.ts'
import { bind } from '../../http/bind.ts'
import { getVisibleComment } from '../comments/comments.service.ts'
import { getExistingTweet } from '../tweets/lookup.service.ts'
import { getVisibleVideo, listVideosById } from '../videos/lookup.service.ts'
import { getLikeState, listLikedVideoIds } from './likes.queries.ts'
import { toggleLike } from './likes.service.ts'

export function likeRoutes(app: FastifyInstance, context: AppContext) {
  bind(app, api.like.toggleVideo, async ({ params, body, viewer }) => {
    const { videoId } = await getVisibleVideo(context, params.videoId, viewer.id)
    return toggleLike(context, 'video', viewer.id, videoId, body.isLiked)
  })
  bind(app, api.like.videoLikes, async ({ params, viewer }) => {
    const { videoId } = await getVisibleVideo(context, params.videoId, viewer?.id)
    return getLikeState(context.sql, 'video', viewer?.id, videoId)
  })
  bind(app, api.like.toggleTweet, async ({ params, body, viewer }) => {
    const { tweetId } = await getExistingTweet(context, params.tweetId)
    return toggleLike(context, 'tweet', viewer.id, tweetId, body.isLiked)
  })
  bind(app, api.like.tweetLikes, async ({ params, viewer }) => {
    const { tweetId } = await getExistingTweet(context, params.tweetId)
    return getLikeState(context.sql, 'tweet', viewer?.id, tweetId)
  })
  bind(app, api.like.likedVideos, async ({ query, viewer }) => {
    const page = await listLikedVideoIds(
      context.sql,
      viewer.id,
      limitOf(query.limit, pageSize.max),
      decodeCursor(query.cursor),
    )
    const videos = await listVideosById(context, page.rows, viewer.id)
    return { likedVideos: videos.map((video) => ({ _id: video._id, video })), nextCursor: page.nextCursor }
  })
  bind(app, api.like.toggleComment, async ({ params, body, viewer }) => {
    const comment = await getVisibleComment(context, params.commentId, viewer.id)
    return toggleLike(context, 'comment', viewer.id, comment.id, body.isLiked)
  })
}
