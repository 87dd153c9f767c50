import type { Video } from '@vireo/contract'
import { toastError } from '../../ui/toast.ts'
import { useCurrentUser } from '../account/api.ts'
import { useToggleLike } from './api.ts'
import { setDisliked, useIsDisliked } from './dislikes.ts'

/** Liked and disliked exclude each other; a dislike takes a like back first. */
export function useReactions({ _id, isLiked }: Pick<Video, '_id' | 'isLiked'>) {
  const { user, isLoading } = useCurrentUser()
  const isDisliked = useIsDisliked(user?._id, _id)
  const toggleLike = useToggleLike(_id)

  const like = () => {
    // A click before we know who is here says nothing rather than something wrong.
    if (isLoading) return
    if (!user) return toastError('Please Sign in to like videos')
    if (isDisliked) setDisliked(user._id, _id, false)
    void toggleLike(!isLiked, () => {
      if (isDisliked) setDisliked(user._id, _id, true)
      toastError('Failed to toggle like')
    })
  }

  const dislike = () => {
    if (isLoading) return
    if (!user) return toastError('Please Sign in to dislike videos')
    setDisliked(user._id, _id, !isDisliked)
    if (isDisliked || !isLiked) return
    void toggleLike(false, () => {
      setDisliked(user._id, _id, false)
      toastError('Failed to dislike video')
    })
  }

  // Liked on another device since: the like is the newer word.
  return { isDisliked: isDisliked && !isLiked, like, dislike }
}
