import type { Ladder } from './ladder.ts'
import type { SourceInfo } from './source-info.ts'
import { toNumber } from './source-info.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const MEGABYTE = 1024 ** 2
const GIGABYTE = 1024 ** 3

/** Below the 24 days that a timer can hold, and the 15 days after which the jobs end. */
const MAX_TIME = 14 * DAY
/** What one pass may write in all. The largest upload has 2 GB. */
const MAX_OUTPUT = 40 * GIGABYTE

/** Work of a second of this video against a second of 1080p at 30 frames. */
function weight({ video }: SourceInfo): number {
  return (video.codedWidth * video.codedHeight * toNumber(video.frameRate)) / (1920 * 1080 * 30)
}

/** Generous for one slow core; only a decoder gone astray needs longer. */
export function encodeTimeLimit(info: SourceInfo): number {
  return Math.min(MAX_TIME, 3 * MINUTE + info.duration * (5 + 15 * weight(info)) * 1000)
}

/** Copying is a matter of disk speed: at least a tenth of real time, and 5 MB/s. */
export function copyTimeLimit(info: SourceInfo): number {
  const bytes = (info.bitRate * info.duration) / 8
  return Math.min(MAX_TIME, 2 * MINUTE + info.duration * 100 + bytes / 5000)
}

/**
 * One and a half times the peak rates of the rungs over the duration, which no valid video comes close to. A file may
 * declare too short a duration; then the limit follows its size.
 */
export function encodeOutputLimit(info: SourceInfo, { rungs }: Ladder, sourceBytes: number): number {
  const kbps = rungs.reduce((sum, { maxrateKbps, audioKbps }) => sum + maxrateKbps + audioKbps, 0)
  return outputLimit(Math.max(1.5 * kbps * 125 * info.duration, 4 * sourceBytes))
}

/** A copy is as large as its source, except for audio that is encoded again. */
export function copyOutputLimit(info: SourceInfo, sourceBytes: number): number {
  return outputLimit(1.5 * (sourceBytes + 20_000 * info.duration))
}

/** For stills, storyboards and previews. */
export const EXTRAS_OUTPUT_LIMIT = GIGABYTE

function outputLimit(bytes: number): number {
  return Math.min(MAX_OUTPUT, 64 * MEGABYTE + bytes)
}

/** Twice what a ladder was seen to take: 0.8 GB for 1080p and 2.6 GB for 2160p on two threads. */
export function memoryLimit({ video }: SourceInfo, threads: number): number {
  const share = (video.codedWidth * video.codedHeight) / (3840 * 2160)
  return Math.round((1 + 4 * share + threads * (0.2 + 0.6 * share)) * GIGABYTE)
}
