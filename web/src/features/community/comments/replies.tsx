import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useCallback, useSyncExternalStore } from 'react'
import { cn } from '../../../lib/cn.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { actionClass } from '../../../ui/buttons/button-class.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { countCached } from './api/cached-comments.ts'
import { noPages, type ShownComment } from './api/comment-pages.ts'
import { threadKey } from './api/keys.ts'
import { threadQuery } from './api/queries.ts'
import { useComments } from './comments-context.ts'
import { CommentItem } from './item/comment-item.tsx'

type RepliesProps = {
  comment: ShownComment
  /** Shown above the others. */
  exceptId: string | undefined
  isShown: boolean
  onToggle: (isShown: boolean) => void
  onReply: ((reply: ShownComment) => void) | undefined
}

/** Collapsed, and not loaded, until someone opens them. */
export function Replies({ comment, exceptId, isShown, onToggle, onReply }: RepliesProps) {
  const count = Math.max(comment.repliesCount, useCachedCount(comment, isShown))
  if (count === 0) return null
  return (
    <>
      <button
        type="button"
        aria-expanded={isShown}
        onClick={() => onToggle(!isShown)}
        className={cn(actionClass, '-ml-2.5 justify-self-start text-accent hover:text-accent')}
      >
        <ChevronDown className={cn('transition-transform', isShown && 'rotate-180')} />
        {isShown ? 'Hide' : 'Show'} {count} {count === 1 ? 'reply' : 'replies'}
      </button>
      {isShown && <ReplyList comment={comment} exceptId={exceptId} onReply={onReply} />}
    </>
  )
}

/**
 * Includes the viewer's pending and held replies, which `repliesCount` does not. Not a query per comment: of thousands
 * on the screen only a few have their replies shown, and only the counts of those can change.
 */
function useCachedCount({ _id }: ShownComment, isShown: boolean) {
  const queryClient = useQueryClient()
  const { subject } = useComments()
  const subscribe = useCallback(
    (listener: () => void) => (isShown ? queryClient.getQueryCache().subscribe(listener) : () => {}),
    [queryClient, isShown],
  )
  return useSyncExternalStore(subscribe, () =>
    countCached(queryClient, threadKey(subject, { parentId: _id })),
  )
}

type ReplyListProps = Pick<RepliesProps, 'comment' | 'exceptId' | 'onReply'>

function ReplyList({ comment, exceptId, onReply }: ReplyListProps) {
  const { subject, words } = useComments()
  const query = useInfiniteQuery({
    ...threadQuery(subject, { parentId: comment._id }),
    // There is nothing to load while the first reply is still being posted.
    enabled: comment.repliesCount > 0,
  })
  const { pages, posted = [] } = query.data ?? noPages
  const all: ShownComment[] = [...pages.flatMap(({ comments }) => comments), ...posted]
  const replies = all.filter(({ _id }) => _id !== exceptId)
  return (
    <>
      {query.isFetching && pages.length === 0 && (
        <Spinner label="Loading replies" className="py-2 text-muted" />
      )}
      <ul className="grid gap-3 py-1 empty:hidden">
        {replies.map((reply) => (
          <li key={reply.clientKey ?? reply._id}>
            <CommentItem comment={reply} onReply={reply.isPending ? undefined : onReply} />
          </li>
        ))}
      </ul>
      {query.isError && (
        <ErrorState
          message={words.fetchFailed}
          onRetry={() => void query.fetchNextPage()}
          isRetrying={query.isFetching}
          className="py-4"
        />
      )}
      {query.hasNextPage && !query.isError && (
        <Button
          variant="ghost"
          size="sm"
          className="justify-self-start rounded-full"
          isBusy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show more replies
        </Button>
      )}
    </>
  )
}
