import type { QueryClient } from '@tanstack/react-query'
import { api } from '@vireo/contract'
import { call, isNotFound } from '../../lib/api-client.ts'
import { requestToggle } from '../../lib/optimistic-toggle.ts'
import { runMutation } from '../../lib/run-mutation.ts'
import { toastError } from '../../ui/toast.ts'
import { messageOf } from '../account/error-message.ts'
import { changeFailure, invalidateLists, playlistKeys } from './api.ts'

type SaveWish = {
  playlistId: string
  videoId: string
  isWanted: boolean
  show: (isSaved: boolean) => void
  onDone?: () => void
}

/** Puts a video into a playlist or takes it out: shown at once, taken back when it fails. */
export function requestSave(
  queryClient: QueryClient,
  { playlistId, videoId, isWanted, show, onDone }: SaveWish,
) {
  return requestToggle<void>({
    key: `playlist:${playlistId}:${videoId}`,
    isWanted,
    show,
    send: (isSaved) => runMutation(queryClient, () => send(playlistId, videoId, isSaved)),
    settle: () => {
      // All: Watch later has two ids.
      void queryClient.invalidateQueries({ queryKey: playlistKeys.details })
      invalidateLists(queryClient)
      onDone?.()
    },
    fail: (error) => toastError(messageOf(error, changeFailure)),
  })
}

async function send(id: string, videoId: string, isSaved: boolean) {
  const params = { id, videoId }
  if (isSaved) {
    await call(api.playlist.putVideo, { params, body: {}, keepalive: true })
    return
  }
  try {
    await call(api.playlist.removeVideo, { params, keepalive: true })
  } catch (error) {
    // It is out of the playlist already.
    if (!isNotFound(error)) throw error
  }
}
