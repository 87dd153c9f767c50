import type { QualityChoice } from '../qualities.ts'
import type { Failure } from '../retry-policy.ts'

/** Brings one source to the <video>. What plays, and where, is the element's own affair. */
export type Engine = {
  kind: 'hls' | 'file'
  /** False when this source has no such quality. */
  choose: (quality: QualityChoice) => boolean
  /** Loads on after the connection was lost. */
  resume: () => void
  /** Gives the decoder a new start at the same place. */
  recover: () => void
  destroy: () => void
}

export type EngineOptions = {
  url: string
  /** Seconds. */
  startAt: number
  quality: QualityChoice
  onFailure: (failure: Failure) => void
  /** Something arrived: the connection works. */
  onFlow: () => void
  /** Which quality is on the screen now. */
  onQuality: (name: string) => void
}
