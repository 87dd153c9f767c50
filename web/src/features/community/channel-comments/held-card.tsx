import { useQueryClient } from '@tanstack/react-query'
import { api, type HeldOnChannel, type HeldState } from '@vireo/contract'
import { useRef } from 'react'
import { call, hasCode, isNotFound } from '../../../lib/api-client.ts'
import { focusNeighbour } from '../../../lib/dom/focus-neighbour.ts'
import { messageOf } from '../../../lib/forms/error-message.ts'
import { useOneAtATime } from '../../../lib/hooks/use-one-at-a-time.ts'
import { runMutation } from '../../../lib/query/query-client.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts/toast.ts'
import { toastUndo } from '../../../ui/feedback/toasts/undo-toast.ts'
import { ReviewedComment } from '../comments/item/reviewed-comment.tsx'
import { dropHeld, reloadHeld } from './api.ts'

type Decision = {
  send: () => Promise<unknown>
  done: string
  /** Not for an approval, of which people have been told. */
  undo?: () => Promise<unknown>
}

/** A comment that waits for approval or is hidden, with what its creator can decide. */
export function HeldCard({ held: { comment, subject }, state }: { held: HeldOnChannel; state: HeldState }) {
  const { _id: commentId, updatedAt } = comment
  const { decide, isBusy, button } = useDecision(commentId)
  const params = { commentId }
  const hide = (isHidden: boolean) => call(api.comments.hide, { params, body: { isHidden } })
  const remove = (isRemoved: boolean) => call(api.comments.remove, { params, body: { isRemoved } })
  const approve = {
    send: () => call(api.comments.approve, { params, body: { updatedAt } }),
    done: 'Comment approved',
  }
  const show = { send: () => hide(false), done: 'Comment shown', undo: () => hide(true) }
  return (
    <article className="grid gap-4 rounded-card border border-border bg-surface p-4 sm:p-5">
      <ReviewedComment
        comment={comment}
        subject={{ kind: subject.kind, id: subject._id }}
        title={subject.title}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          ref={button}
          size="sm"
          variant="primary"
          isBusy={isBusy}
          onClick={() => decide(state === 'waiting' ? approve : show)}
        >
          {state === 'waiting' ? 'Approve' : 'Show'}
        </Button>
        <Button
          size="sm"
          variant="danger"
          disabled={isBusy}
          onClick={() =>
            decide({ send: () => remove(true), done: 'Comment removed', undo: () => remove(false) })
          }
        >
          Remove
        </Button>
      </div>
    </article>
  )
}

/** Sends a decision, removes the comment from its list and offers to undo the decision. */
function useDecision(id: string) {
  const queryClient = useQueryClient()
  const { isBusy, run } = useOneAtATime()
  const button = useRef<HTMLButtonElement>(null)
  const undoNow = async (undo: () => Promise<unknown>) => {
    try {
      await runMutation(queryClient, undo)
    } catch {
      toastError('This could not be undone')
    }
    await reloadHeld(queryClient)
  }
  const decide = async ({ send, done, undo }: Decision) => {
    try {
      await runMutation(queryClient, send)
      if (undo) toastUndo(done, () => void undoNow(undo))
      else toastSuccess(done)
    } catch (error) {
      toastError(messageOf(error, 'Something went wrong. Please try again.'))
      // Busy until the new text is loaded, so that nobody approves unread text.
      if (hasCode(error, 'moderation.changed')) await reloadHeld(queryClient)
      if (!isNotFound(error)) return
    }
    // A removed card has no neighbours.
    focusNeighbour(button.current)
    dropHeld(queryClient, id)
  }
  return { decide: (decision: Decision) => void run(() => decide(decision)), isBusy, button }
}
