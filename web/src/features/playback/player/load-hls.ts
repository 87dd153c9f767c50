import type Hls from 'hls.js'

export type HlsClass = typeof Hls

let loading: Promise<HlsClass> | undefined

/**
 * The light build has no support for subtitles and alternative audio in playlists, which we do not use: captions are
 * <track> elements. The prebuilt minified file is 6 kB smaller than the source minified by our build.
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

/** Checked before hls.js is loaded, so that browsers without Media Source Extensions never load it. */
export function canUseHls(): boolean {
  const scope: { ManagedMediaSource?: MediaSourceClass; MediaSource?: MediaSourceClass } = window
  const source = scope.ManagedMediaSource ?? scope.MediaSource
  return source?.isTypeSupported('video/mp4; codecs="avc1.42E01E,mp4a.40.2"') ?? false
}

/** Call it as soon as it is clear that a video will be watched, in parallel with the request for its data. */
export function preloadPlayer() {
  // The player loads it again and shows a failure.
  if (canUseHls()) loadHls().catch(() => {})
}
