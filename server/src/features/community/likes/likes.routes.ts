import { api, pageSize } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../../context/context.ts'
import { decodeCursor, limitOf } from '../../../db/paging.ts'
import { bind } from '../../../http/api/bind.ts'
import { mapForeignKeysToNotFound } from '../../../http/api/errors.ts'
import { getVisibleTweet } from '../../publishing/tweets/tweets.access.ts'
import { listVideoIdsIn } from '../../publishing/videos/lists/video-ids.queries.ts'
import { createVideoCheck, getVisibleVideo } from '../../publishing/videos/videos.access.ts'
import { listSummariesById } from '../../publishing/videos/videos.service.ts'
import { getVisibleComment } from '../comments/comments.service.ts'
import { countLikedVideos, getLikeState } from './likes.queries.ts'
import { createToggles } from './likes.service.ts'

/** Few people like more videos than this. The page shows "10,000+" from here on. */
const countedUpTo = 10_000

export function likeRoutes(app: FastifyInstance, context: AppContext) {
  const { sql } = context
  const toggleLike = createToggles(context)
  const checkVideo = createVideoCheck(sql)
  mapForeignKeysToNotFound(app, [
    'comment_likes_comment_id_fkey',
    'tweet_likes_tweet_id_fkey',
    'video_likes_video_id_fkey',
  ])
  bind(app, api.likes.toggleVideo, async ({ params, body, viewer }) => {
    await checkVideo({ id: params.videoId, viewerId: viewer.id })
    return toggleLike({
      subject: { kind: 'video', id: params.videoId },
      userId: viewer.id,
      wanted: body.isLiked,
    })
  })
  bind(app, api.likes.videoLikes, async ({ params, viewer }) => {
    await getVisibleVideo(sql, params.videoId, viewer?.id)
    return getLikeState(sql, { kind: 'video', id: params.videoId }, viewer?.id)
  })
  bind(app, api.likes.toggleTweet, async ({ params, body, viewer }) => {
    await getVisibleTweet(sql, params.tweetId, viewer.id)
    return toggleLike({
      subject: { kind: 'tweet', id: params.tweetId },
      userId: viewer.id,
      wanted: body.isLiked,
    })
  })
  bind(app, api.likes.tweetLikes, async ({ params, viewer }) => {
    await getVisibleTweet(sql, params.tweetId, viewer?.id)
    return getLikeState(sql, { kind: 'tweet', id: params.tweetId }, viewer?.id)
  })
  bind(app, api.likes.likedVideos, async ({ query, viewer }) => {
    const limit = limitOf(query.limit, pageSize.max)
    const [page, counted] = await Promise.all([
      listVideoIdsIn(sql, 'video_likes', viewer.id, limit, decodeCursor(query.cursor)),
      query.cursor ? undefined : countLikedVideos(sql, viewer.id, countedUpTo),
    ])
    const videos = await listSummariesById(context, page.rows, viewer.id)
    const likedVideos = videos.map((video) => ({ _id: video._id, video }))
    const { nextCursor } = page
    if (!counted) return { likedVideos, nextCursor }
    return { likedVideos, nextCursor, totalDocs: counted.total, isTotalCapped: counted.isCapped }
  })
  bind(app, api.likes.toggleComment, async ({ params, body, viewer }) => {
    const comment = await getVisibleComment(context, params.commentId, viewer.id)
    return toggleLike({
      subject: { kind: 'comment', id: comment.id },
      userId: viewer.id,
      wanted: body.isLiked,
    })
  })
}
