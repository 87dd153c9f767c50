import { useQueryClient } from '@tanstack/react-query'
import { api } from '@vireo/contract'
import { call } from '../../lib/api-client.ts'
import { dropPendingAnswer, patchVideo, videoKeys } from '../videos/api.ts'
import { requestLike } from './request-like.ts'

export function useToggleLike(videoId: string) {
  const queryClient = useQueryClient()
  return async (isWanted: boolean, onFailure: () => void) => {
    await requestLike(queryClient, {
      key: `video-like:${videoId}`,
      isWanted,
      patch: (change) => {
        dropPendingAnswer(queryClient, videoId)
        patchVideo(queryClient, videoId, change)
      },
      send: (isLiked) =>
        call(api.like.toggleVideo, { params: { videoId }, body: { isLiked }, keepalive: true }),
      fail: onFailure,
    })
    void queryClient.invalidateQueries({ queryKey: videoKeys.liked })
    // One that is being played goes on as it began.
    queryClient.removeQueries({ queryKey: videoKeys.likedQueue, type: 'inactive' })
  }
}
