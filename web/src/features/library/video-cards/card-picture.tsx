import type { VideoSummary } from '@vireo/contract'
import { formatDuration } from '../../../lib/text/format.ts'
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx'
import { useCurrentUser } from '../../people/accounts/api.ts'
import { VideoBadges } from '../../publishing/videos/video-badges.tsx'
import { TimeBadge, VideoThumbnail } from '../../publishing/videos/video-thumbnail.tsx'

// Loaded on demand: only for those who stay on a card, and only for signed-in people with a pointer.
const PlayingPreview = lazyPart(() => import('./playing-preview.tsx').then((m) => m.PlayingPreview))
const WatchLaterButton = lazyPart(() =>
  import('../playlists/watch-later-button.tsx').then((m) => m.WatchLaterButton),
)

type CardPictureProps = {
  video: VideoSummary
  sizes: string
  isEager: boolean
  isOwn: boolean
  isPreviewing: boolean
}

export function CardPicture({ video, sizes, isEager, isOwn, isPreviewing }: CardPictureProps) {
  const { user } = useCurrentUser()
  const duration = <TimeBadge text={formatDuration(video.duration)} />
  return (
    <div data-thumbnail className="relative">
      <VideoThumbnail video={video} sizes={sizes} isEager={isEager}>
        {isOwn && <VideoBadges video={video} className="absolute top-2 left-2 z-10 max-w-[70%]" />}
        {/* Unmounted at the end, so that the next preview starts muted and from the beginning. */}
        {isPreviewing ? <PlayingPreview video={video} fallback={duration} /> : duration}
        {user && video.isPlayable && <WatchLaterButton video={video} />}
      </VideoThumbnail>
    </div>
  )
}
