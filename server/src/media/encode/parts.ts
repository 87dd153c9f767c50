import type { SourceInfo } from '../probe/source-info.ts'
import { toNumber } from '../probe/source-info.ts'
import type { Ladder } from './ladder.ts'
import { canSeek } from './remux.ts'

/** Frames of a ladder, counted at the rate of its largest rung. The last part has no end. */
export interface FrameRange {
  first: number
  end?: number
}

export interface PartLengths {
  /** A ladder up to this length is made in one pass. */
  overSeconds: number
  partSeconds: number
}

/** Each part reads the source from the store, so a very long video has longer parts instead of more. */
const maxParts = 48

/**
 * Where the ladder of a long video is cut, so that several workers can make it: at keyframes of the result, in parts of
 * about the same length. Empty if the ladder is to be made in one pass.
 */
export function planParts(
  info: SourceInfo,
  { frameRate, rungs }: Ladder,
  { overSeconds, partSeconds }: PartLengths,
): FrameRange[] {
  const seconds = Math.min(info.duration, info.video.duration)
  const [top] = rungs
  if (!top || seconds <= overSeconds || !canSeek(info)) return []
  const gops = Math.floor((seconds * toNumber(frameRate)) / top.gop)
  const count = Math.min(maxParts, Math.ceil(seconds / partSeconds), gops)
  if (count < 2) return []
  const cuts = Array.from({ length: count }, (_, index) => Math.round((index * gops) / count) * top.gop)
  return cuts.map((first, index) => {
    const end = cuts[index + 1]
    return end === undefined ? { first } : { first, end }
  })
}
