import type { VideoSummary } from '@vireo/contract'
import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import { useCurrentUser } from '../account/api.ts'

export type VideoMenuProps = {
  video: VideoSummary
  /** Set on the video's own page, which must be left when the video is deleted. */
  onDeleted?: () => void
  className: string
}

/**
 * The menu of a video. The shared layout provides it, because its entries belong to features that import this one. It
 * is loaded on demand: visitors never see it, and menus weigh as much as the rest of a card.
 */
export const VideoMenuContext = createContext<
  ComponentType<VideoMenuProps & { fallback: ReactNode }> | undefined
>(undefined)

/** Renders nothing for visitors, and an empty place while it is loading. */
export function VideoMenuButton(props: VideoMenuProps) {
  const { user, isLoading } = useCurrentUser()
  const VideoMenu = useContext(VideoMenuContext)
  const place = <span className={props.className} />
  if (isLoading) return place
  return user && VideoMenu && <VideoMenu {...props} fallback={place} />
}

/** A button on the picture of a card, provided by the shared layout like the menu. */
export const ThumbnailActionContext = createContext<ComponentType<{ video: VideoSummary }> | undefined>(
  undefined,
)

/** Renders nothing for visitors, and on videos that cannot be watched yet. */
export function ThumbnailButton({ video }: { video: VideoSummary }) {
  const { user } = useCurrentUser()
  const ThumbnailAction = useContext(ThumbnailActionContext)
  if (!user || !ThumbnailAction || !video.isPlayable) return null
  return <ThumbnailAction video={video} />
}
