import type { PlaylistVideo } from '@vireo/contract'
import { ArrowDownToLine, ArrowUpToLine, EllipsisVertical, ListPlus, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../ui/menu.tsx'

const SaveDialog = lazy(() => import('./save-dialog.tsx').then((m) => ({ default: m.SaveDialog })))

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
  const [saveState, setSaveState] = useState<'never' | 'open' | 'closed'>('never')
  if (!video.isAvailable && !canEdit) return null
  return (
    <>
      <Menu>
        <MenuTrigger>
          <IconButton label="More actions" className="relative z-10 -mr-1 text-muted!">
            <EllipsisVertical />
          </IconButton>
        </MenuTrigger>
        <MenuContent>
          {video.isAvailable && (
            <MenuItem onSelect={() => setSaveState('open')}>
              <ListPlus />
              Save to playlist
            </MenuItem>
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
      {saveState !== 'never' && (
        <Suspense>
          <SaveDialog
            videoId={video._id}
            open={saveState === 'open'}
            onOpenChange={(isOpen) => setSaveState(isOpen ? 'open' : 'closed')}
          />
        </Suspense>
      )}
    </>
  )
}
