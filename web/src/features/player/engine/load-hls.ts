import type Hls from 'hls.js'

export type HlsClass = typeof Hls

let loading: Promise<HlsClass> | undefined

/**
 * The light build knows neither subtitles nor other sound tracks in the playlist, and ours have none: captions are
 * <track> elements. Its minified file is 6 kB smaller than what our own minifier makes of the other one.
 */
export function loadHls(): Promise<HlsClass> {
  loading ??= import('hls.js/dist/hls.light.min.mjs').then(
    (module) => module.default,
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

type MediaSourceClass = Pick<typeof MediaSource, 'isTypeSupported'>

/** Asked before hls.js is loaded, so that browsers without Media Source Extensions never load it. */
export function canUseHls(): boolean {
  const scope: { ManagedMediaSource?: MediaSourceClass; MediaSource?: MediaSourceClass } = window
  const source = scope.ManagedMediaSource ?? scope.MediaSource
  return source?.isTypeSupported('video/mp4; codecs="avc1.42E01E,mp4a.40.2"') ?? false
}

/** Call it as soon as it is clear that a video will be watched, beside the request for its data. */
export function preloadPlayer() {
  // A failure is the player's to show, and to mend.
  if (canUseHls()) loadHls().catch(() => {})
}
