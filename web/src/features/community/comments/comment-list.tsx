import { useInfiniteQuery } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { memo, useCallback } from 'react'
import { useRetry } from '../../../lib/query/use-retry.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { ListEnd } from '../../../ui/lists/list-end.tsx'
import { noPages, type ShownComment } from './api/comment-pages.ts'
import { threadQuery } from './api/queries.ts'
import { CommentSkeletons } from './comment-skeletons.tsx'
import { CommentThread } from './comment-thread.tsx'
import { useComments } from './comments-context.ts'
import { LinkedComment, useLinkedThread } from './linked-comment.tsx'
import { NewComments } from './new-comments.tsx'

/** Loads more on scroll. */
export function CommentList({ shouldLoad }: { shouldLoad: boolean }) {
  const { subject, words, order } = useComments()
  const query = useInfiniteQuery({ ...threadQuery(subject, { order }), enabled: shouldLoad })
  const { data = noPages, isError, refetch, fetchNextPage } = query
  const { isRetrying, retry } = useRetry(refetch)
  const linked = useLinkedThread(shouldLoad)
  const linkedId = linked.first?._id
  const loadMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage])

  const { pages, posted = [] } = data
  const isLoaded = pages.length > 0
  const isEmpty = isLoaded && posted.length === 0 && pages.every(({ comments }) => comments.length === 0)
  return (
    <>
      <LinkedComment thread={linked} />
      {isLoaded && order === 'newest' && <NewComments data={data} loadedAt={query.dataUpdatedAt} />}
      <Rows comments={posted} exceptId={linkedId} />
      {pages.map((page, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pages are only ever added at the end
        <Rows key={index} comments={page.comments} exceptId={linkedId} />
      ))}
      {!isLoaded &&
        (isError || isRetrying ? (
          <ErrorState message={words.fetchFailed} onRetry={retry} isRetrying={isRetrying} />
        ) : (
          <CommentSkeletons count={4} />
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

/**
 * Pages off the screen are neither laid out nor painted. Set on whole pages: checking ten thousand single comments
 * takes longer than a frame.
 */
const pageClass = '-mx-2 [content-visibility:auto]'
/** The assumed height of a comment that has not been drawn yet. */
const commentRem = 6.5

type RowsProps = {
  comments: ShownComment[]
  /** Shown above the list. */
  exceptId: string | undefined
}

const Rows = memo(function Rows({ comments: all, exceptId }: RowsProps) {
  const comments = all.filter(({ _id }) => _id !== exceptId)
  if (comments.length === 0) return null
  return (
    <ul
      className={pageClass}
      style={{ containIntrinsicBlockSize: `auto ${comments.length * commentRem}rem` }}
    >
      {comments.map((comment) => (
        <li key={comment.clientKey ?? comment._id} className="px-2 py-3">
          <CommentThread comment={comment} />
        </li>
      ))}
    </ul>
  )
})
