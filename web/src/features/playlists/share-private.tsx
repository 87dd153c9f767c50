import { useQueryClient } from '@tanstack/react-query'
import { Share2 } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { toastError, toastNotice } from '../../ui/toast.ts'
import { messageOf } from '../account/error-message.ts'
import { changeFailure, updatePlaylist } from './api.ts'

/** The link of a private playlist works for its owner alone, so it has to become unlisted first. */
export function SharePrivate({ playlistId }: { playlistId: string }) {
  const queryClient = useQueryClient()
  const confirm = useConfirm()
  const open = async () => {
    const isConfirmed = await confirm({
      title: 'Make this playlist unlisted?',
      text: 'It is private, so its link works only for you. Once it is unlisted, anyone with the link can see it.',
      confirmLabel: 'Make unlisted',
    })
    if (!isConfirmed) return
    try {
      await updatePlaylist(queryClient, playlistId, { visibility: 'unlisted' })
      toastNotice('The playlist is unlisted now. Share its link with anyone.')
    } catch (error) {
      toastError(messageOf(error, changeFailure))
    }
  }
  return (
    <Button onClick={() => void open()}>
      <Share2 />
      Share
    </Button>
  )
}
