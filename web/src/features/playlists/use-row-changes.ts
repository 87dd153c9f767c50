import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type PlaylistVideo } from '@vireo/contract'
import { useRef } from 'react'
import { call, isNotFound } from '../../lib/api-client.ts'
import { toastError } from '../../ui/toast.ts'
import { toastUndo } from '../../ui/undo-toast.ts'
import { changeFailure, invalidateLists, type LoadedPlaylist, playlistKeys, playlistQuery } from './api.ts'
import { moveItem, placeOf } from './order.ts'

/** Changes to the rows of one's own playlist: shown at once, sent one after the other. */
export function useRowChanges(id: string) {
  const queryClient = useQueryClient()
  const queryKey = playlistKeys.detail(id)
  const patch = (change: (known: LoadedPlaylist) => Partial<LoadedPlaylist>) =>
    queryClient.setQueryData<LoadedPlaylist>(queryKey, (known) => known && { ...known, ...change(known) })
  const mutationKey = ['playlists', 'rows', id]
  // The rows here are not those of the server, or the answer that would tell was dropped.
  const mustReload = useRef(false)
  const { mutate } = useMutation({
    mutationKey,
    // In one line: a move names a neighbour, which the move before it may have changed.
    scope: { id: `playlist:${id}` },
    mutationFn: (send: () => Promise<{ updatedAt: string; isMoved?: boolean }>) => send(),
    onSuccess: ({ updatedAt, isMoved }) => {
      patch(() => ({ updatedAt }))
      // Also after an addition: its neighbour may have been removed in another tab.
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
      void queryClient.invalidateQueries({ queryKey })
    },
  })

  const setVideos = (change: (videos: PlaylistVideo[]) => PlaylistVideo[]) => {
    if (queryClient.isFetching({ queryKey }) > 0) mustReload.current = true
    void queryClient.cancelQueries({ queryKey })
    patch(({ videos, videosCount, duration }) => {
      const changed = change(videos)
      const lengthOf = (list: PlaylistVideo[]) => list.reduce((sum, video) => sum + video.duration, 0)
      return {
        videos: changed,
        videosCount: videosCount + changed.length - videos.length,
        duration: duration + lengthOf(changed) - lengthOf(videos),
      }
    })
  }
  const put = (videoId: string) => {
    const { videos = [] } = queryClient.getQueryData(playlistQuery(id).queryKey) ?? {}
    const ids = videos.map(({ _id }) => _id)
    const body = placeOf(ids, videoId)
    mutate(() => call(api.playlist.putVideo, { params: { id, videoId }, body }))
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
    mutate(() => call(api.playlist.removeVideo, { params: { id, videoId: video._id } }))
    toastUndo(`Removed ${video.title}`, () => {
      setVideos((videos) => {
        // It may be back by itself, if removing it failed.
        const others = videos.filter(({ _id }) => _id !== video._id)
        return [...others.slice(0, index), video, ...others.slice(index)]
      })
      put(video._id)
    })
  }
  return { move, remove }
}
