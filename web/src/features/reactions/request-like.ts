import type { QueryClient } from '@tanstack/react-query'
import type { api, DataOf } from '@vireo/contract'
import { requestToggle } from '../../lib/optimistic-toggle.ts'
import { runMutation } from '../../lib/run-mutation.ts'

export type LikeState = DataOf<typeof api.like.toggleVideo>
export type Liked = { isLiked: boolean; likes: number }

type LikeWish = {
  /** Names the thing: one line of wishes for each. */
  key: string
  isWanted: boolean
  /** Changes the thing wherever it is in the cache. */
  patch: (change: (thing: Liked) => Liked) => void
  send: (isLiked: boolean) => Promise<LikeState>
  fail: (error: unknown) => void
}

/** Shown at once, sent in turn, rolled back when it fails. */
export function requestLike(queryClient: QueryClient, { key, isWanted, patch, send, fail }: LikeWish) {
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
