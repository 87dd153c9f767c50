import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, type CommentOrder } from '@vireo/contract'
import { call } from '../../../../lib/api-client.ts'
import { changeCount, isPosting } from './cached-comments.ts'
import { type CommentPages, keepPosted, toShownPages } from './comment-pages.ts'
import { type CommentedContent, type Thread, threadKey, threadsKey } from './keys.ts'

type ListQuery = { sort: CommentOrder; cursor: string | undefined }

const listComments = {
  video: (videoId: string, query: ListQuery, signal: AbortSignal) =>
    call(api.comments.listOfVideo, { params: { videoId }, query, signal }),
  tweet: (tweetId: string, query: ListQuery, signal: AbortSignal) =>
    call(api.comments.listOfTweet, { params: { tweetId }, query, signal }),
}

/** A refetch requests every loaded page again, one after the other, so longer lists are not refetched. */
const maxRefetchedPages = 2
const isShort = ({ state }: { state: { data: CommentPages | undefined } }) =>
  (state.data?.pages.length ?? 0) <= maxRefetchedPages

export function threadQuery(subject: CommentedContent, thread: Thread) {
  return infiniteQueryOptions({
    queryKey: threadKey(subject, thread),
    queryFn: async ({ pageParam: cursor, signal, client }) => {
      if ('parentId' in thread) {
        const params = { commentId: thread.parentId }
        return call(api.comments.replies, { params, query: { cursor }, signal })
      }
      const query = { sort: thread.order, cursor }
      const page = await listComments[subject.kind](subject.id, query, signal)
      // A comment being posted is counted here, but perhaps not yet by the server.
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

const askEveryMs = 30_000

/** The first page of the newest, again and again while the tab is in front. Begins with a loaded list. */
export function latestQuery(subject: CommentedContent, list: CommentPages, loadedAt: number) {
  return queryOptions({
    queryKey: ['comments', subject.kind, subject.id, 'latest'],
    queryFn: ({ signal }) =>
      listComments[subject.kind](subject.id, { sort: 'newest', cursor: undefined }, signal),
    initialData: () => list.pages[0],
    initialDataUpdatedAt: loadedAt,
    staleTime: askEveryMs,
    refetchInterval: askEveryMs,
    // The list is refetched then.
    refetchOnWindowFocus: false,
    retry: false,
    gcTime: 0,
  })
}

/** One comment, after its parent if it is a reply. Cached as a page, so that changes apply to it as to any list. */
export function linkedQuery(subject: CommentedContent, commentId: string) {
  return queryOptions({
    queryKey: [...threadsKey(subject), 'linked', commentId],
    queryFn: async ({ signal }): Promise<CommentPages> => {
      const { comments, subjectId } = await call(api.comments.thread, { params: { commentId }, signal })
      const isHere = subjectId === subject.id
      const shown = isHere ? comments : []
      const page = { comments: shown, totalDocs: shown.length, nextCursor: null }
      return { pages: [page], pageParams: [undefined] }
    },
  })
}
