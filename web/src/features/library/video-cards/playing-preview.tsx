import type { VideoSummary } from '@vireo/contract'
import { Volume2, VolumeX } from 'lucide-react'
import { useState } from 'react'
import { formatDuration } from '../../../lib/text/format.ts'
import { Tooltip } from '../../../ui/tooltip/tooltip.tsx'
import { TimeBadge } from '../../publishing/videos/video-thumbnail.tsx'
import { VideoPreview } from './video-preview.tsx'

/** The preview, with its time and a button for its sound. */
export function PlayingPreview({ video }: { video: VideoSummary }) {
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
