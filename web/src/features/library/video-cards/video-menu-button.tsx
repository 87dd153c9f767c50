import { lazyPart } from '../../../ui/lazy/lazy-part.tsx'
import { useCurrentUser } from '../../people/accounts/api.ts'
import type { VideoMenuProps } from './video-menu.tsx'

// Loaded on demand: visitors never see it, and menus are as much code as the rest of a card.
const VideoMenu = lazyPart(() => import('./video-menu.tsx').then((m) => m.VideoMenu))

/** A video's menu. Renders nothing for visitors, and an empty placeholder while loading. */
export function VideoMenuButton(props: VideoMenuProps) {
  const { user, isLoading } = useCurrentUser()
  const place = <span className={props.className} />
  if (isLoading) return place
  return user && <VideoMenu {...props} fallback={place} />
}
