import type { Video } from '@vireo/contract'
import { type ComponentType, createContext, Suspense, useContext } from 'react'
import { useCurrentUser } from '../account/api.ts'

export type VideoMenuProps = {
  video: Video
  /** On the video's own page: where to go when it is gone. */
  onDeleted?: () => void
  className: string
}

/**
 * The menu of a video, given by the shared layout: its entries come from features that videos know nothing of. Loaded
 * on demand, because visitors never see it and menus weigh as much as the rest of a card.
 */
export const VideoMenuContext = createContext<ComponentType<VideoMenuProps> | undefined>(undefined)

/** Nothing for visitors. */
export function VideoMenuSlot(props: VideoMenuProps) {
  const { user } = useCurrentUser()
  const VideoMenu = useContext(VideoMenuContext)
  if (!user || !VideoMenu) return null
  return (
    <Suspense fallback={<span className={props.className} />}>
      <VideoMenu {...props} />
    </Suspense>
  )
}
