import { useQueryClient } from '@tanstack/react-query'
import { hasCode, isNotFound } from '../../lib/api-client.ts'
import { runMutation } from '../../lib/run-mutation.ts'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { messageOf } from '../account/error-message.ts'
import { dropDecided } from './api.ts'

/** Sends a decision; what another moderator has decided before leaves the list as well. Answers whether it is gone. */
export function useDecision(list: 'cases' | 'held', id: string, beforeGone: () => void) {
  const queryClient = useQueryClient()
  return async (send: () => Promise<unknown>, done: string): Promise<boolean> => {
    try {
      await runMutation(queryClient, send)
      toastSuccess(done)
    } catch (error) {
      toastError(messageOf(error, 'That did not work. Please try again.'))
      const isGone = isNotFound(error) || hasCode(error, 'moderation.already-decided')
      if (!isGone) return false
    }
    beforeGone()
    dropDecided(queryClient, list, id)
    return true
  }
}
