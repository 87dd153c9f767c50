import { useQueryClient } from '@tanstack/react-query'
import { useConfirm } from '../../ui/confirm.tsx'
import { toastError } from '../../ui/toast.ts'
import { messageOf } from '../account/error-message.ts'
import { changeFailure, updatePlaylist } from './api.ts'

/** The link of a private playlist works for its owner alone, so it has to become unlisted before it is shared. */
export function useMakeUnlisted(playlistId: string) {
  const queryClient = useQueryClient()
  const confirm = useConfirm()
  return async (): Promise<boolean> => {
    const isConfirmed = await confirm({
      title: 'Make this playlist unlisted?',
      text: 'It is private, so its link works only for you. Once it is unlisted, anyone with the link can see it.',
      confirmLabel: 'Make unlisted',
    })
    if (!isConfirmed) return false
    try {
      await updatePlaylist(queryClient, playlistId, { visibility: 'unlisted' })
      return true
    } catch (error) {
      toastError(messageOf(error, changeFailure))
      return false
    }
  }
}
