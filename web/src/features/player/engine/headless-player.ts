import { cn } from '../../../lib/cn.ts'
import type { Moment } from '../playback-events/view-counter.ts'
import { Playback } from './playback.ts'
import { readSettings } from './settings.ts'

/** The player's box, also as it is drawn before React runs. */
export const playerClass = (isTheatre: boolean) =>
  cn(
    'player dark group/player @container relative isolate aspect-video w-full overflow-hidden bg-black text-sm text-text outline-none',
    isTheatre ? 'max-h-[calc(100dvh-10rem)]' : 'md:rounded-card',
    'fullscreen:max-h-none fullscreen:rounded-none',
  )

/** A <video> with the volume and speed of last time, and its playback: a player without controls or React. */
export function createHeadlessPlayer() {
  const media = document.createElement('video')
  media.playsInline = true
  media.preload = 'auto'
  media.className = 'absolute size-full object-contain'
  const { volume, isMuted, speed } = readSettings()
  media.volume = volume
  media.muted = isMuted
  media.defaultPlaybackRate = speed
  media.playbackRate = speed
  const playback = new Playback(media)
  media.addEventListener('volumechange', () => {
    if (!media.muted) playback.unsilence()
  })
  let firstPlayed: Moment | undefined
  const noteFirstPlayed = () => {
    firstPlayed = { time: media.currentTime, clockMs: performance.now(), rate: media.playbackRate }
  }
  media.addEventListener('playing', noteFirstPlayed, { once: true })
  return { media, playback, getFirstPlayed: () => firstPlayed }
}

export type HeadlessPlayer = ReturnType<typeof createHeadlessPlayer>
