import { api, type Video } from '@vireo/contract'
import { call } from '../../lib/api-client.ts'
import { formatExactCount } from '../../lib/format.ts'
import { patchVideo } from '../videos/api.ts'
import { anyComments } from './any-comments.ts'
import type { CommentSource, CommentWords } from './source.ts'

const words: CommentWords = {
  count: (count) => `${formatExactCount(count)} ${count === 1 ? 'comment' : 'comments'}`,
  placeholder: 'Add a comment...',
  submit: 'Comment',
  posted: api.comment.addToVideo.message,
  creator: 'Creator',
  signIn: 'Sign in to comment',
  empty: 'No comments yet.',
  fetchFailed: 'Failed to fetch video comments',
  postFailed: 'Failed to post comment',
}

/** The comments of a video and their replies. */
export function videoComments(videoId: string, creatorId: Video['owner']['_id']): CommentSource {
  const params = { videoId }
  return {
    ...anyComments,
    key: ['comments', 'video', videoId],
    subjectId: videoId,
    creatorId,
    words,
    list: (cursor, signal) => call(api.comment.listOfVideo, { params, query: { cursor }, signal }),
    add: async (comment, parentId) => {
      const answer = await call(api.comment.addToVideo, { params, body: { comment, parentId } })
      return answer.comment
    },
    update: async (commentId, comment) => {
      const answer = await call(api.comment.updateOnVideo, { params: { commentId }, body: { comment } })
      return answer.updatedComment
    },
    remove: (commentId) => call(api.comment.removeFromVideo, { params: { commentId } }),
    changeCount: (queryClient, change) =>
      patchVideo(queryClient, videoId, ({ commentsCount }) => ({
        commentsCount: Math.max(0, change(commentsCount)),
      })),
  }
}
