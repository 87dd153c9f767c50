import { useQueryClient } from '@tanstack/react-query'
import { memo, type Ref, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { cn } from '../../../../lib/cn.ts'
import { focusNeighbour } from '../../../../lib/dom/focus-neighbour.ts'
import { actionClass } from '../../../../ui/buttons/button-class.ts'
import { toastError } from '../../../../ui/feedback/toasts/toast.ts'
import { lazyPart, whenLoaded } from '../../../../ui/lazy/lazy-part.tsx'
import { useConfirm } from '../../../../ui/overlays/confirm.tsx'
import { OwnerAvatar } from '../../../people/accounts/owner-link.tsx'
import { postRefusalMessage } from '../../../people/blocks/post-refusal-message.ts'
import { openReport } from '../../../people/reports/open-report.tsx'
import { deleteComment, updateComment } from '../api/change-comment.ts'
import type { ShownComment } from '../api/comment-pages.ts'
import { useComments } from '../comments-context.ts'
import { EditCommentForm } from '../forms/lazy-forms.ts'
import { CommentHeader } from './comment-header.tsx'
import { CommentLike } from './comment-like.tsx'
import { CommentMenuButton } from './comment-menu-button.tsx'
import { CommentText } from './comment-text.tsx'
import { CreatorHeart } from './creator-heart.tsx'

const HeartButton = lazyPart(() => import('./heart-button.tsx').then((m) => m.HeartButton))

type CommentItemProps = {
  comment: ShownComment
  /** Without it there is no Reply button. */
  onReply?: ((comment: ShownComment) => void) | undefined
  /** Marks the comment, so that it can be scrolled to and focused. */
  markRef?: Ref<HTMLElement> | undefined
}

/** One comment or reply. */
export const CommentItem = memo(function CommentItem({ comment, onReply, markRef }: CommentItemProps) {
  const { viewer } = useComments()
  const { state, startEditing, closeEditor, save, confirmAndDelete, menu } = useCommentState(comment)
  const isBusy = comment.isPending || state === 'deleting'
  return (
    <article
      ref={markRef}
      {...(markRef && { tabIndex: -1, 'aria-current': true })}
      {...(comment.isNew && { tabIndex: -1, 'data-new': '' })}
      aria-busy={isBusy || undefined}
      className={cn(
        'flex gap-3 transition-opacity',
        isBusy && 'pointer-events-none opacity-60',
        (markRef || comment.isNew) && '-mx-2 scroll-mt-20 scroll-mb-4 rounded-control bg-accent/10 p-2',
      )}
    >
      <OwnerAvatar owner={comment.owner} size={comment.parentId ? 'xs' : 'md'} className="h-fit" />
      <div className="min-w-0 grow">
        <div className="flex items-start justify-between gap-2">
          <CommentHeader comment={comment} />
          {viewer && !comment.isPending && (
            <CommentMenuButton
              ref={menu}
              comment={comment}
              label="Comment actions"
              className={cn('-my-3 -mr-1 text-muted', state === 'editing' && 'invisible')}
              onEdit={startEditing}
              onDelete={() => void confirmAndDelete()}
              onReport={() => openReport({ kind: 'comment', id: comment._id })}
              beforeRemoval={() => focusNeighbour(menu.current)}
            />
          )}
        </div>
        {viewer && state === 'editing' ? (
          <EditCommentForm comment={comment} viewer={viewer} onSave={save} onClose={closeEditor} />
        ) : (
          <CommentBody comment={comment} onReply={viewer && !comment.isHeld ? onReply : undefined} />
        )}
      </div>
    </article>
  )
})

function CommentBody({ comment, onReply }: CommentItemProps) {
  return (
    <>
      <CommentText text={comment.content} />
      <div className="-ml-2.5 flex items-center gap-1">
        <CommentLike comment={comment} />
        <CommentHeart comment={comment} />
        {onReply && (
          <button
            type="button"
            data-reply={comment._id}
            className={actionClass}
            onClick={() => onReply(comment)}
          >
            Reply
          </button>
        )}
      </div>
    </>
  )
}

/** The creator's heart. Only the creator can give one, and not to their own comments. */
function CommentHeart({ comment }: { comment: ShownComment }) {
  const { subject, viewer, words } = useComments()
  if (viewer?._id === subject.creatorId && comment.owner._id !== viewer._id) {
    return <HeartButton comment={comment} />
  }
  if (!comment.isHearted) return null
  return (
    <span role="img" aria-label={words.loved} data-tooltip={words.loved} className="mx-2">
      <CreatorHeart />
    </span>
  )
}

/** Editing and deleting, and where the focus goes after either. */
function useCommentState(comment: ShownComment) {
  const queryClient = useQueryClient()
  const confirm = useConfirm()
  const { subject } = useComments()
  const [state, setState] = useState<'viewing' | 'editing' | 'deleting'>('viewing')
  const menu = useRef<HTMLButtonElement>(null)

  const closeEditor = () => {
    flushSync(() => setState('viewing'))
    menu.current?.focus()
  }
  const save = (text: string) =>
    tryChange(() => updateComment(queryClient, subject, comment, text), 'Failed to update comment')
  const confirmAndDelete = async () => {
    const title = 'Are you sure you want to delete this comment?'
    if (!(await confirm({ title, confirmLabel: 'Delete', isDanger: true }))) return
    setState('deleting')
    const beforeRemoval = () => focusNeighbour(menu.current)
    await tryChange(
      () => deleteComment(queryClient, subject, comment, beforeRemoval),
      'Failed to delete comment',
    )
    setState('viewing')
  }
  return {
    state,
    startEditing: () => whenLoaded(EditCommentForm, () => setState('editing')),
    closeEditor,
    save,
    confirmAndDelete,
    menu,
  }
}

/** Whether the change was made; a failure is shown in a toast. */
async function tryChange(change: () => Promise<void>, failure: string) {
  try {
    await change()
    return true
  } catch (error) {
    toastError(postRefusalMessage(error, failure))
    return false
  }
}
