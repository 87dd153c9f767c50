import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type PlaylistVideo } from '@vireo/contract'
import { call, isNotFound } from '../../lib/api-client.ts'
import { toastError } from '../../ui/toast.ts'
import { toastUndo } from '../../ui/undo-toast.ts'
import { invalidateLists, type LoadedPlaylist, playlistKeys, playlistQuery } from './api.ts'
import { moveItem, placeOf } from './order.ts'

const failure = 'The playlist could not be changed. Please try again'

/** Changes to the rows of one's own playlist: shown at once, sent one after the other. */
export function useRowChanges(id: string) {
  const queryClient = useQueryClient()
  const queryKey = playlistKeys.detail(id)
  const patch = (change: (known: LoadedPlaylist) => Partial<LoadedPlaylist>) =>
    queryClient.setQueryData<LoadedPlaylist>(queryKey, (known) => known && { ...known, ...change(known) })
  const { mutate } = useMutation({
    // In one line: a move names a neighbour, which the move before it may have changed.
    scope: { id: `playlist:${id}` },
    mutationFn: (send: () => Promise<{ updatedAt: string; isMoved?: boolean }>) => send(),
    onSuccess: ({ updatedAt, isMoved }) => {
      patch(() => ({ updatedAt }))
      // Also after an addition: its neighbour may have been removed in another tab.
      if (isMoved === false) void queryClient.invalidateQueries({ queryKey })
      invalidateLists(queryClient)
    },
    onError: (error) => {
      if (!isNotFound(error)) toastError(failure)
      void queryClient.invalidateQueries({ queryKey })
    },
  })

  const setVideos = (change: (videos: PlaylistVideo[]) => PlaylistVideo[]) => {
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
      setVideos((videos) => [...videos.slice(0, index), video, ...videos.slice(index)])
      put(video._id)
    })
  }
  return { move, remove }
}

export type RowChanges = ReturnType<typeof useRowChanges>
