import type { Video } from '@vireo/contract'
import { type ComponentProps, useRef, useState } from 'react'
import { cn } from '../../lib/cn.ts'
import { pictureSource, soundSource } from './preview-source.ts'

type VideoPreviewProps = {
  video: Video
  isMuted: boolean
  /** The browser did not let it play with sound. */
  onSoundRefused: () => void
  onTime: (seconds: number) => void
}

/**
 * Plays over the thumbnail from the start; taking it off the page resets it. The clip for hovering is silent by
 * construction, so the first unmuting lays the real video over it, at the same second; it stays until the end.
 */
export function VideoPreview({ video, isMuted, onSoundRefused, onTime }: VideoPreviewProps) {
  const clip = useRef<HTMLVideoElement>(null)
  const [hasSound, setHasSound] = useState(false)
  const [isSoundPlaying, setIsSoundPlaying] = useState(false)
  if (!isMuted && !hasSound) setHasSound(true)
  const shape = video.height > video.width ? 'object-contain bg-black/75' : 'object-cover'

  const startSound = (element: HTMLVideoElement) => {
    element.currentTime = clip.current?.currentTime ?? 0
    element.play().catch(() => {
      // The next unmuting tries again.
      setHasSound(false)
      onSoundRefused()
    })
  }
  return (
    <>
      {!isSoundPlaying && (
        <FadingVideo
          ref={clip}
          src={pictureSource(video) ?? undefined}
          muted
          loop
          autoPlay
          className={shape}
          onTimeUpdate={(event) => onTime(event.currentTarget.currentTime)}
        />
      )}
      {hasSound && (
        <FadingVideo
          src={soundSource(video) ?? undefined}
          muted={isMuted}
          loop
          className={shape}
          onLoadedMetadata={(event) => startSound(event.currentTarget)}
          onPlaying={() => setIsSoundPlaying(true)}
          onTimeUpdate={(event) => isSoundPlaying && onTime(event.currentTarget.currentTime)}
        />
      )}
    </>
  )
}

/** Invisible until it has something to show, so the thumbnail never gives way to black. */
function FadingVideo({ className, onPlaying, ...props }: ComponentProps<'video'>) {
  const [isPlaying, setIsPlaying] = useState(false)
  return (
    <video
      aria-hidden="true"
      tabIndex={-1}
      playsInline
      disablePictureInPicture
      disableRemotePlayback
      preload="auto"
      className={cn(
        'pointer-events-none absolute inset-0 size-full transition-opacity duration-200',
        isPlaying ? 'opacity-100' : 'opacity-0',
        className,
      )}
      onPlaying={(event) => {
        setIsPlaying(true)
        onPlaying?.(event)
      }}
      {...props}
    />
  )
}
