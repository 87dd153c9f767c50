import { useQueryClient } from '@tanstack/react-query'
import { api, type Video } from '@vireo/contract'
import { EllipsisVertical, EyeOff, Flag, ListPlus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { useConfirm } from '../../ui/confirm.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from '../../ui/menu.tsx'
import { toastError, toastNotice, toastSuccess } from '../../ui/toast.ts'
import { useCurrentUser } from '../account/api.ts'
import { deleteVideo } from './api.ts'

const placeholders = [
  { label: 'Save to playlist', icon: ListPlus },
  { label: 'Not interested', icon: EyeOff },
  { label: 'Report', icon: Flag },
]

type VideoMenuProps = {
  video: Pick<Video, '_id' | 'owner'>
  /** On the video's own page: where to go when it is gone. */
  onDeleted?: () => void
  className?: string
}

/** Only for signed-in people. */
export function VideoMenu({ video, onDeleted, className }: VideoMenuProps) {
  const { user } = useCurrentUser()
  const trigger = useRef<HTMLButtonElement>(null)
  const remove = useRemove(video._id, () => (onDeleted ? onDeleted() : focusNeighbour(trigger.current)))
  if (!user) return null
  return (
    <Menu>
      <MenuTrigger>
        <IconButton ref={trigger} label="More actions" className={className}>
          <EllipsisVertical />
        </IconButton>
      </MenuTrigger>
      <MenuContent>
        {/* Placeholders until the library is built. */}
        {placeholders.map(({ label, icon: Icon }) => (
          <MenuItem key={label} onSelect={() => toastNotice(`${label} is coming soon.`)}>
            <Icon />
            {label}
          </MenuItem>
        ))}
        {user._id === video.owner._id && (
          <>
            <MenuSeparator />
            <MenuItem isDanger onSelect={() => void remove()}>
              <Trash2 />
              Delete Video
            </MenuItem>
          </>
        )}
      </MenuContent>
    </Menu>
  )
}

function useRemove(videoId: string, beforeGone: () => void) {
  const queryClient = useQueryClient()
  const confirm = useConfirm()
  return async () => {
    const isSure = await confirm({
      title: 'Are you sure you want to delete this video?',
      confirmLabel: 'Delete',
      isDanger: true,
    })
    if (!isSure) return
    try {
      await deleteVideo(queryClient, videoId, beforeGone)
      toastSuccess(api.video.remove.message)
    } catch {
      toastError('Failed to delete video. Try again')
    }
  }
}

/** The card is about to go: whoever uses the keyboard goes on from the next one. */
function focusNeighbour(trigger: HTMLElement | null) {
  const item = trigger?.closest('li')
  const next = item?.nextElementSibling ?? item?.previousElementSibling
  const target = next?.querySelector<HTMLElement>('h2 a, h3 a, button')
  target?.focus({ preventScroll: true })
}
