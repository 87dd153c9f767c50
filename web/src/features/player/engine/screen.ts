import { readSettings } from '../settings.ts'
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
  const playback = createPlayback(() => media)
  media.addEventListener('volumechange', () => {
    if (!media.muted) playback.unsilence()
  })
  return { media, playback }
}

export type Screen = ReturnType<typeof createScreen>
