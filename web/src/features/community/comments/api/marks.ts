import type { QueryClient } from '@tanstack/react-query'
import { api, type Comment } from '@vireo/contract'
import { call } from '../../../../lib/api-client.ts'
import { requestToggle } from '../../../../lib/query/optimistic-toggle.ts'
import { runMutation } from '../../../../lib/query/query-client.ts'
import { cachedThreads, changeComment } from './cached-comments.ts'
import type { CommentedContent } from './keys.ts'

/** The pinned comment, if a list with it has been loaded. */
export function findPinned(queryClient: QueryClient, subject: CommentedContent): Comment | undefined {
  return cachedThreads(queryClient, subject)
    .flatMap(({ pages, posted = [] }) => [...posted, ...pages.flatMap(({ comments }) => comments)])
    .find(({ isPinned }) => isPinned)
}

/** Pins a comment in place of any other, or unpins it. */
export async function pinComment(
  queryClient: QueryClient,
  subject: CommentedContent,
  commentId: string,
  { isPinned, beforeMove }: { isPinned: boolean; beforeMove: () => void },
) {
  await runMutation(queryClient, () => call(api.comments.pin, { params: { commentId }, body: { isPinned } }))
  const other = findPinned(queryClient, subject)
  beforeMove()
  if (other) changeComment(queryClient, subject, other._id, (comment) => ({ ...comment, isPinned: false }))
  changeComment(queryClient, subject, commentId, (comment) => ({ ...comment, isPinned }))
}

export function toggleHeart(
  queryClient: QueryClient,
  subject: CommentedContent,
  { _id: commentId, isHearted }: Comment,
  onFailure: (error: unknown) => void,
) {
  return requestToggle({
    key: `comment-heart:${commentId}`,
    isOn: !isHearted,
    show: (isOn) =>
      changeComment(queryClient, subject, commentId, (comment) => ({ ...comment, isHearted: isOn })),
    send: (isOn) =>
      runMutation(queryClient, () =>
        call(api.comments.heart, { params: { commentId }, body: { isHearted: isOn }, keepalive: true }),
      ),
    settle: () => {},
    fail: onFailure,
  })
}
