import { useQueryClient } from '@tanstack/react-query'
import type { Comment } from '@vireo/contract'
import { isNotFound } from '../../lib/api-client.ts'
import { runMutation } from '../../lib/run-mutation.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { toastError } from '../../ui/toast.ts'
import { refusalOf } from '../blocks/refusal.ts'
import { useComments } from './comments-context.ts'
import { changeComment, countComment, dropComment } from './thread-cache.ts'

/** What one may do to a comment that is there already. Each answers whether it happened. */
export function useCommentChanges(comment: Comment) {
  const queryClient = useQueryClient()
  const confirm = useConfirm()
  const { source } = useComments()
  const id = comment._id

  const attempt = async (work: () => Promise<unknown>, failure: string) => {
    try {
      await runMutation(queryClient, work)
      return true
    } catch (error) {
      toastError(refusalOf(error, failure))
      return false
    }
  }

  return {
    update: (text: string) =>
      attempt(async () => {
        const updated = await source.update(id, text)
        changeComment(queryClient, source, id, () => updated)
        if (updated.isHeld !== comment.isHeld)
          countComment(queryClient, source, updated, updated.isHeld ? -1 : 1)
      }, 'Failed to update comment'),

    askToRemove: () =>
      confirm({
        title: 'Are you sure you want to delete this comment?',
        confirmLabel: 'Delete',
        isDanger: true,
      }),
    remove: (beforeGone: () => void) =>
      attempt(async () => {
        await source.remove(id).catch(ignoreGone)
        beforeGone()
        dropComment(queryClient, source, comment)
      }, 'Failed to delete comment'),
  }
}

/** One that is already gone is as good as deleted. */
function ignoreGone(error: unknown) {
  if (!isNotFound(error)) throw error
}
