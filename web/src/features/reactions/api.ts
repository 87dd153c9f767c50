import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { api, type DataOf, type Video } from '@vireo/contract'
import { call } from '../../lib/api-client.ts'
import { requestToggle } from '../../lib/optimistic-toggle.ts'
import { runMutation } from '../../lib/run-mutation.ts'
import { dropPendingAnswer, patchVideo } from '../videos/api.ts'

type LikeState = DataOf<typeof api.like.toggleVideo>

/** Shown at once, sent in turn, rolled back when it fails. */
export function useToggleLike(videoId: string) {
  const queryClient = useQueryClient()
  return (isWanted: boolean, onFailure: () => void) =>
    requestToggle<LikeState>({
      key: `video-like:${videoId}`,
      isWanted,
      show: (isLiked) => patchLike(queryClient, videoId, (video) => moveLike(video, isLiked)),
      send: (isLiked) =>
        runMutation(queryClient, () =>
          call(api.like.toggleVideo, { params: { videoId }, body: { isLiked } }),
        ),
      settle: ({ isLiked, totalLikes }) =>
        patchLike(queryClient, videoId, () => ({ isLiked, likes: totalLikes })),
      fail: onFailure,
    })
}

type Liked = Pick<Video, 'isLiked' | 'likes'>

/** The count moves by one with the state, and never below 0. */
export function moveLike({ isLiked, likes }: Liked, isWanted: boolean): Liked {
  if (isLiked === isWanted) return { isLiked, likes }
  return { isLiked: isWanted, likes: Math.max(0, likes + (isWanted ? 1 : -1)) }
}

function patchLike(queryClient: QueryClient, videoId: string, change: (video: Liked) => Liked) {
  dropPendingAnswer(queryClient, videoId)
  patchVideo(queryClient, videoId, change)
}
