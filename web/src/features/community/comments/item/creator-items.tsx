import { useQueryClient } from '@tanstack/react-query'
import type { Comment } from '@vireo/contract'
import { EyeOff, Trash2, UserX } from 'lucide-react'
import { toastError } from '../../../../ui/feedback/toasts/toast.ts'
import { toastUndo } from '../../../../ui/feedback/toasts/undo-toast.ts'
import { MenuItem } from '../../../../ui/overlays/menu.tsx'
import { type CreatorAction, controlComment } from '../api/creator.ts'
import { useComments } from '../comments-context.ts'

type CreatorItemsProps = {
  comment: Comment
  /** Called before the comment disappears. */
  beforeRemoval: () => void
}

/** What the creator of the video or tweet can do to another person's comment. */
export function CreatorItems({ comment, beforeRemoval }: CreatorItemsProps) {
  const queryClient = useQueryClient()
  const { subject, words } = useComments()
  const name = comment.owner.fullname
  const done: Record<CreatorAction, string> = {
    remove: words.removed,
    hide: words.hidden,
    silence: `Comments of ${name} are hidden on your channel`,
  }
  const act = async (action: CreatorAction) => {
    try {
      const undo = await controlComment(queryClient, subject, comment, { action, beforeRemoval })
      toastUndo(done[action], () => void undo().catch(() => toastError('This could not be undone')))
    } catch {
      toastError('Something went wrong. Please try again.')
    }
  }
  return (
    <>
      <MenuItem isDanger onSelect={() => void act('remove')}>
        <Trash2 />
        Remove
      </MenuItem>
      <MenuItem onSelect={() => void act('hide')}>
        <EyeOff />
        Hide
      </MenuItem>
      <MenuItem onSelect={() => void act('silence')}>
        <UserX />
        <span className="truncate">
          Hide all comments of <bdi>{name}</bdi>
        </span>
      </MenuItem>
    </>
  )
}
