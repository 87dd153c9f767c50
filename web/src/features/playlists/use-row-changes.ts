import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type PlaylistVideo } from '@vireo/contract'
import { type RefObject, useRef } from 'react'
import { call, isNotFound } from '../../lib/api-client.ts'
import { toastError } from '../../ui/feedback/toast.ts'
import { toastUndo } from '../../ui/feedback/undo-toast.ts'
import { changeFailure, invalidateLists, type LoadedPlaylist, playlistKeys, playlistQuery } from './api.ts'
import { moveItem, placeOf } from './order.ts'

/** Changes to the rows of the viewer's own playlist: shown at once, sent one after the other. */
export function useRowChanges(id: string) {
  const queryClient = useQueryClient()
  // The rows shown here may differ from the server's.
  const mustReload = useRef(false)
  const send = useSendInOrder(id, mustReload)
  const setVideos = (change: (videos: PlaylistVideo[]) => PlaylistVideo[]) => {
    const { queryKey } = playlistQuery(id)
    // The answer that is on its way would undo the change; it is asked for again afterwards.
    if (queryClient.isFetching({ queryKey }) > 0) mustReload.current = true
    void queryClient.cancelQueries({ queryKey })
    patchPlaylist(queryClient, id, (known) => withVideos(known, change(known.videos)))
  }
  const put = (videoId: string) => {
    const { videos = [] } = queryClient.getQueryData(playlistQuery(id).queryKey) ?? {}
    const ids = videos.map(({ _id }) => _id)
    const body = placeOf(ids, videoId)
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
        // If removing it failed, it is back already.
        const others = videos.filter(({ _id }) => _id !== video._id)
        return [...others.slice(0, index), video, ...others.slice(index)]
      })
      put(video._id)
    })
  }
  return { move, remove }
}

type Answer = { updatedAt: string; isMoved?: boolean }

/** One request at a time: a move names a neighbour, whose place the request before it may have changed. */
function useSendInOrder(id: string, mustReload: RefObject<boolean>) {
  const queryClient = useQueryClient()
  const mutationKey = ['playlists', 'rows', id]
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: `playlist:${id}` },
    mutationFn: (send: () => Promise<Answer>) => send(),
    onSuccess: ({ updatedAt, isMoved }) => {
      patchPlaylist(queryClient, id, () => ({ updatedAt }))
      // Its neighbour may have been removed in another tab; that can happen to an addition too.
      if (isMoved === false) mustReload.current = true
      invalidateLists(queryClient)
    },
    onError: (error) => {
      if (!isNotFound(error)) toastError(changeFailure)
      mustReload.current = true
    },
    onSettled: () => {
      const isLast = queryClient.isMutating({ mutationKey }) === 1
      if (!isLast || !mustReload.current) return
      mustReload.current = false
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

/** The count and the total duration follow the rows. */
function withVideos({ videos, videosCount, duration }: LoadedPlaylist, changed: PlaylistVideo[]) {
  const durationOf = (list: PlaylistVideo[]) => list.reduce((sum, video) => sum + video.duration, 0)
  return {
    videos: changed,
    videosCount: videosCount + changed.length - videos.length,
    duration: duration + durationOf(changed) - durationOf(videos),
  }
}
