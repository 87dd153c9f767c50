import { readSettings } from '../settings.ts'
import type { Moment } from '../view-counter.ts'
import { createPlayback } from './playback.ts'

/** The <video>, sounding as it did last time, and what keeps it supplied: all it takes to play without controls. */
export function createScreen() {
  const media = document.createElement('video')
  media.playsInline = true
  media.preload = 'auto'
  media.className = 'absolute size-full object-contain'
  const { volume, isMuted, speed } = readSettings()
  media.volume = volume
  media.muted = isMuted
  media.defaultPlaybackRate = speed
  media.playbackRate = speed
  const playback = createPlayback(media)
  media.addEventListener('volumechange', () => {
    if (!media.muted) playback.unsilence()
  })
  let beginning: Moment | undefined
  const noteBeginning = () => {
    beginning = { time: media.currentTime, clockMs: performance.now(), rate: media.playbackRate }
  }
  media.addEventListener('playing', noteBeginning, { once: true })
  return {
    media,
    playback,
    /** When it first played. */
    getBeginning: () => beginning,
  }
}

export type Screen = ReturnType<typeof createScreen>
