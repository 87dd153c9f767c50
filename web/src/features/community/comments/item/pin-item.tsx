import { useQueryClient } from '@tanstack/react-query'
import type { Comment } from '@vireo/contract'
import { Pin, PinOff } from 'lucide-react'
import { toastError, toastSuccess } from '../../../../ui/feedback/toasts/toast.ts'
import { useConfirm } from '../../../../ui/overlays/confirm.tsx'
import { MenuItem } from '../../../../ui/overlays/menu.tsx'
import { postRefusalMessage } from '../../../people/blocks/post-refusal-message.ts'
import { findPinned, pinComment } from '../api/marks.ts'
import { useComments } from '../comments-context.ts'

type PinItemProps = {
  comment: Comment
  /** Called before the comment moves to the top. */
  beforeMove: () => void
}

/** For the creator. Asks before it replaces another pinned comment. */
export function PinItem({ comment, beforeMove }: PinItemProps) {
  const queryClient = useQueryClient()
  const confirm = useConfirm()
  const { subject, words } = useComments()
  const isPinned = !comment.isPinned

  const toggle = async () => {
    const isReplacing = isPinned && findPinned(queryClient, subject) !== undefined
    if (isReplacing && !(await confirm({ title: words.replacePinned, confirmLabel: 'Replace' }))) return
    try {
      await pinComment(queryClient, subject, comment._id, { isPinned, beforeMove })
      toastSuccess(isPinned ? words.pinned : words.unpinned)
    } catch (error) {
      toastError(postRefusalMessage(error, words.pinFailed))
    }
  }
  return (
    <MenuItem onSelect={() => void toggle()}>
      {isPinned ? <Pin /> : <PinOff />}
      {isPinned ? 'Pin' : 'Unpin'}
    </MenuItem>
  )
}
