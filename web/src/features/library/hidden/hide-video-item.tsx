import { useQueryClient } from '@tanstack/react-query'
import type { VideoSummary } from '@vireo/contract'
import { EyeOff } from 'lucide-react'
import type { RefObject } from 'react'
import { useLocation, useMatch } from 'react-router'
import { focusNeighbour } from '../../../lib/dom/focus-neighbour.ts'
import { paths } from '../../../navigation/links/paths.ts'
import { toastError } from '../../../ui/feedback/toasts/toast.ts'
import { toastUndo } from '../../../ui/feedback/toasts/undo-toast.ts'
import { MenuItem } from '../../../ui/overlays/menu.tsx'
import { hideChannel, hideVideo } from './api.ts'

type HideVideoItemProps = {
  video: VideoSummary
  /** The menu's button. Its card disappears if it is in a list of recommendations. */
  trigger: RefObject<HTMLElement | null>
}

const failure = 'Something went wrong. Please try again.'

/** Hides the video from recommendations. The toast offers to undo that, or to hide the channel too. */
export function HideVideoItem({ video, trigger }: HideVideoItemProps) {
  const queryClient = useQueryClient()
  const isOnHome = useLocation().pathname === paths.home()
  const isOnWatchPage = useMatch(paths.watch(':id')) !== null
  const { owner } = video

  const attempt = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch {
      toastError(failure)
    }
  }
  const hideOwnerChannel = async () => {
    const undo = await hideChannel(queryClient, owner)
    toastUndo(`${owner.fullname} is hidden from your recommendations.`, () => void attempt(undo))
  }
  const hide = async () => {
    const undo = await hideVideo(queryClient, video, () => {
      if (isOnHome || isOnWatchPage) focusNeighbour(trigger.current)
    })
    toastUndo('Hidden from your recommendations.', () => void attempt(undo), {
      label: 'Don’t recommend channel',
      onPress: () => void attempt(hideOwnerChannel),
    })
  }
  return (
    <MenuItem onSelect={() => void attempt(hide)}>
      <EyeOff />
      Not interested
    </MenuItem>
  )
}
