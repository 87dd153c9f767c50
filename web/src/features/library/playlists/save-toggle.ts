import type { QueryClient } from '@tanstack/react-query'
import { api } from '@vireo/contract'
import { call, isNotFound } from '../../../lib/api-client.ts'
import { messageOf } from '../../../lib/forms/error-message.ts'
import { requestToggle } from '../../../lib/query/optimistic-toggle.ts'
import { runMutation } from '../../../lib/query/query-client.ts'
import { toastError } from '../../../ui/feedback/toasts/toast.ts'
import { changeFailure, invalidateLists, playlistKeys } from './api.ts'

type SaveRequest = {
  playlistId: string
  videoId: string
  isOn: boolean
  show: (isSaved: boolean) => void
  onDone?: () => void
}

/** Adds a video to a playlist or removes it. Shown at once, and undone if the request fails. */
export function requestSave(
  queryClient: QueryClient,
  { playlistId, videoId, isOn, show, onDone }: SaveRequest,
) {
  return requestToggle<void>({
    key: `playlist:${playlistId}:${videoId}`,
    isOn,
    show,
    send: (isSaved) => runMutation(queryClient, () => send(playlistId, videoId, isSaved)),
    settle: () => {
      // Every playlist, because Watch later has two ids.
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
    await call(api.playlists.putVideo, { params, body: {}, keepalive: true })
    return
  }
  try {
    await call(api.playlists.removeVideo, { params, keepalive: true })
  } catch (error) {
    // Already removed.
    if (!isNotFound(error)) throw error
  }
}
