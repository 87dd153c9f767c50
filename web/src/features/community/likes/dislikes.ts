import { createStoredList } from '../../../lib/store/stored-list.ts'

const dislikes = createStoredList('disliked-videos', 1000)

export const setDisliked = dislikes.setListed

export const isDislikedBy = (userId: string, videoId: string) => dislikes.list(userId).includes(videoId)

/** Always false for visitors. */
export function useIsDisliked(userId: string | undefined, videoId: string) {
  return dislikes.useSelected(userId ?? '', (ids) => userId !== undefined && ids.includes(videoId))
}
