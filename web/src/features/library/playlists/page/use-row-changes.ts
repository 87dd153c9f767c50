import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type PlaylistVideo } from '@vireo/contract'
import { type RefObject, useRef } from 'react'
import { call, isNotFound } from '../../../../lib/api-client.ts'
import { toastError } from '../../../../ui/feedback/toasts/toast.ts'
import { toastUndo } from '../../../../ui/feedback/toasts/undo-toast.ts'
import { moveItem } from '../../reorder/move-item.ts'
import { changeFailure, invalidateLists, type LoadedPlaylist, playlistKeys, playlistQuery } from '../api.ts'
import { positionOf } from './order.ts'

/** Changes to the rows of the viewer's own playlist: shown at once, sent one after the other, undone on failure. */
export function useRowChanges(id: string) {
  const queryClient = useQueryClient()
  const batch = useRef<Batch>({ mustReload: false })
  const send = useSendInOrder(id, batch)
  const setVideos = (change: (videos: PlaylistVideo[]) => PlaylistVideo[]) => {
    const { queryKey } = playlistQuery(id)
    // The pending answer would undo the change; the list is fetched again afterwards.
    if (queryClient.isFetching({ queryKey }) > 0) batch.current.mustReload = true
    if (queryClient.isMutating({ mutationKey: rowsKey(id) }) === 0)
      batch.current.before = queryClient.getQueryData(queryKey)
    void queryClient.cancelQueries({ queryKey })
    patchPlaylist(queryClient, id, (known) => withVideos(known, change(known.videos)))
  }
  const put = (videoId: string) => {
    const { videos = [] } = queryClient.getQueryData(playlistQuery(id).queryKey) ?? {}
    const ids = videos.map(({ _id }) => _id)
    const body = positionOf(ids, videoId)
    send(() => call(api.playlists.putVideo, { params: { id, videoId }, body }))
  }

  const move = (videoId: string, to: number) => {
    setVideos((videos) => {
      const from = videos.findIndex(({ _id }) => _id === videoId)
      return from < 0 ? videos : moveItem(videos, from, to)
    })
    put(videoId)
  }
  const remove = (video: PlaylistVideo, index: number) => {
    setVideos((videos) => videos.filter(({ _id }) => _id !== video._id))
    send(() => call(api.playlists.removeVideo, { params: { id, videoId: video._id } }))
    toastUndo(`Removed ${video.title}`, () => {
      setVideos((videos) => {
        // If the removal failed, the video is back already.
        const others = videos.filter(({ _id }) => _id !== video._id)
        return [...others.slice(0, index), video, ...others.slice(index)]
      })
      put(video._id)
    })
  }
  return { move, remove }
}

/** The changes that are sent together. */
type Batch = {
  /** The rows shown here may differ from the server's. */
  mustReload: boolean
  /** The playlist before the first change. */
  before?: LoadedPlaylist | undefined
  hasFailed?: boolean
}

const rowsKey = (id: string) => ['playlists', 'rows', id]

type Answer = { updatedAt: string; isMoved?: boolean }

/** One request at a time, because a move names a neighbour that the previous request may have moved. */
function useSendInOrder(id: string, batch: RefObject<Batch>) {
  const queryClient = useQueryClient()
  const mutationKey = rowsKey(id)
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: `playlist:${id}` },
    mutationFn: (send: () => Promise<Answer>) => send(),
    onSuccess: ({ updatedAt, isMoved }) => {
      patchPlaylist(queryClient, id, () => ({ updatedAt }))
      // The neighbour may have been removed in another tab, even for an addition.
      if (isMoved === false) batch.current.mustReload = true
      invalidateLists(queryClient)
    },
    onError: (error) => {
      if (!isNotFound(error)) toastError(changeFailure)
      Object.assign(batch.current, { mustReload: true, hasFailed: true })
    },
    onSettled: () => {
      const { mustReload, hasFailed, before } = batch.current
      if (queryClient.isMutating({ mutationKey }) > 1) return
      batch.current = { mustReload: false }
      if (!mustReload) return
      // Without a connection it cannot be reloaded.
      if (hasFailed && before) queryClient.setQueryData(playlistKeys.detail(id), before)
      void queryClient.invalidateQueries({ queryKey: playlistKeys.detail(id) })
    },
  })
  return mutate
}

function patchPlaylist(
  queryClient: QueryClient,
  id: string,
  change: (known: LoadedPlaylist) => Partial<LoadedPlaylist>,
) {
  queryClient.setQueryData<LoadedPlaylist>(
    playlistKeys.detail(id),
    (known) => known && { ...known, ...change(known) },
  )
}

/** Updates the count and the total duration along with the rows. */
function withVideos({ videos, videosCount, duration }: LoadedPlaylist, changed: PlaylistVideo[]) {
  const durationOf = (list: PlaylistVideo[]) => list.reduce((sum, video) => sum + video.duration, 0)
  return {
    videos: changed,
    videosCount: videosCount + changed.length - videos.length,
    duration: duration + durationOf(changed) - durationOf(videos),
  }
}
