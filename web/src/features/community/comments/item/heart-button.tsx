import { useQueryClient } from '@tanstack/react-query'
import type { Comment } from '@vireo/contract'
import { Heart } from 'lucide-react'
import { actionClass } from '../../../../ui/buttons/button-class.ts'
import { toastError } from '../../../../ui/feedback/toasts/toast.ts'
import { postRefusalMessage } from '../../../people/blocks/post-refusal-message.ts'
import { toggleHeart } from '../api/marks.ts'
import { useComments } from '../comments-context.ts'
import { CreatorHeart } from './creator-heart.tsx'

/** For the creator, to give or remove a heart. */
export function HeartButton({ comment }: { comment: Comment }) {
  const queryClient = useQueryClient()
  const { subject } = useComments()
  const fail = (error: unknown) => toastError(postRefusalMessage(error, 'Failed to change the heart'))
  return (
    <button
      type="button"
      aria-pressed={comment.isHearted}
      aria-label="Heart"
      data-tooltip={comment.isHearted ? 'Remove heart' : 'Heart'}
      onClick={() => void toggleHeart(queryClient, subject, comment, fail)}
      className={actionClass}
    >
      {comment.isHearted ? <CreatorHeart /> : <Heart />}
    </button>
  )
}
