import type { QueryClient } from '@tanstack/react-query'
import type { api, DataOf } from '@vireo/contract'
import { requestToggle } from './optimistic-toggle.ts'
import { runMutation } from './query-client.ts'

type LikeState = DataOf<typeof api.likes.toggleVideo>
export type Liked = { isLiked: boolean; likes: number }

type LikeRequest = {
  /** Identifies the liked thing; its requests are sent one after the other. */
  key: string
  isOn: boolean
  /** Changes the thing in every cached list. */
  patch: (change: (thing: Liked) => Liked) => void
  send: (isLiked: boolean) => Promise<LikeState>
  fail: (error: unknown) => void
}

/**
 * Shows a like at once, sends requests one after the other, and undoes the like on failure. Videos, tweets and comments
 * pass `patch` and `send`, because each has its own caches and endpoint; only the order of the steps is common.
 */
export function requestLike(queryClient: QueryClient, { key, isOn, patch, send, fail }: LikeRequest) {
  return requestToggle<LikeState>({
    key,
    isOn,
    show: (isLiked) => patch((thing) => applyLike(thing, isLiked)),
    send: (isLiked) => runMutation(queryClient, () => send(isLiked)),
    settle: ({ isLiked, totalLikes }) => patch(() => ({ isLiked, likes: totalLikes })),
    fail,
  })
}

/** The count changes by one with the state, and never goes below 0. */
export function applyLike({ isLiked, likes }: Liked, isOn: boolean): Liked {
  if (isLiked === isOn) return { isLiked, likes }
  return { isLiked: isOn, likes: Math.max(0, likes + (isOn ? 1 : -1)) }
}
