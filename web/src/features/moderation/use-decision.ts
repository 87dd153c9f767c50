import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { hasCode, isNotFound } from '../../lib/api-client.ts'
import { focusNeighbour } from '../../lib/focus-neighbour.ts'
import { runMutation } from '../../lib/run-mutation.ts'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { type DecisionList, dropDecided, problemOf, refreshList } from './api.ts'
import { useOneAtATime } from './use-one-at-a-time.ts'

type Decision = {
  send: () => Promise<unknown>
  /** Said when it is done. */
  done: string
  /** Closes the dialog in which it was made. */
  close?: () => void
  /** Who is suspended by it: all their cases go. */
  suspendedId?: string
}

/** Sends a decision; what another moderator has decided before leaves the list as well. */
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
        // Busy until the new text is there, so that nobody approves what they have not read.
        if (hasCode(error, 'moderation.changed')) await refreshList(queryClient, list)
        const isGone = isNotFound(error) || hasCode(error, 'moderation.already-decided')
        if (!isGone) return
      }
      // In this order: an open dialog keeps the focus, and a card that is gone has no neighbours.
      close?.()
      focusNeighbour(button.current, suspendedId && `[data-owner="${suspendedId}"]`)
      dropDecided(queryClient, { list, id, suspendedId })
    })
  /** The ref is for a button of the card. */
  return { decide, isBusy, button }
}
