import { Link2, Repeat, Timer } from 'lucide-react'
import { copyText } from '../../../../lib/dom/copy-text.ts'
import { paths } from '../../../../navigation/links/paths.ts'
import { toastError, toastSuccess } from '../../../../ui/feedback/toasts/toast.ts'
import { Menu, MenuCheckboxItem, MenuContent, MenuItem, MenuTrigger } from '../../../../ui/overlays/menu.tsx'
import { usePlayer } from '../state/player-context.ts'

/** A point in the player, from its top left corner. */
export type MenuPlace = { x: number; y: number }

type ContextMenuProps = { videoId: string; place: MenuPlace; onClose: () => void }

/** Opens where the player was right-clicked or long-pressed. */
export function ContextMenu({ videoId, place, onClose }: ContextMenuProps) {
  const { actions, media } = usePlayer()
  const link = window.location.origin + paths.watch(videoId)
  const copy = async (text: string) => {
    if (await copyText(text)) toastSuccess('Link copied')
    else toastError('The link could not be copied.')
  }
  return (
    <Menu open onOpenChange={onClose}>
      <MenuTrigger>
        <button
          type="button"
          tabIndex={-1}
          aria-label="Video menu"
          className="pointer-events-none absolute"
          style={{ left: place.x, top: place.y }}
        />
      </MenuTrigger>
      <MenuContent
        align="start"
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          media.parentElement?.focus({ preventScroll: true })
        }}
      >
        <MenuCheckboxItem checked={media.loop} onSelect={actions.toggleLoop}>
          <Repeat />
          Loop
        </MenuCheckboxItem>
        <MenuItem onSelect={() => void copy(link)}>
          <Link2 />
          Copy video URL
        </MenuItem>
        <MenuItem onSelect={() => void copy(`${link}?t=${Math.floor(media.currentTime)}`)}>
          <Timer />
          Copy video URL at current time
        </MenuItem>
      </MenuContent>
    </Menu>
  )
}
