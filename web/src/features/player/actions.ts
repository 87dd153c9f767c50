import { listTracks, pickTrack, showTrack } from './captions.ts'
import type { Playback } from './engine/playback.ts'
import type { PlayerStore } from './media-store.ts'
import { readSettings, saveSettings } from './settings.ts'
import { type Speed, stepSpeed } from './speeds.ts'

type Parts = { getMedia: () => HTMLVideoElement | undefined; store: PlayerStore; playback: Playback }

/** What controls, keys and gestures may ask for. Each asks the <video>, and remembers what a person chose. */
export function createActions({ getMedia, store, playback }: Parts) {
  const ask = (type: string, detail?: unknown) => store.dispatch({ type, detail })
  const durationOf = (media: HTMLVideoElement) => (Number.isFinite(media.duration) ? media.duration : 0)

  function seekTo(seconds: number) {
    const media = getMedia()
    const end = media ? durationOf(media) : 0
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
    saveSettings({ isMuted, ...(!isMuted && { volume: getMedia()?.volume ?? 1 }) })
  }

  function setSpeed(speed: Speed) {
    const media = getMedia()
    // A new source starts at the default rate.
    if (media) media.defaultPlaybackRate = speed
    ask('mediaplaybackraterequest', speed)
    saveSettings({ speed })
    return speed
  }

  function showCaptions() {
    const media = getMedia()
    if (media) showTrack(media, pickTrack(listTracks(media), readSettings(), navigator.languages))
  }

  return {
    togglePlay() {
      const media = getMedia()
      if (media?.ended) playback.replay()
      else ask(media?.paused === false ? 'mediapauserequest' : 'mediaplayrequest')
    },
    play: () => ask('mediaplayrequest'),
    pause: () => ask('mediapauserequest'),
    seekTo,
    seekBy: (seconds: number) => seekTo((getMedia()?.currentTime ?? 0) + seconds),
    seekToFraction(fraction: number) {
      const media = getMedia()
      if (media) seekTo(durationOf(media) * fraction)
    },
    setVolume,
    changeVolume: (amount: number) => setVolume((getMedia()?.volume ?? 1) + amount),
    setMuted,
    toggleMuted() {
      const media = getMedia()
      setMuted(!(media?.muted || media?.volume === 0))
    },
    setSpeed,
    stepSpeed: (direction: 1 | -1) => setSpeed(stepSpeed(getMedia()?.playbackRate ?? 1, direction)),
    toggleFullscreen: () =>
      ask(store.getState().mediaIsFullscreen ? 'mediaexitfullscreenrequest' : 'mediaenterfullscreenrequest'),
    /** As they were chosen for an earlier video. */
    restoreCaptions() {
      if (readSettings().areCaptionsOn) showCaptions()
    },
    /** When captions were on, Chromium turns some of the next video on by itself, beside ours. */
    settleCaptions() {
      const media = getMedia()
      if (media && listTracks(media).filter(({ mode }) => mode === 'showing').length > 1) showCaptions()
    },
    /** Without a label none. */
    chooseCaptions(label: string) {
      const media = getMedia()
      const track = media && listTracks(media).find((one) => one.label === label)
      if (!media) return
      showTrack(media, track)
      saveSettings({
        areCaptionsOn: track !== undefined,
        ...(track && { captionsLanguage: track.language, captionsLabel: track.label }),
      })
    },
    /** Answers whether they show now; nothing when there are none. */
    toggleCaptions() {
      const media = getMedia()
      const tracks = media ? listTracks(media) : []
      if (!media || tracks.length === 0) return undefined
      const areCaptionsOn = tracks.every(({ mode }) => mode !== 'showing')
      if (areCaptionsOn) showCaptions()
      else showTrack(media, undefined)
      saveSettings({ areCaptionsOn })
      return areCaptionsOn
    },
    // Not through the store, which throws where nobody can catch it when the browser refuses.
    togglePip() {
      const media = getMedia()
      if (!media || !document.pictureInPictureEnabled) return
      const isPip = document.pictureInPictureElement === media
      const change = isPip ? document.exitPictureInPicture() : media.requestPictureInPicture()
      change.catch(() => {})
    },
  }
}

export type PlayerActions = ReturnType<typeof createActions>
