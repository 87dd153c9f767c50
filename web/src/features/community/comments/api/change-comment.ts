import type { QueryClient } from '@tanstack/react-query'
import { api, type Comment } from '@vireo/contract'
import { call, isNotFound } from '../../../../lib/api-client.ts'
import { runMutation } from '../../../../lib/query/query-client.ts'
import { requestLike } from '../../../../lib/query/request-like.ts'
import { changeComment, countComment } from './cached-comments.ts'
import type { CommentedContent } from './keys.ts'

const endpoints = {
  video: { update: api.comments.updateOnVideo, remove: api.comments.removeFromVideo },
  tweet: { update: api.comments.updateOnTweet, remove: api.comments.removeFromTweet },
}

export async function updateComment(
  queryClient: QueryClient,
  subject: CommentedContent,
  { _id, isHeld }: Comment,
  text: string,
) {
  const { updatedComment } = await runMutation(queryClient, () =>
    call(endpoints[subject.kind].update, { params: { commentId: _id }, body: { comment: text } }),
  )
  changeComment(queryClient, subject, _id, () => updatedComment)
  if (updatedComment.isHeld !== isHeld)
    countComment(queryClient, subject, updatedComment, updatedComment.isHeld ? -1 : 1)
}

/** Deletes the viewer's own comment with its replies. Succeeds if it was already deleted. */
export async function deleteComment(
  queryClient: QueryClient,
  subject: CommentedContent,
  comment: Comment,
  beforeRemoval: () => void,
) {
  const remove = () => call(endpoints[subject.kind].remove, { params: { commentId: comment._id } })
  await runMutation(queryClient, () =>
    remove().catch((error: unknown) => {
      if (!isNotFound(error)) throw error
    }),
  )
  beforeRemoval()
  changeComment(queryClient, subject, comment._id, () => null)
  if (!comment.isHeld) countComment(queryClient, subject, comment, -1)
}

export function toggleCommentLike(
  queryClient: QueryClient,
  subject: CommentedContent,
  commentId: string,
  { isOn, onFailure }: { isOn: boolean; onFailure: () => void },
) {
  return requestLike(queryClient, {
    key: `comment-like:${commentId}`,
    isOn,
    patch: (change) =>
      changeComment(queryClient, subject, commentId, (comment) => ({ ...comment, ...change(comment) })),
    send: (isLiked) =>
      call(api.likes.toggleComment, { params: { commentId }, body: { isLiked }, keepalive: true }),
    fail: onFailure,
  })
}
