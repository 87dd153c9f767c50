import { infiniteQueryOptions, type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import { api, type Comment, type CommentOrder, type ContentSubject, type CurrentUser } from '@vireo/contract'
import { call, isNotFound } from '../../../lib/api-client.ts'
import { runMutation } from '../../../lib/query/query-client.ts'
import { requestLike } from '../../../lib/query/request-like.ts'
import { patchTweet } from '../../publishing/tweets/api.ts'
import { patchVideoDetail } from '../../publishing/videos/api.ts'
import {
  addPosted,
  type CommentChange,
  type CommentPages,
  changeInPages,
  keepPosted,
  noPages,
  type ShownComment,
  settlePosted,
  toShownPages,
} from './comment-pages.ts'

/** The video or tweet that comments are about. */
export type CommentSubject = ContentSubject & {
  /** Comments of this person are marked. */
  creatorId: string
}

type ListQuery = { sort: CommentOrder; cursor: string | undefined }

const endpoints = {
  video: {
    list: (videoId: string, query: ListQuery, signal: AbortSignal) =>
      call(api.comments.listOfVideo, { params: { videoId }, query, signal }),
    add: (videoId: string, content: string, parentId: string | undefined) =>
      call(api.comments.addToVideo, { params: { videoId }, body: { comment: content, parentId } }),
    update: api.comments.updateOnVideo,
    remove: api.comments.removeFromVideo,
  },
  tweet: {
    list: (tweetId: string, query: ListQuery, signal: AbortSignal) =>
      call(api.comments.listOfTweet, { params: { tweetId }, query, signal }),
    add: (tweetId: string, content: string, parentId: string | undefined) =>
      call(api.comments.addToTweet, { params: { tweetId }, body: { content, parentId } }),
    update: api.comments.updateOnTweet,
    remove: api.comments.removeFromTweet,
  },
}

/** Every list of a subject is under this key, so that a change to a comment reaches all of them. */
const threadsKey = ({ kind, id }: CommentSubject) => ['comments', kind, id, 'threads'] as const

/** The comments themselves in one order, or the replies to one of them, oldest first. */
type Thread = { order: CommentOrder } | { parentId: string }

export const threadKey = (subject: CommentSubject, thread: Thread) => [
  ...threadsKey(subject),
  'order' in thread ? thread.order : thread.parentId,
]

/** A refetch asks for every loaded page again, one after the other; lists longer than this are left alone. */
const maxRefetchedPages = 2
const isShort = ({ state }: { state: { data: CommentPages | undefined } }) =>
  (state.data?.pages.length ?? 0) <= maxRefetchedPages

export function threadQuery(subject: CommentSubject, thread: Thread) {
  return infiniteQueryOptions({
    queryKey: threadKey(subject, thread),
    queryFn: async ({ pageParam: cursor, signal, client }) => {
      if ('parentId' in thread) {
        const params = { commentId: thread.parentId }
        return call(api.comments.replies, { params, query: { cursor }, signal })
      }
      const query = { sort: thread.order, cursor }
      const page = await endpoints[subject.kind].list(subject.id, query, signal)
      // A comment that is on its way is counted here, but perhaps not yet by the server.
      if (cursor === undefined && !isPosting(client, subject))
        changeCount(client, subject, () => page.totalDocs)
      return page
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    select: toShownPages,
    structuralSharing: (old, next) => keepPosted(old as CommentPages | undefined, next as CommentPages),
    refetchOnMount: isShort,
    refetchOnWindowFocus: isShort,
    refetchOnReconnect: isShort,
    // Long enough to come back to the same place in the list.
    gcTime: 30 * 60_000,
  })
}

/** One comment, after the one that it answers. Cached as a page, so that changes reach it as they reach any list. */
export function linkedQuery(subject: CommentSubject, commentId: string) {
  return queryOptions({
    queryKey: [...threadsKey(subject), 'linked', commentId],
    queryFn: async ({ signal }): Promise<CommentPages> => {
      const { comments, subjectId } = await call(api.comments.thread, { params: { commentId }, signal })
      const isHere = subjectId === subject.id
      const page = { comments: isHere ? comments : [], totalDocs: 0, nextCursor: null }
      return { pages: [page], pageParams: [undefined] }
    },
  })
}

type NewComment = {
  viewer: CurrentUser
  text: string
  parentId: string | undefined
  /** Of the list that is on the screen. */
  order: CommentOrder
}

/** Shows the comment at once, and takes it away again when it cannot be posted. */
export async function postComment(
  queryClient: QueryClient,
  subject: CommentSubject,
  { viewer, text, parentId, order }: NewComment,
): Promise<Comment> {
  const pending = toPending(viewer, text.trim(), parentId)
  const queryKey = threadKey(subject, parentId ? { parentId } : { order })
  const settle = (settled: ShownComment | null) =>
    changeThread(queryClient, queryKey, (data = noPages) => settlePosted(data, pending, settled))

  changeThread(queryClient, queryKey, (data = noPages) => addPosted(data, pending))
  // A list that could not be loaded counts as loaded with the first comment in it.
  if (!queryClient.getQueryData<CommentPages>(queryKey)?.pages.length)
    void queryClient.refetchQueries({ queryKey, exact: true, type: 'active' }, { cancelRefetch: false })
  changeCount(queryClient, subject, (count) => count + 1)
  try {
    const { comment } = await runMutation(queryClient, () =>
      endpoints[subject.kind].add(subject.id, text, parentId),
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

export async function updateComment(
  queryClient: QueryClient,
  subject: CommentSubject,
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

/** Deletes the viewer's own comment, and with it its replies. If it is already gone, that counts as deleted. */
export async function deleteComment(
  queryClient: QueryClient,
  subject: CommentSubject,
  comment: Comment,
  beforeGone: () => void,
) {
  const remove = () => call(endpoints[subject.kind].remove, { params: { commentId: comment._id } })
  await runMutation(queryClient, () =>
    remove().catch((error: unknown) => {
      if (!isNotFound(error)) throw error
    }),
  )
  beforeGone()
  changeComment(queryClient, subject, comment._id, () => null)
  if (!comment.isHeld) countComment(queryClient, subject, comment, -1)
}

export function toggleCommentLike(
  queryClient: QueryClient,
  subject: CommentSubject,
  commentId: string,
  { isWanted, onFailure }: { isWanted: boolean; onFailure: () => void },
) {
  return requestLike(queryClient, {
    key: `comment-like:${commentId}`,
    isWanted,
    patch: (change) =>
      changeComment(queryClient, subject, commentId, (comment) => ({ ...comment, ...change(comment) })),
    send: (isLiked) =>
      call(api.likes.toggleComment, { params: { commentId }, body: { isLiked }, keepalive: true }),
    fail: onFailure,
  })
}

/** How many rows of a list are in the cache, posted ones included. */
export function countCached(queryClient: QueryClient, queryKey: QueryKey) {
  const { pages, posted } = queryClient.getQueryData<CommentPages>(queryKey) ?? noPages
  return pages.reduce((sum, { comments }) => sum + comments.length, posted?.length ?? 0)
}

export function cachedThreads(queryClient: QueryClient, subject: CommentSubject) {
  const threads = queryClient.getQueriesData<CommentPages>({ queryKey: threadsKey(subject) })
  return threads.flatMap(([, data]) => data ?? [])
}

function isPosting(queryClient: QueryClient, subject: CommentSubject) {
  return cachedThreads(queryClient, subject).some(({ posted }) => posted?.some(({ isPending }) => isPending))
}

type DataChange = (data: CommentPages | undefined) => CommentPages | undefined

function changeThread(queryClient: QueryClient, queryKey: QueryKey, change: DataChange) {
  // Keeps the age of the list: a local change does not make it any fresher.
  const updatedAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0
  queryClient.setQueryData<CommentPages>(queryKey, change, { updatedAt })
}

/** Changes a comment in every list that has it. */
export function changeComment(
  queryClient: QueryClient,
  subject: CommentSubject,
  id: string,
  change: CommentChange,
) {
  for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: threadsKey(subject) })) {
    changeThread(queryClient, queryKey, (data) => data && changeInPages(data, id, change))
  }
}

function changeRepliesCount(queryClient: QueryClient, subject: CommentSubject, id: string, by: number) {
  changeComment(queryClient, subject, id, (comment) => ({
    ...comment,
    repliesCount: Math.max(0, comment.repliesCount + by),
  }))
}

/** A comment that others begin or cease to see counts together with its replies. */
function countComment(queryClient: QueryClient, subject: CommentSubject, comment: Comment, by: 1 | -1) {
  const { parentId, repliesCount } = comment
  if (parentId) changeRepliesCount(queryClient, subject, parentId, by)
  changeCount(queryClient, subject, (count) => count + by * (1 + repliesCount))
}

/** The count that the video or tweet carries, replies included. */
function changeCount(
  queryClient: QueryClient,
  { kind, id }: CommentSubject,
  change: (count: number) => number,
) {
  const changed = (count: number) => Math.max(0, change(count))
  if (kind === 'video')
    patchVideoDetail(queryClient, id, ({ commentsCount }) => ({ commentsCount: changed(commentsCount) }))
  else patchTweet(queryClient, id, ({ repliesCount }) => ({ repliesCount: changed(repliesCount) }))
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
    isPinned: false,
    isHearted: false,
    createdAt: now,
    updatedAt: now,
    owner: { _id, username, fullname, avatar },
  } satisfies ShownComment
}
