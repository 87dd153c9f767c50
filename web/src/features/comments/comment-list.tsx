import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { memo, useCallback } from 'react'
import { useSearchParams } from 'react-router'
import { useRetry } from '../../lib/use-retry.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { ListEnd } from '../../ui/list-end.tsx'
import { notInPages, type ShownComment } from './comment-pages.ts'
import { CommentListSkeleton } from './comment-skeleton.tsx'
import { CommentThread } from './comment-thread.tsx'
import { useComments } from './comments-context.ts'
import { usePosted } from './posted.ts'
import { linkedQuery, threadQuery } from './thread-cache.ts'

/** Newest first, more of them as one scrolls. */
export function CommentList({ isWanted }: { isWanted: boolean }) {
  const { source } = useComments()
  const posted = usePosted(null)
  const { data, isError, refetch, fetchNextPage, ...query } = useInfiniteQuery({
    ...threadQuery(source),
    enabled: isWanted,
  })
  const { isRetrying, retry } = useRetry(refetch)
  const loadMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])

  const pages = data?.pages ?? []
  const own = notInPages(posted, pages).reverse()
  const isEmpty = data && own.length === 0 && pages.every(({ comments }) => comments.length === 0)
  return (
    <>
      <LinkedComment isWanted={isWanted} />
      <Rows comments={own} />
      {pages.map((page, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pages are only ever added at the end
        <Rows key={index} comments={page.comments} />
      ))}
      {!data &&
        (isError || isRetrying ? (
          <ErrorState message={source.words.fetchFailed} onRetry={retry} isRetrying={isRetrying} />
        ) : (
          <CommentListSkeleton />
        ))}
      {isEmpty && <EmptyState icon={<MessageCircle />} text={source.words.empty} className="py-10!" />}
      {data && (
        <ListEnd
          hasMore={query.hasNextPage}
          isLoading={query.isFetchingNextPage}
          isBlocked={query.isFetching}
          failure={query.isFetchNextPageError ? source.words.fetchFailed : undefined}
          onNear={loadMore}
        />
      )}
    </>
  )
}

/** What the address of the page names: the comment that a notification or a report is about. */
function LinkedComment({ isWanted }: { isWanted: boolean }) {
  const { source } = useComments()
  const [parameters] = useSearchParams()
  const id = parameters.get('comment')
  const { data } = useQuery({ ...linkedQuery(source, id ?? ''), enabled: isWanted && id !== null })
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
 * Pages off the screen are neither laid out nor painted, whatever their number. Not each comment by itself: to look
 * after ten thousand of them takes longer than a frame.
 */
const pageClass = '-mx-1 [content-visibility:auto]'
/** How high a comment is as long as it has not been drawn. */
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
