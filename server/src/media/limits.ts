import type { SourceInfo } from './source-info.ts'
import { toNumber } from './source-info.ts'

const MINUTE = 60_000
const GIGABYTE = 1024 ** 3

/** Work of a second of this video against a second of 1080p at 30 frames. */
function weight({ video }: SourceInfo): number {
  return (video.codedWidth * video.codedHeight * toNumber(video.frameRate)) / (1920 * 1080 * 30)
}

/** Generous for one slow core; only a decoder gone astray needs longer. */
export function encodeTimeLimit(info: SourceInfo): number {
  return 3 * MINUTE + info.duration * (5 + 15 * weight(info)) * 1000
}

/** Copying is a matter of disk speed: at least a tenth of real time, and 5 MB/s. */
export function copyTimeLimit(info: SourceInfo): number {
  const bytes = (info.bitRate * info.duration) / 8
  return 2 * MINUTE + info.duration * 100 + bytes / 5000
}

/** Twice what a ladder was seen to take: 0.8 GB for 1080p and 2.6 GB for 2160p on two threads. */
export function memoryLimit({ video }: SourceInfo, threads: number): number {
  const share = (video.codedWidth * video.codedHeight) / (3840 * 2160)
  return Math.round((1 + 4 * share + threads * (0.2 + 0.6 * share)) * GIGABYTE)
}
