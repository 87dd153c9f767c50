import { canRemux } from '../../../../../media/encode/remux.ts'
import type { SourceInfo } from '../../../../../media/probe/source-info.ts'

/** The job that makes a video watchable, or the one that makes all sizes. */
export type Stage = 'playable' | 'ladder'

/** The kind of work, each with its own speed: copying streams is much faster than encoding them. */
export const workOf = (stage: Stage, info: SourceInfo | null) =>
  stage === 'playable' && info && canRemux(info) ? 'copy' : stage

/** Seconds of the video times pixels of its picture. */
export const amountOfWork = (
  { width, height }: { width: number; height: number },
  { duration }: { duration: number },
) => duration * width * height
