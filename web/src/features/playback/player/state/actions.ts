import { listTracks, pickTrack, showTrack } from '../captions.ts'
import type { Playback } from '../engine/playback.ts'
import { type CaptionStyle, styleCaptions } from '../engine/settings/caption-style.ts'
import { readSettings, saveSettings } from '../engine/settings/settings.ts'
import { type Speed, stepSpeed } from '../engine/settings/speeds.ts'
import type { PlayerStore } from './media-store.ts'

type Parts = { media: HTMLVideoElement; store: PlayerStore; playback: Playback }

/** The actions of controls, keys and gestures. Each changes the <video>, and saves the person's choice. */
export function createActions(parts: Parts) {
  return {
    ...createPlayActions(parts),
    ...createSoundActions(parts),
    ...createSpeedActions(parts),
    ...createCaptionActions(parts.media),
    ...createDisplayActions(parts),
  }
}

/** For a source that does not state its own. */
const usualFrameRate = 30

function createPlayActions({ media, store, playback }: Parts) {
  const request = (type: string) => store.dispatch({ type })
  const durationNow = () => (Number.isFinite(media.duration) ? media.duration : 0)

  function seekTo(seconds: number) {
    const end = durationNow()
    playback.seekTo(Math.max(0, end > 0 ? Math.min(seconds, end) : seconds))
  }

  return {
    togglePlay() {
      if (media.ended) playback.replay()
      else request(media.paused ? 'mediaplayrequest' : 'mediapauserequest')
    },
    play: () => request('mediaplayrequest'),
    pause: () => request('mediapauserequest'),
    seekTo,
    seekBy: (seconds: number) => seekTo(media.currentTime + seconds),
    seekToFraction: (fraction: number) => seekTo(durationNow() * fraction),
    /** Returns whether the video loops from now on, until another one is loaded. */
    toggleLoop() {
      if (media.ended) playback.replay()
      media.loop = !media.loop
      return media.loop
    },
    /** Only while paused, when single frames can be seen. */
    stepFrame(direction: 1 | -1) {
      const { frameRate } = playback.state.get()
      if (media.paused) seekTo(media.currentTime + direction / (frameRate || usualFrameRate))
    },
  }
}

function createSoundActions({ media, store }: Parts) {
  function setVolume(volume: number) {
    // Whole percents, as 0.1 + 0.05 would otherwise show its rounding error.
    const value = Math.round(Math.min(1, Math.max(0, volume)) * 100) / 100
    store.dispatch({ type: 'mediavolumerequest', detail: value })
    saveSettings({ volume: value, ...(value > 0 && { isMuted: false }) })
    return value
  }

  function setMuted(isMuted: boolean) {
    store.dispatch({ type: isMuted ? 'mediamuterequest' : 'mediaunmuterequest' })
    saveSettings({ isMuted, ...(!isMuted && { volume: media.volume }) })
  }

  return {
    setVolume,
    changeVolume: (amount: number) => setVolume(media.volume + amount),
    setMuted,
    toggleMuted: () => setMuted(!(media.muted || media.volume === 0)),
  }
}

function createSpeedActions({ media, store }: Parts) {
  function setSpeed(speed: Speed) {
    // A new source starts at the default rate.
    media.defaultPlaybackRate = speed
    store.dispatch({ type: 'mediaplaybackraterequest', detail: speed })
    saveSettings({ speed })
    return speed
  }

  return {
    setSpeed,
    stepSpeed: (direction: 1 | -1) => setSpeed(stepSpeed(media.playbackRate, direction)),
  }
}

function createCaptionActions(media: HTMLVideoElement) {
  function showCaptions() {
    showTrack(media, pickTrack(listTracks(media), readSettings(), navigator.languages))
  }

  return {
    /** As they were chosen for an earlier video. */
    restoreCaptions() {
      if (readSettings().areCaptionsOn) showCaptions()
    },
    /** If captions were on, Chromium shows a track of the next video in addition to ours. */
    settleCaptions() {
      if (listTracks(media).filter(({ mode }) => mode === 'showing').length > 1) showCaptions()
    },
    /** An unknown label, such as an empty one, turns them off. */
    chooseCaptions(label: string) {
      const track = listTracks(media).find((candidate) => candidate.label === label)
      showTrack(media, track)
      saveSettings({
        areCaptionsOn: track !== undefined,
        ...(track && { captionsLanguage: track.language, captionsLabel: track.label }),
      })
    },
    styleCaptions(style: CaptionStyle) {
      styleCaptions(media, style)
      saveSettings(style)
    },
    /** Returns whether they are on now; undefined if there are none. */
    toggleCaptions() {
      const tracks = listTracks(media)
      if (tracks.length === 0) return undefined
      const areCaptionsOn = tracks.every(({ mode }) => mode !== 'showing')
      if (areCaptionsOn) showCaptions()
      else showTrack(media, undefined)
      saveSettings({ areCaptionsOn })
      return areCaptionsOn
    },
  }
}

function createDisplayActions({ media, store }: Parts) {
  return {
    toggleFullscreen() {
      const { mediaIsFullscreen } = store.getState()
      store.dispatch({
        type: mediaIsFullscreen ? 'mediaexitfullscreenrequest' : 'mediaenterfullscreenrequest',
      })
    },
    // Not through the store: when the browser refuses, it throws where nothing can catch the error.
    togglePip() {
      if (!document.pictureInPictureEnabled) return
      const isPip = document.pictureInPictureElement === media
      const change = isPip ? document.exitPictureInPicture() : media.requestPictureInPicture()
      change.catch(() => {})
    },
  }
}
