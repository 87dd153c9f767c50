import { listTracks, pickTrack, showTrack } from './captions.ts'
import type { Playback } from './engine/playback.ts'
import type { PlayerStore } from './media-store.ts'
import { readSettings, saveSettings } from './settings.ts'
import { type Speed, stepSpeed } from './speeds.ts'

type Parts = { media: HTMLVideoElement; store: PlayerStore; playback: Playback }

/** What controls, keys and gestures may ask for. Each asks the <video>, and remembers what a person chose. */
export function createActions({ media, store, playback }: Parts) {
  const ask = (type: string, detail?: unknown) => store.dispatch({ type, detail })
  const durationNow = () => (Number.isFinite(media.duration) ? media.duration : 0)

  function seekTo(seconds: number) {
    const end = durationNow()
    playback.seekTo(Math.max(0, end > 0 ? Math.min(seconds, end) : seconds))
  }

  function setVolume(volume: number) {
    // Whole percents: 0.1 + 0.05 would otherwise show its rounding.
    const value = Math.round(Math.min(1, Math.max(0, volume)) * 100) / 100
    ask('mediavolumerequest', value)
    saveSettings({ volume: value, ...(value > 0 && { isMuted: false }) })
    return value
  }

  function setMuted(isMuted: boolean) {
    ask(isMuted ? 'mediamuterequest' : 'mediaunmuterequest')
    saveSettings({ isMuted, ...(!isMuted && { volume: media.volume }) })
  }

  function setSpeed(speed: Speed) {
    // A new source starts at the default rate.
    media.defaultPlaybackRate = speed
    ask('mediaplaybackraterequest', speed)
    saveSettings({ speed })
    return speed
  }

  function showCaptions() {
    showTrack(media, pickTrack(listTracks(media), readSettings(), navigator.languages))
  }

  return {
    togglePlay() {
      if (media.ended) playback.replay()
      else ask(media.paused ? 'mediaplayrequest' : 'mediapauserequest')
    },
    play: () => ask('mediaplayrequest'),
    pause: () => ask('mediapauserequest'),
    seekTo,
    seekBy: (seconds: number) => seekTo(media.currentTime + seconds),
    seekToFraction: (fraction: number) => seekTo(durationNow() * fraction),
    setVolume,
    changeVolume: (amount: number) => setVolume(media.volume + amount),
    setMuted,
    toggleMuted: () => setMuted(!(media.muted || media.volume === 0)),
    setSpeed,
    stepSpeed: (direction: 1 | -1) => setSpeed(stepSpeed(media.playbackRate, direction)),
    toggleFullscreen: () =>
      ask(store.getState().mediaIsFullscreen ? 'mediaexitfullscreenrequest' : 'mediaenterfullscreenrequest'),
    /** As they were chosen for an earlier video. */
    restoreCaptions() {
      if (readSettings().areCaptionsOn) showCaptions()
    },
    /** When captions were on, Chromium turns some of the next video on by itself, beside ours. */
    settleCaptions() {
      if (listTracks(media).filter(({ mode }) => mode === 'showing').length > 1) showCaptions()
    },
    /** Without a label none. */
    chooseCaptions(label: string) {
      const track = listTracks(media).find((one) => one.label === label)
      showTrack(media, track)
      saveSettings({
        areCaptionsOn: track !== undefined,
        ...(track && { captionsLanguage: track.language, captionsLabel: track.label }),
      })
    },
    /** Answers whether they show now; nothing when there are none. */
    toggleCaptions() {
      const tracks = listTracks(media)
      if (tracks.length === 0) return undefined
      const areCaptionsOn = tracks.every(({ mode }) => mode !== 'showing')
      if (areCaptionsOn) showCaptions()
      else showTrack(media, undefined)
      saveSettings({ areCaptionsOn })
      return areCaptionsOn
    },
    // Not through the store, which throws where nobody can catch it when the browser refuses.
    togglePip() {
      if (!document.pictureInPictureEnabled) return
      const isPip = document.pictureInPictureElement === media
      const change = isPip ? document.exitPictureInPicture() : media.requestPictureInPicture()
      change.catch(() => {})
    },
  }
}

export type PlayerActions = ReturnType<typeof createActions>
