import { memo, Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { cn } from '../../lib/cn.ts'
import { focusNeighbour } from '../../lib/focus-neighbour.ts'
import { actionClass } from '../../ui/action-class.ts'
import { OwnerAvatar } from '../account/owner-link.tsx'
import { openReport } from '../reports/report-request.ts'
import { CommentHeader } from './comment-header.tsx'
import { CommentLike } from './comment-like.tsx'
import { CommentMenuSlot } from './comment-menu-slot.tsx'
import type { ShownComment } from './comment-pages.ts'
import { CommentText } from './comment-text.tsx'
import { useComments } from './comments-context.ts'
import { CommentEditor } from './member-parts.ts'
import { useCommentChanges } from './use-comment-changes.ts'

type CommentItemProps = {
  comment: ShownComment
  /** Without it the comment cannot be answered, nor can one that is held. */
  onReply?: ((comment: ShownComment) => void) | undefined
}

/** One comment or reply: viewing, editing, or busy going away. */
export const CommentItem = memo(function CommentItem({ comment, onReply }: CommentItemProps) {
  const { viewer } = useComments()
  const [state, setState] = useState<'viewing' | 'editing' | 'leaving'>('viewing')
  const { update, askToRemove, remove } = useCommentChanges(comment)
  const menu = useRef<HTMLButtonElement>(null)

  const closeEditor = () => {
    flushSync(() => setState('viewing'))
    menu.current?.focus()
  }
  const removeIfSure = async () => {
    if (!(await askToRemove())) return
    setState('leaving')
    await remove(() => focusNeighbour(menu.current))
    setState('viewing')
  }

  return (
    <article
      aria-busy={comment.isPending || state === 'leaving' || undefined}
      className={cn(
        'flex gap-3 transition-opacity',
        (comment.isPending || state === 'leaving') && 'pointer-events-none opacity-60',
      )}
    >
      <OwnerAvatar owner={comment.owner} size={comment.parentId ? 'xs' : 'md'} className="h-fit" />
      <div className="min-w-0 grow">
        <div className="flex items-start justify-between gap-2">
          <CommentHeader comment={comment} />
          {viewer && !comment.isPending && (
            <CommentMenuSlot
              ref={menu}
              isOwn={viewer._id === comment.owner._id}
              owner={comment.owner}
              label="Comment actions"
              className={cn('-my-3 -mr-2.5 text-muted!', state === 'editing' && 'invisible')}
              onEdit={() => setState('editing')}
              onRemove={() => void removeIfSure()}
              onReport={() => openReport({ kind: 'comment', id: comment._id })}
              beforeGone={() => focusNeighbour(menu.current)}
            />
          )}
        </div>
        {state === 'editing' ? (
          <Suspense>
            <CommentEditor comment={comment} onSave={update} onClose={closeEditor} />
          </Suspense>
        ) : (
          <>
            <CommentText text={comment.content} />
            <div className="-ml-2.5 flex items-center gap-1">
              <CommentLike comment={comment} />
              {onReply && viewer && !comment.isHeld && (
                <button type="button" data-reply className={actionClass} onClick={() => onReply(comment)}>
                  Reply
                </button>
              )}
            </div>
          </>
        )}
      </div>
    </article>
  )
})
