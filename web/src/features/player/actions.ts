import type { Playback } from './engine/playback.ts'
import type { PlayerStore } from './media-store.ts'
import { saveSettings } from './settings.ts'
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
    /** Answers whether they show now; nothing when there are none. */
    toggleCaptions() {
      const { mediaSubtitlesList, mediaSubtitlesShowing } = store.getState()
      if (!mediaSubtitlesList?.length) return undefined
      const areCaptionsOn = !mediaSubtitlesShowing?.length
      ask('mediatogglesubtitlesrequest', areCaptionsOn)
      ask('optionschangerequest', { defaultSubtitles: areCaptionsOn })
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
