import { useQueryClient } from '@tanstack/react-query'
import type { Comment } from '@vireo/contract'
import { ThumbsUp } from 'lucide-react'
import { formatCount } from '../../lib/format.ts'
import { actionClass } from '../../ui/action-class.ts'
import { toastError } from '../../ui/toast.ts'
import { requestLike } from '../reactions/request-like.ts'
import { useComments } from './comments-context.ts'
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

function useToggleCommentLike(id: string) {
  const queryClient = useQueryClient()
  const { source } = useComments()
  return (isWanted: boolean) =>
    requestLike(queryClient, {
      key: `comment-like:${id}`,
      isWanted,
      patch: (change) =>
        changeComment(queryClient, source, id, (comment) => ({ ...comment, ...change(comment) })),
      send: (isLiked) => source.toggleLike(id, isLiked),
      fail: () => toastError('Failed to toggle like'),
    })
}
