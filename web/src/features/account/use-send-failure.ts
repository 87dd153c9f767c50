import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { hasCode } from '../../lib/api-client.ts'
import { toastError } from '../../ui/toast.ts'
import { currentUserQuery } from './api.ts'

/** What follows when a form could not be sent: it is said, and the draft is put where it can be restored. */
export function useSendFailure(putAside: () => void) {
  const queryClient = useQueryClient()
  const [failure, setFailure] = useState<string>()
  const fail = (error: unknown, message: string) => {
    toastError(message)
    // Signed out meanwhile: the way leads over the sign-in page and back to the form as it is.
    if (hasCode(error, 'auth.required')) {
      void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey })
      return
    }
    putAside()
    setFailure(message)
  }
  return { failure, fail, clearFailure: () => setFailure(undefined) }
}
