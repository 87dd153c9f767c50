import type { QueryClient } from '@tanstack/react-query'
import { api, type Comment, type CommentOrder, type CurrentUser } from '@vireo/contract'
import { call } from '../../../../lib/api-client.ts'
import { runMutation } from '../../../../lib/query/query-client.ts'
import { changeCount, changeRepliesCount, changeThread } from './cached-comments.ts'
import { addPosted, type CommentPages, noPages, type ShownComment, settlePosted } from './comment-pages.ts'
import { type CommentedContent, threadKey } from './keys.ts'

const addComment = {
  video: (videoId: string, content: string, parentId: string | undefined) =>
    call(api.comments.addToVideo, { params: { videoId }, body: { comment: content, parentId } }),
  tweet: (tweetId: string, content: string, parentId: string | undefined) =>
    call(api.comments.addToTweet, { params: { tweetId }, body: { content, parentId } }),
}

type NewComment = {
  viewer: CurrentUser
  text: string
  parentId: string | undefined
  /** The order of the list on screen. */
  order: CommentOrder
}

/** Shows the comment at once, and removes it again if it cannot be posted. */
export async function postComment(
  queryClient: QueryClient,
  subject: CommentedContent,
  { viewer, text, parentId, order }: NewComment,
): Promise<Comment> {
  const pending = toPending(viewer, text.trim(), parentId)
  const queryKey = threadKey(subject, parentId ? { parentId } : { order })
  const settle = (settled: ShownComment | null) =>
    changeThread(queryClient, queryKey, (data = noPages) => settlePosted(data, pending, settled))

  changeThread(queryClient, queryKey, (data = noPages) => addPosted(data, pending))
  // With a comment in it, a list that failed to load would count as loaded.
  if (!queryClient.getQueryData<CommentPages>(queryKey)?.pages.length)
    void queryClient.refetchQueries({ queryKey, exact: true, type: 'active' }, { cancelRefetch: false })
  changeCount(queryClient, subject, (count) => count + 1)
  try {
    const { comment } = await runMutation(queryClient, () =>
      addComment[subject.kind](subject.id, text, parentId),
    )
    settle({ ...comment, clientKey: pending.clientKey })
    if (comment.isHeld) changeCount(queryClient, subject, (count) => count - 1)
    else if (parentId) changeRepliesCount(queryClient, subject, parentId, 1)
    return comment
  } catch (error) {
    settle(null)
    changeCount(queryClient, subject, (count) => count - 1)
    throw error
  }
}

let pendingCount = 0

function toPending(viewer: CurrentUser, text: string, parentId: string | undefined) {
  const { _id, username, fullname, avatar } = viewer
  const now = new Date().toISOString()
  const key = `pending-${++pendingCount}`
  return {
    _id: key,
    clientKey: key,
    isPending: true,
    content: text,
    text,
    likes: 0,
    isLiked: false,
    repliesCount: 0,
    parentId: parentId ?? null,
    isEdited: false,
    isHeld: false,
    awaitsCreator: false,
    isPinned: false,
    isHearted: false,
    createdAt: now,
    updatedAt: now,
    owner: { _id, username, fullname, avatar },
  } satisfies ShownComment
}
