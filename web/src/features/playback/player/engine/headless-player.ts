import { cn } from '../../../../lib/cn.ts'
import type { Moment } from '../playback-events/view-counter.ts'
import { Playback } from './playback.ts'
import { styleCaptions } from './settings/caption-style.ts'
import { readSettings } from './settings/settings.ts'

export const isPortrait = ({ width, height }: { width: number; height: number }) => height > width

/** The size of the player: the width of its place, and as high as the video and the window allow. */
export const playerSizeClass = (isTheatre: boolean, isTall: boolean) =>
  cn(
    'w-full short:max-h-[calc(100dvh-3.5rem)]',
    isTall ? 'aspect-4/5' : 'aspect-video',
    isTheatre && 'max-h-[calc(100dvh-10rem)]',
    !isTheatre && 'md:rounded-card short:rounded-none',
    !isTheatre && (isTall ? 'max-h-[80dvh]' : 'md:max-lg:max-h-[max(15rem,calc(100dvh-12rem))]'),
  )

/** The player's box, also drawn before React runs. */
export const playerClass = (isTheatre: boolean, isTall: boolean) =>
  cn(
    'player dark group/player @container relative isolate scroll-mt-20 overflow-hidden bg-black text-sm text-text outline-none select-none',
    playerSizeClass(isTheatre, isTall),
    'fullscreen:max-h-none fullscreen:rounded-none',
  )

/** A <video> with the saved volume and speed, and its playback: a player without controls or React. */
export function createHeadlessPlayer() {
  const media = document.createElement('video')
  media.playsInline = true
  media.preload = 'auto'
  media.className = 'absolute size-full object-contain'
  const settings = readSettings()
  const { volume, isMuted, speed } = settings
  media.volume = volume
  media.muted = isMuted
  media.defaultPlaybackRate = speed
  media.playbackRate = speed
  styleCaptions(media, settings)
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
