import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { memo, useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { useRetry } from '../../../lib/query/use-retry.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { SkeletonList } from '../../../ui/feedback/skeleton-list.tsx'
import { ListEnd } from '../../../ui/lists/list-end.tsx'
import { noPages, type ShownComment } from './api/comment-pages.ts'
import { linkedQuery, threadQuery } from './api/queries.ts'
import { CommentThread } from './comment-thread.tsx'
import { useComments } from './comments-context.ts'

/** Loads more on scroll. */
export function CommentList({ shouldLoad }: { shouldLoad: boolean }) {
  const { subject, words, order } = useComments()
  const query = useInfiniteQuery({ ...threadQuery(subject, { order }), enabled: shouldLoad })
  const { data = noPages, isError, refetch, fetchNextPage } = query
  const { isRetrying, retry } = useRetry(refetch)
  const loadMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])

  const { pages, posted = [] } = data
  const isLoaded = pages.length > 0
  const isEmpty = isLoaded && posted.length === 0 && pages.every(({ comments }) => comments.length === 0)
  return (
    <>
      <LinkedComment shouldLoad={shouldLoad} />
      <Rows comments={posted} />
      {pages.map((page, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pages are only ever added at the end
        <Rows key={index} comments={page.comments} />
      ))}
      {!isLoaded &&
        (isError || isRetrying ? (
          <ErrorState message={words.fetchFailed} onRetry={retry} isRetrying={isRetrying} />
        ) : (
          <CommentListSkeleton />
        ))}
      {isEmpty && <EmptyState icon={<MessageCircle />} text={words.empty} className="py-10" />}
      {isLoaded && (
        <ListEnd
          hasMore={query.hasNextPage}
          isLoading={query.isFetchingNextPage}
          isBlocked={query.isFetching}
          failure={query.isFetchNextPageError ? words.fetchFailed : undefined}
          onNear={loadMore}
        />
      )}
    </>
  )
}

/** The comment that a notification or a report links to: its id is in the address of the page. */
function LinkedComment({ shouldLoad }: { shouldLoad: boolean }) {
  const { subject } = useComments()
  const [parameters] = useSearchParams()
  const id = parameters.get('comment')
  const { data } = useQuery({ ...linkedQuery(subject, id ?? ''), enabled: shouldLoad && id !== null })
  const [first, reply] = data?.pages[0]?.comments ?? []
  if (!first) return null
  return (
    <section
      aria-label="Highlighted comment"
      className="mb-3 rounded-card border border-border bg-surface p-3"
    >
      <p className="mb-2 text-xs font-medium text-accent">Highlighted</p>
      <CommentThread comment={first} reply={reply} />
    </section>
  )
}

/**
 * Pages off the screen are neither laid out nor painted. Set on whole pages: checking ten thousand single comments
 * takes longer than a frame.
 */
const pageClass = '-mx-1 [content-visibility:auto]'
/** The assumed height of a comment that has not been drawn yet. */
const commentRem = 6.5

const Rows = memo(function Rows({ comments }: { comments: ShownComment[] }) {
  if (comments.length === 0) return null
  return (
    <ul
      className={pageClass}
      style={{ containIntrinsicBlockSize: `auto ${comments.length * commentRem}rem` }}
    >
      {comments.map((comment) => (
        <li key={comment.clientKey ?? comment._id} className="px-1 py-3">
          <CommentThread comment={comment} />
        </li>
      ))}
    </ul>
  )
})

/** As high as comments of one line. */
function CommentListSkeleton() {
  return (
    <SkeletonList label="Loading comments" count={4}>
      <div className="flex h-[6.25rem] gap-3 py-3">
        <Skeleton className="size-10 shrink-0 rounded-full" />
        <div className="grid grow content-start gap-2 pt-0.5">
          <Skeleton className="h-3.5 w-36" />
          <Skeleton className="h-3.5 w-3/4" />
        </div>
      </div>
    </SkeletonList>
  )
}
