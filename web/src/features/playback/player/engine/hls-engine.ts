import type { ErrorData, HlsConfig, LoadPolicy } from 'hls.js'
import type { HlsClass } from '../load-hls.ts'
import type { Engine, EngineOptions } from './engine.ts'
import type { Failure } from './retry-policy.ts'
import { auto, type QualityChoice, qualityName } from './settings/qualities.ts'

/** Few retries by hls.js itself: after them we show the problem and keep retrying, see recovery.ts. */
const policy = (maxLoadTimeMs: number): LoadPolicy => ({
  default: {
    maxTimeToFirstByteMs: 10_000,
    maxLoadTimeMs,
    timeoutRetry: { maxNumRetry: 2, retryDelayMs: 0, maxRetryDelayMs: 0 },
    errorRetry: { maxNumRetry: 1, retryDelayMs: 500, maxRetryDelayMs: 500 },
  },
})

const config: Partial<HlsConfig> = {
  // Our renditions are fragmented MP4 and need no conversion, so a worker would only cost time.
  enableWorker: false,
  // Requests the first fragment while the <video> still opens its source.
  startFragPrefetch: true,
  capLevelToPlayerSize: true,
  maxBufferLength: 20,
  maxMaxBufferLength: 60,
  backBufferLength: 60,
  preserveManualLevelOnError: true,
  manifestLoadPolicy: policy(20_000),
  playlistLoadPolicy: policy(20_000),
  fragLoadPolicy: policy(60_000),
}

/** In bits per second, from the last video, so that the next one starts with the right quality. */
let lastEstimate: number | undefined

export function startHls(Hls: HlsClass, media: HTMLVideoElement, options: EngineOptions): Engine {
  const { url, startAt, onFailure, onData, onQuality } = options
  const { Events } = Hls
  const hls = new Hls({
    ...config,
    startPosition: startAt > 0 ? startAt : -1,
    ...(lastEstimate && { abrEwmaDefaultEstimate: lastEstimate }),
  })
  const levelOf = (name: QualityChoice) => hls.levels.findIndex((level) => qualityName(level) === name)

  hls.on(Events.MANIFEST_PARSED, () => {
    const level = levelOf(options.quality)
    if (level >= 0) hls.loadLevel = level
  })
  hls.on(Events.LEVEL_SWITCHED, (_, { level }) => {
    const switched = hls.levels[level]
    if (switched) onQuality(qualityName(switched), switched.frameRate)
  })
  hls.on(Events.LEVEL_LOADED, onData)
  hls.on(Events.FRAG_LOADED, () => {
    lastEstimate = hls.bandwidthEstimate
    onData()
  })
  hls.on(Events.ERROR, (_, error) => {
    const failure = toFailure(Hls, error)
    if (failure) onFailure(failure)
  })
  hls.loadSource(url)
  hls.attachMedia(media)

  return {
    kind: 'hls',
    choose(quality) {
      const level = quality === auto ? -1 : levelOf(quality)
      if (level < 0 && quality !== auto) return false
      // From the next fragment on, so that playback is not interrupted.
      hls.nextLevel = level
      return true
    },
    resume() {
      if (hls.levels.length > 0) hls.startLoad()
      else hls.loadSource(url)
    },
    recover: () => hls.recoverMediaError(),
    destroy: () => hls.destroy(),
  }
}

function toFailure(Hls: HlsClass, { type, fatal, response, details }: ErrorData): Failure | undefined {
  const { ErrorTypes, ErrorDetails } = Hls
  const isFatal = fatal
  if (type === ErrorTypes.NETWORK_ERROR) {
    return { kind: 'network', isFatal, ...(response?.code && { status: response.code }) }
  }
  // hls.js recovers from small stalls by itself.
  if (!isFatal) return undefined
  const isDecoding =
    type === ErrorTypes.MEDIA_ERROR && details !== ErrorDetails.MANIFEST_INCOMPATIBLE_CODECS_ERROR
  return { kind: isDecoding ? 'media' : 'other', isFatal }
}
