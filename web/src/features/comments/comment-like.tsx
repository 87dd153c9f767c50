import { useQueryClient } from '@tanstack/react-query'
import type { Comment } from '@vireo/contract'
import { ThumbsUp } from 'lucide-react'
import { formatCount } from '../../lib/format.ts'
import { requestToggle } from '../../lib/optimistic-toggle.ts'
import { runMutation } from '../../lib/run-mutation.ts'
import { toastError } from '../../ui/toast.ts'
import { moveLike } from '../reactions/api.ts'
import { actionClass } from './action-class.ts'
import { useComments } from './comments-context.ts'
import type { CommentLikes } from './source.ts'
import { changeComment } from './thread-cache.ts'

export function CommentLike({ comment }: { comment: Comment }) {
  const { viewer } = useComments()
  const toggle = useToggleCommentLike(comment._id)
  const handleClick = () => {
    if (viewer) void toggle(!comment.isLiked)
    else toastError('Please sign in to like comments')
  }
  return (
    <button
      type="button"
      aria-pressed={comment.isLiked}
      aria-label={`Like comment, ${comment.likes} ${comment.likes === 1 ? 'like' : 'likes'}`}
      data-tooltip="Like"
      onClick={handleClick}
      className={actionClass}
    >
      <ThumbsUp />
      {comment.likes > 0 && <span className="tabular-nums">{formatCount(comment.likes)}</span>}
    </button>
  )
}

/** Shown at once, sent in turn, rolled back when it fails. */
function useToggleCommentLike(id: string) {
  const queryClient = useQueryClient()
  const { source } = useComments()
  return (isWanted: boolean) =>
    requestToggle<CommentLikes>({
      key: `comment-like:${id}`,
      isWanted,
      show: (isLiked) =>
        changeComment(queryClient, source, id, (comment) => ({ ...comment, ...moveLike(comment, isLiked) })),
      send: (isLiked) => runMutation(queryClient, () => source.toggleLike(id, isLiked)),
      settle: ({ isLiked, totalLikes }) =>
        changeComment(queryClient, source, id, (comment) => ({ ...comment, isLiked, likes: totalLikes })),
      fail: () => toastError('Failed to toggle like'),
    })
}
