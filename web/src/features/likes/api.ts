import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { api, type DataOf } from '@vireo/contract'
import { call } from '../../lib/api-client.ts'
import { dropPendingDoc, patchDoc } from '../../lib/query/cached-docs.ts'
import { requestToggle } from '../../lib/query/optimistic-toggle.ts'
import { runMutation } from '../../lib/query/query-client.ts'
import { videoKeys } from '../videos/api.ts'

/** Where a like is shown: on the video's own page and in the list of liked ones. */
const keys = { lists: videoKeys.liked, detail: videoKeys.detail }

export function useToggleLike(videoId: string) {
  const queryClient = useQueryClient()
  return async (isWanted: boolean, onFailure: () => void) => {
    await requestLike(queryClient, {
      key: `video-like:${videoId}`,
      isWanted,
      patch: (change) => {
        dropPendingDoc(queryClient, keys, videoId)
        patchDoc<Liked & { _id: string }>(queryClient, keys, videoId, change)
      },
      send: (isLiked) =>
        call(api.likes.toggleVideo, { params: { videoId }, body: { isLiked }, keepalive: true }),
      fail: onFailure,
    })
    void queryClient.invalidateQueries({ queryKey: videoKeys.liked })
    // A queue that is being played is active and stays as it is.
    queryClient.removeQueries({ queryKey: videoKeys.likedQueue, type: 'inactive' })
  }
}

type LikeState = DataOf<typeof api.likes.toggleVideo>
type Liked = { isLiked: boolean; likes: number }

type LikeRequest = {
  /** Identifies the liked thing: its requests are sent one after the other. */
  key: string
  isWanted: boolean
  /** Changes the thing in every cached list. */
  patch: (change: (thing: Liked) => Liked) => void
  send: (isLiked: boolean) => Promise<LikeState>
  fail: (error: unknown) => void
}

/** Shown at once, sent one after the other, undone on failure. */
export function requestLike(queryClient: QueryClient, { key, isWanted, patch, send, fail }: LikeRequest) {
  return requestToggle<LikeState>({
    key,
    isWanted,
    show: (isLiked) => patch((thing) => moveLike(thing, isLiked)),
    send: (isLiked) => runMutation(queryClient, () => send(isLiked)),
    settle: ({ isLiked, totalLikes }) => patch(() => ({ isLiked, likes: totalLikes })),
    fail,
  })
}

/** The count moves by one with the state, and never below 0. */
export function moveLike({ isLiked, likes }: Liked, isWanted: boolean): Liked {
  if (isLiked === isWanted) return { isLiked, likes }
  return { isLiked: isWanted, likes: Math.max(0, likes + (isWanted ? 1 : -1)) }
}
