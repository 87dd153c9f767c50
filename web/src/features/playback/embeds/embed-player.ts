import type { EmbeddedVideo } from '@vireo/contract'
import { baseOf, listTracks, pickTrack, showTrack } from '../player/captions.ts'
import { Playback } from '../player/engine/playback.ts'
import type { Speed } from '../player/engine/settings/speeds.ts'
import type { EmbedOptions } from './embed-options.ts'

/** idle: not started, with the poster · starting: play was requested, but no frame is shown yet */
export type Phase = 'idle' | 'starting' | 'playing' | 'paused' | 'ended'

/**
 * A video in an embedded player. Nothing is loaded before the first play, because a page may have many players, and no
 * choice of the visitor is saved, because the page belongs to somebody else.
 */
export function createEmbedPlayer(root: HTMLElement, video: EmbeddedVideo, options: EmbedOptions) {
  const media = document.createElement('video')
  media.playsInline = true
  root.prepend(media)
  const playback = new Playback(media)
  media.muted = options.muted
  media.loop = options.loop
  media.addEventListener('volumechange', () => {
    if (!media.muted) playback.unsilence()
  })
  addTracks(media, video.captions)
  return {
    root,
    media,
    video,
    playback,
    ...createTransport(video, playback, media, options.start),
    ...createSettings(media),
    ...createCaptions(media),
    ...createDisplay(root, media),
  }
}

export type EmbedPlayer = ReturnType<typeof createEmbedPlayer>

/** Starts, stops and seeks. */
function createTransport(
  video: EmbeddedVideo,
  playback: Playback,
  media: HTMLVideoElement,
  startPosition: number,
) {
  let startAt = startPosition
  let isLoaded = false
  let hasPlayed = false
  media.addEventListener('playing', () => {
    hasPlayed = true
  })

  const durationNow = () => (Number.isFinite(media.duration) ? media.duration : video.duration)

  function phase(): Phase {
    if (!hasPlayed) return playback.state.get().isStarting ? 'starting' : 'idle'
    if (media.ended) return 'ended'
    return media.paused ? 'paused' : 'playing'
  }

  function play() {
    if (playback.state.get().trouble === 'broken') playback.retry()
    else if (!isLoaded) {
      isLoaded = true
      const source = { hls: video.hls, file: video.videofile }
      playback.load({ source, startAt, shouldPlay: true })
    } else if (media.ended) playback.replay()
    else media.play().catch(() => {})
  }

  function pause() {
    if (hasPlayed) return media.pause()
    playback.stop()
    isLoaded = false
  }

  return {
    phase,
    timeNow: () => (hasPlayed ? media.currentTime : startAt),
    durationNow,
    play,
    pause,
    togglePlay: () => (/playing|starting/.test(phase()) ? pause() : play()),
    /** Before the first play this sets the start position; while starting, it also seeks. */
    seekTo(seconds: number) {
      const target = Math.min(Math.max(0, seconds), durationNow())
      if (!hasPlayed) startAt = target
      if (isLoaded) playback.seekTo(target)
      media.dispatchEvent(new Event('timeupdate'))
    },
  }
}

function createSettings(media: HTMLVideoElement) {
  return {
    setVolume(volume: number) {
      media.volume = Math.round(Math.min(1, Math.max(0, volume)) * 100) / 100
      media.muted = media.volume === 0
    },
    setMuted(isMuted: boolean) {
      media.muted = isMuted
      if (!isMuted && media.volume === 0) media.volume = 1
    },
    setSpeed(speed: Speed) {
      // A new source starts at the default rate.
      media.defaultPlaybackRate = speed
      media.playbackRate = speed
    },
  }
}

function addTracks(media: HTMLVideoElement, captions: EmbeddedVideo['captions']) {
  // In a sandboxed frame without an origin, the files of this site are cross-origin.
  if (window.origin === 'null') media.crossOrigin = 'anonymous'
  for (const { url, label, language } of captions) {
    const track = document.createElement('track')
    Object.assign(track, { kind: 'captions', src: url, label, srclang: language })
    media.append(track)
  }
}

function createCaptions(media: HTMLVideoElement) {
  const nothingChosen = { captionsLanguage: '', captionsLabel: '' }
  const findPreferred = () => pickTrack(listTracks(media), nothingChosen, navigator.languages)
  const findByLanguage = (language: string) => {
    const hasSameBase = (track: TextTrack) => baseOf(track.language) === baseOf(language)
    const tracks = listTracks(media).filter(hasSameBase)
    return tracks.find((track) => track.language.toLowerCase() === language.toLowerCase()) ?? tracks[0]
  }
  const showing = () => listTracks(media).filter(({ mode }) => mode === 'showing')
  let chosen: TextTrack | undefined
  let lastShown: TextTrack | undefined
  const show = (track: TextTrack | undefined) => {
    chosen = track
    lastShown = track ?? lastShown
    showTrack(media, track)
  }
  // When a source is opened, Chromium may show another track in addition to ours.
  media.textTracks.addEventListener('change', () => {
    if (showing().length > 1) showTrack(media, chosen)
  })
  return {
    shownCaptions: () => showing()[0],
    /** By language, or with true in the visitor's preferred one. An unknown one changes nothing. */
    setCaptions(choice: string | boolean) {
      const track = choice === true ? findPreferred() : choice ? findByLanguage(choice) : undefined
      if (track || !choice) show(track)
    },
    /** By label, which is unique; an empty one turns captions off. */
    chooseCaptions: (label: string) => show(listTracks(media).find((track) => track.label === label)),
    toggleCaptions: () => show(showing().length > 0 ? undefined : (lastShown ?? findPreferred())),
  }
}

/** iPhones can only show the <video> itself in full screen. */
type AppleVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

function createDisplay(root: HTMLElement, media: AppleVideo) {
  // Browsers may refuse at any time; then nothing changes.
  const ignore = () => {}
  return {
    canFullscreen: document.fullscreenEnabled || media.webkitEnterFullscreen !== undefined,
    isFullscreen: () => document.fullscreenElement === root,
    toggleFullscreen() {
      if (document.fullscreenElement) document.exitFullscreen().catch(ignore)
      else if (document.fullscreenEnabled) root.requestFullscreen().catch(ignore)
      else media.webkitEnterFullscreen?.()
    },
    canPip: document.pictureInPictureEnabled === true,
    isPip: () => document.pictureInPictureElement === media,
    togglePip() {
      if (!document.pictureInPictureEnabled) return
      const isPip = document.pictureInPictureElement === media
      ;(isPip ? document.exitPictureInPicture() : media.requestPictureInPicture()).catch(ignore)
    },
  }
}
