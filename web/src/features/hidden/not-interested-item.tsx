import { useQueryClient } from '@tanstack/react-query'
import type { Video } from '@vireo/contract'
import { EyeOff } from 'lucide-react'
import type { RefObject } from 'react'
import { useLocation, useMatch } from 'react-router'
import { paths } from '../../app/paths.ts'
import { focusNeighbour } from '../../lib/focus-neighbour.ts'
import { MenuItem } from '../../ui/menu.tsx'
import { toastError } from '../../ui/toast.ts'
import { toastUndo } from '../../ui/undo-toast.ts'
import { useCurrentUser } from '../account/api.ts'
import { hideChannel, hideVideo } from './api.ts'

type NotInterestedItemProps = {
  video: Video
  /** The button of the menu, whose card goes away where videos are recommended. */
  trigger: RefObject<HTMLElement | null>
}

const failure = 'That did not work. Please try again'

/** Hides the video from what is recommended; the message that says so offers to undo it, or to hide the channel too. */
export function NotInterestedItem({ video, trigger }: NotInterestedItemProps) {
  const queryClient = useQueryClient()
  const { user } = useCurrentUser()
  const isOnHome = useLocation().pathname === paths.home()
  const isBesideAnother = useMatch(paths.watch(':id')) !== null
  const { owner } = video

  const attempt = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch {
      toastError(failure)
    }
  }
  const hideItsChannel = async () => {
    const undo = await hideChannel(queryClient, owner)
    toastUndo(`${owner.fullname} is hidden from your recommendations.`, () => void attempt(undo))
  }
  const hide = async () => {
    const undo = await hideVideo(queryClient, video, () => {
      if (isOnHome || isBesideAnother) focusNeighbour(trigger.current)
    })
    const channel =
      user?._id === owner._id
        ? undefined
        : { label: 'Don’t recommend channel', onPress: () => void attempt(hideItsChannel) }
    toastUndo('Hidden from your recommendations.', () => void attempt(undo), channel)
  }
  return (
    <MenuItem onSelect={() => void attempt(hide)}>
      <EyeOff />
      Not interested
    </MenuItem>
  )
}
