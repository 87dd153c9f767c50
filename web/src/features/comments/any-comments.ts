import { api } from '@vireo/contract'
import { call } from '../../lib/api-client.ts'
import type { CommentSource } from './source.ts'

/** What is asked in the same way wherever a comment is. */
export const anyComments: Required<Pick<CommentSource, 'replies' | 'thread' | 'toggleLike'>> = {
  replies: (commentId, cursor, signal) =>
    call(api.comment.replies, { params: { commentId }, query: { cursor }, signal }),
  thread: (commentId, signal) => call(api.comment.thread, { params: { commentId }, signal }),
  toggleLike: (commentId, isLiked) =>
    call(api.like.toggleComment, { params: { commentId }, body: { isLiked }, keepalive: true }),
}
