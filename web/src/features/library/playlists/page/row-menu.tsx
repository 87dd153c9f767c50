import type { PlaylistVideo } from '@vireo/contract'
import { ArrowDownToLine, ArrowUpToLine, EllipsisVertical, ListPlus, Trash2 } from 'lucide-react'
import { IconButton } from '../../../../ui/buttons/icon-button.tsx'
import { lazyPart } from '../../../../ui/lazy/lazy-part.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../../ui/overlays/menu.tsx'
import { useLazyDialog } from '../../../../ui/overlays/use-lazy-dialog.tsx'
import { QueueItems } from '../../own-queue/queue-items.tsx'

const SaveDialog = lazyPart(() => import('../save-dialog.tsx').then((m) => m.SaveDialog))

type RowMenuProps = {
  video: PlaylistVideo
  index: number
  count: number
  canEdit: boolean
  onMove: (to: number) => void
  onRemove: () => void
}

/** Only for signed-in people. */
export function RowMenu({ video, index, count, canEdit, onMove, onRemove }: RowMenuProps) {
  const saving = useLazyDialog(SaveDialog, (control) => <SaveDialog videoId={video._id} {...control} />)
  if (!video.isAvailable && !canEdit) return null
  return (
    <>
      <Menu>
        <MenuTrigger>
          <IconButton label="More actions" className="relative z-10 -mr-1 text-muted">
            <EllipsisVertical />
          </IconButton>
        </MenuTrigger>
        <MenuContent>
          {video.isAvailable && (
            <>
              <QueueItems video={video} />
              <MenuItem onSelect={saving.open}>
                <ListPlus />
                Save to playlist
              </MenuItem>
            </>
          )}
          {canEdit && index > 0 && (
            <MenuItem onSelect={() => onMove(0)}>
              <ArrowUpToLine />
              Move to top
            </MenuItem>
          )}
          {canEdit && index < count - 1 && (
            <MenuItem onSelect={() => onMove(count - 1)}>
              <ArrowDownToLine />
              Move to bottom
            </MenuItem>
          )}
          {canEdit && (
            <MenuItem isDanger onSelect={onRemove}>
              <Trash2 />
              Remove from playlist
            </MenuItem>
          )}
        </MenuContent>
      </Menu>
      {saving.dialog}
    </>
  )
}
