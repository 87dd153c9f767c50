import { useQueryClient } from '@tanstack/react-query'
import type { Comment } from '@vireo/contract'
import { ThumbsUp } from 'lucide-react'
import { formatCount } from '../../../../lib/text/format.ts'
import { useAskToSignIn } from '../../../../navigation/links/use-ask-to-sign-in.ts'
import { likeActionClass } from '../../../../ui/buttons/button-class.ts'
import { toastError } from '../../../../ui/feedback/toasts/toast.ts'
import { toggleCommentLike } from '../api/change-comment.ts'
import { useComments } from '../comments-context.ts'

export function CommentLike({ comment }: { comment: Comment }) {
  const queryClient = useQueryClient()
  const { subject, viewer } = useComments()
  const askToSignIn = useAskToSignIn()
  const toggle = () => {
    if (!viewer) return askToSignIn('Please sign in to like comments')
    void toggleCommentLike(queryClient, subject, comment._id, {
      isOn: !comment.isLiked,
      onFailure: () => toastError('Failed to toggle like'),
    })
  }
  return (
    <button
      type="button"
      aria-pressed={comment.isLiked}
      aria-label={`Like comment, ${comment.likes} ${comment.likes === 1 ? 'like' : 'likes'}`}
      data-tooltip="Like"
      onClick={toggle}
      className={likeActionClass}
    >
      <ThumbsUp />
      {comment.likes > 0 && <span className="tabular-nums">{formatCount(comment.likes)}</span>}
    </button>
  )
}
