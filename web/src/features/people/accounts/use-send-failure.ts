import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { hasCode } from '../../../lib/api-client.ts'
import { useIsUnmounted } from '../../../lib/hooks/use-is-unmounted.ts'
import { toastError } from '../../../ui/feedback/toasts/toast.ts'
import { currentUserQuery } from './api.ts'

/**
 * When a form could not be sent, shows the reason in the form, or in a toast once the form is gone, and sets the draft
 * aside so that it can be restored.
 */
export function useSendFailure(setDraftAside: () => void, resetErrors: () => void) {
  const queryClient = useQueryClient()
  const isUnmounted = useIsUnmounted()
  const [failure, setFailure] = useState<string>()
  const resetAgain = useEffectEvent(resetErrors)
  useEffect(() => {
    // The message takes the focus from the current field, which must not count as leaving it empty.
    if (failure) resetAgain()
  }, [failure])
  const fail = (error: unknown, message: string) => {
    // Signed out in the meantime: signing in leads back to the form, which keeps its content.
    if (hasCode(error, 'auth.required')) {
      toastError(message)
      void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey })
      return
    }
    resetErrors()
    setDraftAside()
    if (isUnmounted.current) toastError(message)
    else setFailure(message)
  }
  return { failure, fail, clearFailure: () => setFailure(undefined) }
}
