import { useQueryClient } from '@tanstack/react-query'
import { api } from '@vireo/contract'
import { call } from '../../../lib/api-client.ts'
import { dropPendingDoc, patchDoc } from '../../../lib/query/cached-docs.ts'
import { type Liked, requestLike } from '../../../lib/query/request-like.ts'
import { videoKeys } from '../../publishing/videos/api.ts'

/** The queries that show a like: the video's own page and the liked videos. */
const keys = { lists: videoKeys.liked, detail: videoKeys.detail }

export function useToggleLike(videoId: string) {
  const queryClient = useQueryClient()
  return async (isOn: boolean, onFailure: () => void) => {
    await requestLike(queryClient, {
      key: `video-like:${videoId}`,
      isOn,
      patch: (change) => {
        dropPendingDoc(queryClient, keys, videoId)
        patchDoc<Liked & { _id: string }>(queryClient, keys, videoId, change)
      },
      send: (isLiked) =>
        call(api.likes.toggleVideo, { params: { videoId }, body: { isLiked }, keepalive: true }),
      fail: onFailure,
    })
    void queryClient.invalidateQueries({ queryKey: videoKeys.liked })
    // A play queue in use is active and does not change.
    queryClient.removeQueries({ queryKey: videoKeys.likedPlayQueue, type: 'inactive' })
  }
}
