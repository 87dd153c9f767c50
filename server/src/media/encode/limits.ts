import { gigabyte, megabyte } from '../../lib/text/bytes.ts'
import type { SourceInfo } from '../probe/source-info.ts'
import { toNumber } from '../probe/source-info.ts'
import type { Ladder } from './ladder.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Less than the 24 days that a timer supports, and than the 15 days after which jobs end. */
const maxTimeMs = 14 * dayMs
/** How much one run may write. The largest upload has 2 GB. */
const maxOutputBytes = 40 * gigabyte

/** How much work a second of this video is, relative to 1080p at 30 frames per second. */
function relativeWork({ video }: SourceInfo): number {
  return (video.codedWidth * video.codedHeight * toNumber(video.frameRate)) / (1920 * 1080 * 30)
}

/** Generous even for one slow core. Only a decoder that hangs takes longer. */
export function encodeTimeLimit(info: SourceInfo): number {
  return Math.min(maxTimeMs, 3 * minuteMs + info.duration * (5 + 15 * relativeWork(info)) * 1000)
}

/** Copying depends on the disk: at least ten times real time, and 5 MB/s. */
export function copyTimeLimit(info: SourceInfo): number {
  const bytes = (info.bitRate * info.duration) / 8
  return Math.min(maxTimeMs, 2 * minuteMs + info.duration * 100 + bytes / 5000)
}

/**
 * 1.5 times the peak rates of all rungs, which no valid video comes close to. A file may state a duration that is too
 * short; then the limit depends on its size.
 */
export function encodeOutputLimit(info: SourceInfo, { rungs }: Ladder, sourceBytes: number): number {
  const kbps = rungs.reduce((sum, { maxrateKbps, audioKbps }) => sum + maxrateKbps + audioKbps, 0)
  return outputLimit(Math.max(1.5 * kbps * 125 * info.duration, 4 * sourceBytes))
}

/** A copy has the size of its source, except for audio that is encoded again. */
export function copyOutputLimit(info: SourceInfo, sourceBytes: number): number {
  return outputLimit(1.5 * (sourceBytes + 20_000 * info.duration))
}

/** For stills, storyboards and previews. */
export const extrasOutputLimit = gigabyte

function outputLimit(bytes: number): number {
  return Math.min(maxOutputBytes, 64 * megabyte + bytes)
}

/** Twice the measured memory of a ladder: 0.8 GB for 1080p and 2.6 GB for 2160p with two threads. */
export function memoryLimit({ video }: SourceInfo, threads: number): number {
  const share = (video.codedWidth * video.codedHeight) / (3840 * 2160)
  return Math.round((1 + 4 * share + threads * (0.2 + 0.6 * share)) * gigabyte)
}
