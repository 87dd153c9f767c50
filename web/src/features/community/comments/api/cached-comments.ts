import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Comment } from '@vireo/contract'
import { patchTweet } from '../../../publishing/tweets/api.ts'
import { patchVideoDetail } from '../../../publishing/videos/api.ts'
import { type CommentChange, type CommentPages, changeInPages, noPages } from './comment-pages.ts'
import { type CommentedContent, threadsKey } from './keys.ts'

/** How many rows of a list are in the cache, posted ones included. */
export function countCached(queryClient: QueryClient, queryKey: QueryKey) {
  const { pages, posted } = queryClient.getQueryData<CommentPages>(queryKey) ?? noPages
  return pages.reduce((sum, { comments }) => sum + comments.length, posted?.length ?? 0)
}

export function cachedThreads(queryClient: QueryClient, subject: CommentedContent) {
  const threads = queryClient.getQueriesData<CommentPages>({ queryKey: threadsKey(subject) })
  return threads.flatMap(([, data]) => data ?? [])
}

export function isPosting(queryClient: QueryClient, subject: CommentedContent) {
  return cachedThreads(queryClient, subject).some(({ posted }) => posted?.some(({ isPending }) => isPending))
}

type DataChange = (data: CommentPages | undefined) => CommentPages | undefined

export function changeThread(queryClient: QueryClient, queryKey: QueryKey, change: DataChange) {
  // Keeps the age of the list: a local change does not make it any fresher.
  const updatedAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0
  queryClient.setQueryData<CommentPages>(queryKey, change, { updatedAt })
}

/** Changes a comment in every list that has it. */
export function changeComment(
  queryClient: QueryClient,
  subject: CommentedContent,
  id: string,
  change: CommentChange,
) {
  for (const { queryKey } of queryClient.getQueryCache().findAll({ queryKey: threadsKey(subject) })) {
    changeThread(queryClient, queryKey, (data) => data && changeInPages(data, id, change))
  }
}

export function changeRepliesCount(
  queryClient: QueryClient,
  subject: CommentedContent,
  id: string,
  by: number,
) {
  changeComment(queryClient, subject, id, (comment) => ({
    ...comment,
    repliesCount: Math.max(0, comment.repliesCount + by),
  }))
}

/** Counts a comment that becomes visible or hidden, together with its replies. */
export function countComment(
  queryClient: QueryClient,
  subject: CommentedContent,
  comment: Comment,
  by: 1 | -1,
) {
  const { parentId, repliesCount } = comment
  if (parentId) changeRepliesCount(queryClient, subject, parentId, by)
  changeCount(queryClient, subject, (count) => count + by * (1 + repliesCount))
}

/** Changes the count of the video or tweet, replies included. */
export function changeCount(
  queryClient: QueryClient,
  { kind, id }: CommentedContent,
  change: (count: number) => number,
) {
  const changed = (count: number) => Math.max(0, change(count))
  if (kind === 'video')
    patchVideoDetail(queryClient, id, ({ commentsCount }) => ({ commentsCount: changed(commentsCount) }))
  else patchTweet(queryClient, id, ({ repliesCount }) => ({ repliesCount: changed(repliesCount) }))
}
