import { previewOf, type VideoSummary } from '@vireo/contract'
import { type ComponentProps, useRef, useState } from 'react'
import { cn } from '../../../lib/cn.ts'

type VideoPreviewProps = {
  video: VideoSummary
  isMuted: boolean
  /** Called when the browser refuses to play with sound. */
  onSoundRefused: () => void
  onTime: (seconds: number) => void
}

/**
 * Plays over the thumbnail from the start; unmounting resets it. The preview clip has no sound track, so the first
 * unmute puts the real video over it, at the same second, and it stays there.
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
      // The next click on unmute retries.
      setHasSound(false)
      onSoundRefused()
    })
  }
  return (
    <>
      {!isSoundPlaying && (
        <FadingVideo
          ref={clip}
          // The short silent clip, or the video itself until the clip has been made.
          src={previewOf(video) ?? video.videofile ?? undefined}
          muted
          loop
          autoPlay
          className={shape}
          onTimeUpdate={(event) => onTime(event.currentTarget.currentTime)}
        />
      )}
      {hasSound && (
        <FadingVideo
          src={video.videofile ?? undefined}
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

/** Invisible until it plays, so that black never replaces the thumbnail. */
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
