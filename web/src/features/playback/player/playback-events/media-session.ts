import { thumbnailAt } from '@vireo/contract'
import { useEffect, useEffectEvent } from 'react'
import { usePlayer } from '../state/player-context.ts'
import type { NextVideo, PlayableVideo } from '../state/player-types.ts'

type MediaSessionProps = {
  video: PlayableVideo
  next: NextVideo | undefined
  previous: NextVideo | undefined
}

/** Later than this, 'previous' restarts the same video. */
const restartAfterSeconds = 3

/**
 * The system's own media controls: the lock screen, headsets, keyboards. A component, so that it can be loaded late.
 */
export function MediaSession({ video, next, previous }: MediaSessionProps) {
  const { actions, media } = usePlayer()
  const { title, thumbnail } = video
  const artist = video.owner.fullname
  const hasNext = next !== undefined
  const playNext = useEffectEvent(() => next?.onPlay())
  const playPrevious = useEffectEvent(() => {
    if (previous && media.currentTime <= restartAfterSeconds) previous.onPlay()
    else actions.seekTo(0)
  })

  useEffect(() => {
    if (!('mediaSession' in navigator)) return
    const { mediaSession } = navigator
    mediaSession.metadata = new MediaMetadata({ title, artist, artwork: artworkOf(thumbnail) })
    const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler | null>> = {
      play: () => actions.play(),
      pause: () => actions.pause(),
      seekbackward: ({ seekOffset }) => actions.seekBy(-(seekOffset ?? 10)),
      seekforward: ({ seekOffset }) => actions.seekBy(seekOffset ?? 10),
      seekto: ({ seekTime }) => seekTime !== undefined && actions.seekTo(seekTime),
      previoustrack: () => playPrevious(),
      nexttrack: hasNext ? () => playNext() : null,
    }
    const types = Object.keys(handlers) as MediaSessionAction[]
    for (const type of types) setHandler(type, handlers[type] ?? null)
    return () => {
      mediaSession.metadata = null
      for (const type of types) setHandler(type, null)
    }
  }, [actions, title, artist, thumbnail, hasNext])

  useEffect(() => {
    if (!('mediaSession' in navigator)) return
    const updatePosition = () => {
      const { duration, currentTime, playbackRate } = media
      if (!Number.isFinite(duration) || duration <= 0) return
      navigator.mediaSession.setPositionState({
        duration,
        playbackRate,
        position: Math.min(currentTime, duration),
      })
    }
    const types = ['loadedmetadata', 'seeked', 'ratechange', 'playing']
    for (const type of types) media.addEventListener(type, updatePosition)
    return () => {
      for (const type of types) media.removeEventListener(type, updatePosition)
    }
  }, [media])

  return null
}

/** Browsers throw for unsupported actions. */
function setHandler(type: MediaSessionAction, handler: MediaSessionActionHandler | null) {
  try {
    navigator.mediaSession.setActionHandler(type, handler)
  } catch {
    // Then the system has no such button.
  }
}

function artworkOf(thumbnail: string | null): MediaImage[] {
  if (!thumbnail) return []
  return ([320, 640, 1280] as const).map((width) => ({
    src: new URL(thumbnailAt(thumbnail, width), location.href).href,
    sizes: `${width}x${(width / 16) * 9}`,
    type: 'image/webp',
  }))
}
