import type { VideoSummary } from '@vireo/contract'
import { Volume2, VolumeX } from 'lucide-react'
import { useState } from 'react'
import { formatDuration } from '../../../lib/text/format.ts'
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx'
import { Tooltip } from '../../../ui/tooltip/tooltip.tsx'
import { useCurrentUser } from '../../people/accounts/api.ts'
import { VideoBadges } from '../../publishing/videos/video-badges.tsx'
import { TimeBadge, VideoThumbnail } from '../../publishing/videos/video-thumbnail.tsx'
import { VideoPreview } from './video-preview.tsx'

// Loaded on demand: only for signed-in people with a pointer.
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
  return (
    <div data-thumbnail className="relative">
      <VideoThumbnail video={video} sizes={sizes} isEager={isEager}>
        {isOwn && <VideoBadges video={video} className="absolute top-2 left-2 z-10 max-w-[70%]" />}
        {!isPreviewing && <TimeBadge text={formatDuration(video.duration)} />}
        {/* Unmounted at the end, so that the next preview starts muted and from the beginning. */}
        {isPreviewing && <PlayingPreview video={video} />}
        {user && video.isPlayable && <WatchLaterButton video={video} />}
      </VideoThumbnail>
    </div>
  )
}

function PlayingPreview({ video }: { video: VideoSummary }) {
  const [isMuted, setIsMuted] = useState(true)
  const [seconds, setSeconds] = useState<number>()
  const total = formatDuration(video.duration)
  return (
    <>
      <VideoPreview
        video={video}
        isMuted={isMuted}
        onSoundRefused={() => setIsMuted(true)}
        onTime={(time) => setSeconds(Math.floor(time))}
      />
      <TimeBadge text={seconds === undefined ? total : `${formatDuration(seconds)} / ${total}`} />
      <Tooltip text={isMuted ? 'Unmute' : 'Mute'}>
        <button
          type="button"
          aria-label={isMuted ? 'Unmute' : 'Mute'}
          onClick={() => setIsMuted(!isMuted)}
          className="absolute top-2 right-2 z-10 grid size-9 place-items-center rounded-full bg-black/70 text-white transition-colors hover:bg-black pointer-coarse:size-11"
        >
          {isMuted ? <VolumeX className={iconClass} /> : <Volume2 className={iconClass} />}
        </button>
      </Tooltip>
    </>
  )
}

const iconClass = 'size-5 stroke-[1.75]'
