import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { cn } from '../../lib/cn.ts'
import { actionClass } from '../../ui/action-class.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { CommentItem } from './comment-item.tsx'
import { notInPages, type ShownComment } from './comment-pages.ts'
import { useComments } from './comments-context.ts'
import { usePosted } from './posted.ts'
import { threadQuery } from './thread-cache.ts'

type RepliesProps = {
  comment: ShownComment
  isShown: boolean
  onToggle: (isShown: boolean) => void
  onReply: ((reply: ShownComment) => void) | undefined
}

/** Folded away until someone wants to read them. */
export function Replies({ comment, isShown, onToggle, onReply }: RepliesProps) {
  const posted = usePosted(comment._id)
  const count = Math.max(comment.repliesCount, posted.length)
  if (count === 0) return null
  return (
    <>
      <button
        type="button"
        aria-expanded={isShown}
        onClick={() => onToggle(!isShown)}
        className={cn(actionClass, '-ml-2.5 justify-self-start text-accent! hover:text-accent')}
      >
        <ChevronDown className={cn('transition-transform', isShown && 'rotate-180')} />
        {isShown ? 'Hide' : 'Show'} {count} {count === 1 ? 'reply' : 'replies'}
      </button>
      {isShown && <ReplyList comment={comment} posted={posted} onReply={onReply} />}
    </>
  )
}

type ReplyListProps = Pick<RepliesProps, 'comment' | 'onReply'> & { posted: ShownComment[] }

function ReplyList({ comment, posted, onReply }: ReplyListProps) {
  const { source } = useComments()
  const query = useInfiniteQuery({
    ...threadQuery(source, comment._id),
    // Nothing to ask for while the first answer is still on its way.
    enabled: comment.repliesCount > 0,
  })
  const pages = query.data?.pages ?? []
  const replies = [...pages.flatMap(({ comments }) => comments), ...notInPages(posted, pages)]
  return (
    <>
      {query.isLoading && <Spinner label="Loading replies" className="py-2 text-muted" />}
      <ul className="grid gap-3 py-1 empty:hidden">
        {replies.map((reply: ShownComment) => (
          <li key={reply.clientKey ?? reply._id}>
            <CommentItem comment={reply} onReply={reply.isPending ? undefined : onReply} />
          </li>
        ))}
      </ul>
      {query.isError && (
        <ErrorState
          message={source.words.fetchFailed}
          onRetry={() => void (query.data ? query.fetchNextPage() : query.refetch())}
          isRetrying={query.isFetching}
          className="py-4!"
        />
      )}
      {query.hasNextPage && !query.isError && (
        <Button
          variant="ghost"
          size="sm"
          className="justify-self-start rounded-full!"
          isBusy={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show more replies
        </Button>
      )}
    </>
  )
}
