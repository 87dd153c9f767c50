import { useQueryClient } from '@tanstack/react-query'
import { limits, type Playlist } from '@vireo/contract'
import { EllipsisVertical, Pencil, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { focusNeighbour } from '../../../../lib/dom/focus-neighbour.ts'
import { IconButton } from '../../../../ui/buttons/icon-button.tsx'
import { toastError } from '../../../../ui/feedback/toasts/toast.ts'
import { toastDeletionUndo } from '../../../../ui/feedback/toasts/undo-toast.ts'
import { lazyPart } from '../../../../ui/lazy/lazy-part.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../../ui/overlays/menu.tsx'
import { useLazyDialog } from '../../../../ui/overlays/use-lazy-dialog.tsx'
import { useCurrentUser } from '../../../people/accounts/api.ts'
import { deletePlaylist, restorePlaylist } from '../api.ts'

const PlaylistDialog = lazyPart(() => import('../playlist-dialog.tsx').then((m) => m.PlaylistDialog))

type PlaylistMenuProps = {
  playlist: Omit<Playlist, 'videos'>
  /** Set on the playlist's own page, which must be left when it is deleted. */
  onDeleted?: () => void
  className?: string
}

/** Only for the owner, and not for a built-in playlist, which can be neither changed nor deleted. */
export function PlaylistMenu({ playlist, onDeleted, className }: PlaylistMenuProps) {
  const { user } = useCurrentUser()
  const trigger = useRef<HTMLButtonElement>(null)
  const editing = useLazyDialog(PlaylistDialog, (control) => (
    <PlaylistDialog playlist={playlist} {...control} />
  ))
  const remove = useDelete(playlist, onDeleted ?? (() => focusNeighbour(trigger.current)))
  if (user?._id !== playlist.owner._id || playlist.kind) return null
  return (
    <>
      <Menu>
        <MenuTrigger>
          <IconButton ref={trigger} label="Playlist actions" className={className}>
            <EllipsisVertical />
          </IconButton>
        </MenuTrigger>
        <MenuContent>
          <MenuItem onSelect={editing.open}>
            <Pencil />
            Edit playlist
          </MenuItem>
          <MenuItem isDanger onSelect={() => void remove()}>
            <Trash2 />
            Delete playlist
          </MenuItem>
        </MenuContent>
      </Menu>
      {editing.dialog}
    </>
  )
}

/** Does not ask first, because it can be undone. */
function useDelete({ _id, name }: Pick<Playlist, '_id' | 'name'>, beforeRemoval: () => void) {
  const queryClient = useQueryClient()
  return async () => {
    try {
      await deletePlaylist(queryClient, _id, beforeRemoval)
      toastDeletionUndo({
        message: `Deleted ${name}`,
        seconds: limits.deletionUndoSeconds,
        restore: () => restorePlaylist(queryClient, _id),
        failed: 'The playlist could not be restored. Please try again',
      })
    } catch {
      toastError('Failed to delete playlist. Please try again')
    }
  }
}
