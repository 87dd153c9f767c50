import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { hasCode, isNotFound } from '../../../lib/api-client.ts'
import { focusNeighbour } from '../../../lib/dom/focus-neighbour.ts'
import { useOneAtATime } from '../../../lib/hooks/use-one-at-a-time.ts'
import { runMutation } from '../../../lib/query/query-client.ts'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts/toast.ts'
import { type DecisionList, dropDecided, problemOf, refreshList } from './api.ts'

type Decision = {
  send: () => Promise<unknown>
  /** The success message. */
  done: string
  /** Closes the dialog of the decision. */
  close?: () => void
  /** For a suspension: all cases of this person are removed. */
  suspendedId?: string
}

/** Sends a decision and removes the item from its list, even if another moderator has already decided. */
export function useDecision(list: DecisionList, id: string) {
  const queryClient = useQueryClient()
  const { isBusy, run } = useOneAtATime()
  const button = useRef<HTMLButtonElement>(null)

  const decide = ({ send, done, close, suspendedId }: Decision) =>
    run(async () => {
      try {
        await runMutation(queryClient, send)
        toastSuccess(done)
      } catch (error) {
        toastError(problemOf(error))
        // Busy until the new text is loaded, so that nobody approves unread text.
        if (hasCode(error, 'moderation.changed')) await refreshList(queryClient, list)
        const isGone = isNotFound(error) || hasCode(error, 'moderation.already-decided')
        if (!isGone) return
      }
      // The order matters: an open dialog traps the focus, and a removed card has no neighbours.
      close?.()
      focusNeighbour(button.current, suspendedId && `[data-owner="${suspendedId}"]`)
      dropDecided(queryClient, { list, id, suspendedId })
    })
  /** `button` is a ref for one of the card's buttons. */
  return { decide, isBusy, button }
}
