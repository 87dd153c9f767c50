import { useQueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '@vireo/contract'
import { useCallback } from 'react'
import { usePersonalEvents } from '../../../lib/events.ts'
import { currentUserQuery } from './api.ts'
import { noteSuspension } from './follow-viewer.ts'

/** Notices at once that the signed-in person is suspended. */
export function SuspensionWatch({ user: { _id: id } }: { user: CurrentUser }) {
  const queryClient = useQueryClient()
  const onEvent = useCallback(() => {
    noteSuspension(id)
    void queryClient.refetchQueries({ queryKey: currentUserQuery.queryKey })
  }, [queryClient, id])
  usePersonalEvents('account-suspended', { isListening: true, onEvent, onOpen: doNothing })
  return null
}

const doNothing = () => {}
