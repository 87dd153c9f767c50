import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { Comment } from '@vireo/contract'
import { type CommentPages, changeInPages } from './comment-pages.ts'
import { changeInPosted, hasUnsent } from './posted.ts'
import type { CommentSource } from './source.ts'

/** A refetch asks for every loaded page again, one after the other; more than these are left alone. */
const mostRefetched = 2
const isShort = ({ state }: { state: { data: CommentPages | undefined } }) =>
  (state.data?.pages.length ?? 0) <= mostRefetched

const threadsKey = ({ key }: CommentSource) => [...key, 'threads'] as const

/** The comments themselves, newest first, or the replies to one of them, oldest first. */
export function threadQuery(source: CommentSource, parentId?: string) {
  return infiniteQueryOptions({
    queryKey: [...threadsKey(source), parentId ?? 'all'],
    queryFn: async ({ pageParam, signal, client }) => {
      if (parentId) return source.replies(parentId, pageParam, signal)
      const page = await source.list(pageParam, signal)
      const isFirst = pageParam === undefined
      if (isFirst && !hasUnsent(source)) source.changeCount(client, () => page.totalDocs)
      return page
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    refetchOnMount: isShort,
    refetchOnWindowFocus: isShort,
    refetchOnReconnect: isShort,
    // Long enough to come back to the place where one left.
    gcTime: 30 * 60_000,
  })
}

/** One comment, after the one that it answers; kept as a page, so that changes reach it like any list. */
export function linkedQuery(source: CommentSource, commentId: string) {
  return queryOptions({
    queryKey: [...threadsKey(source), 'linked', commentId],
    queryFn: async ({ signal }): Promise<CommentPages> => {
      const { comments, subjectId } = await source.thread(commentId, signal)
      const isHere = subjectId === source.subjectId
      const page = { comments: isHere ? comments : [], totalDocs: 0, nextCursor: null }
      return { pages: [page], pageParams: [undefined] }
    },
  })
}

/** Changes a comment wherever it is; null removes it. */
export function changeComment(
  queryClient: QueryClient,
  source: CommentSource,
  id: string,
  change: (comment: Comment) => Comment | null,
) {
  queryClient.setQueriesData<CommentPages>(
    { queryKey: threadsKey(source) },
    (data) => data && changeInPages(data, id, change),
  )
  changeInPosted(source, id, change)
}

/** After its deletion on the server, which takes its replies along. */
export function dropComment(queryClient: QueryClient, source: CommentSource, comment: Comment) {
  changeComment(queryClient, source, comment._id, () => null)
  if (!comment.isHeld) countComment(queryClient, source, comment, -1)
}

/** A comment that comes to be shown, or is shown no longer, counts with its replies. */
export function countComment(queryClient: QueryClient, source: CommentSource, comment: Comment, by: 1 | -1) {
  const { parentId, repliesCount } = comment
  if (parentId) changeReplies(queryClient, source, parentId, by)
  source.changeCount(queryClient, (count) => count + by * (1 + repliesCount))
}

export function changeReplies(queryClient: QueryClient, source: CommentSource, id: string, by: number) {
  changeComment(queryClient, source, id, (comment) => ({
    ...comment,
    repliesCount: Math.max(0, comment.repliesCount + by),
  }))
}
