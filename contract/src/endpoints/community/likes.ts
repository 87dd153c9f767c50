import { endpoint } from '../../endpoint.ts'
import { pageQuery } from '../../paging.ts'
import { id, t } from '../../schema.ts'
import { videoSummary } from '../publishing/videos.ts'

/** The wanted state, so that sending the call twice has the same effect as once. */
const toggleBody = t.object({ isLiked: t.optional(t.boolean()) })
const likeState = t.object({ isLiked: t.boolean(), totalLikes: t.integer() })

export const likes = {
  toggleVideo: endpoint({
    method: 'POST',
    path: '/like/toggle-video-like/:videoId',
    auth: 'session',
    isMinorChange: true,
    summary: 'Like a video or take the like back',
    message: 'Like toggled',
    params: t.object({ videoId: t.string() }),
    body: toggleBody,
    data: likeState,
  }),
  videoLikes: endpoint({
    method: 'GET',
    path: '/like/video-likes/:videoId',
    auth: 'public',
    summary: 'How many like a video',
    message: 'Likes',
    params: t.object({ videoId: t.string() }),
    data: likeState,
  }),
  toggleTweet: endpoint({
    method: 'POST',
    path: '/like/toggle-tweet-like/:tweetId',
    auth: 'session',
    isMinorChange: true,
    summary: 'Like a tweet or take the like back',
    message: 'Like toggled',
    params: t.object({ tweetId: t.string() }),
    body: toggleBody,
    data: likeState,
  }),
  tweetLikes: endpoint({
    method: 'GET',
    path: '/like/tweet-likes/:tweetId',
    auth: 'public',
    summary: 'How many like a tweet',
    message: 'Likes',
    params: t.object({ tweetId: t.string() }),
    data: likeState,
  }),
  likedVideos: endpoint({
    method: 'GET',
    path: '/like/liked-videos',
    auth: 'session',
    summary: 'The videos that the signed-in person likes, the latest like first; 100 without a limit',
    message: 'Liked videos',
    query: t.object(pageQuery),
    data: t.object({
      likedVideos: t.array(t.object({ _id: id(), video: videoSummary })),
      nextCursor: t.nullable(t.string()),
      /** The number of liked videos. Only on the first page. */
      totalDocs: t.optional(t.integer()),
      /** Counting stopped at `totalDocs`; there are more. */
      isTotalCapped: t.optional(t.boolean()),
    }),
  }),
  toggleComment: endpoint({
    method: 'POST',
    path: '/like/toggle-comment-like/:commentId',
    auth: 'session',
    isMinorChange: true,
    summary: 'Like a comment or take the like back',
    message: 'Like toggled',
    params: t.object({ commentId: t.string() }),
    body: toggleBody,
    data: likeState,
  }),
}
