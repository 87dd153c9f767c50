import type { Failure } from './retry-policy.ts'
import type { QualityChoice } from './settings/qualities.ts'

/** Feeds one source to the <video>. Playing, pausing and the position are the element's own. */
export type Engine = {
  kind: 'hls' | 'file'
  /** Returns false if this source has no such quality. */
  choose: (quality: QualityChoice) => boolean
  /** Continues loading after the connection was lost. */
  resume: () => void
  /** Restarts the decoder at the same position. */
  recover: () => void
  destroy: () => void
}

export type EngineOptions = {
  url: string
  /** Seconds. */
  startAt: number
  quality: QualityChoice
  onFailure: (failure: Failure) => void
  /** Data arrived, so the connection works. */
  onData: () => void
  /** The quality that is shown now. A frame rate of 0 means unknown. */
  onQuality: (name: string, frameRate: number) => void
}
