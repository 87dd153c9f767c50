import { availableParallelism } from 'node:os'
import type { CommandOptions } from '../encode/commands/command.ts'
import { memoryLimit } from '../encode/limits.ts'
import type { SourceInfo } from '../probe/source-info.ts'
import { limitOutput } from './limit-output.ts'
import { listFilters, runFfmpeg } from './run.ts'

export interface WorkOptions {
  signal?: AbortSignal
  /** How many cores it may use. */
  threads?: number
  niceness?: number
  onProgress?: (percent: number) => void
}

/** More threads need more memory and hardly save time, because small pictures cannot be divided further. */
const maxThreads = 8

export async function commandOptions(info: SourceInfo, options: WorkOptions): Promise<CommandOptions> {
  const filters = info.video.isHdr ? await listFilters() : new Set()
  return { threads: threadsOf(options), canToneMap: filters.has('zscale') && filters.has('tonemap') }
}

/** Runs ffmpeg in a directory, with limits for time, memory and output that fit the source. */
export async function runWithinLimits(
  args: readonly string[],
  directory: string,
  info: SourceInfo,
  options: WorkOptions & { timeoutMs: number; maxOutputBytes: number },
): Promise<void> {
  const { niceness, timeoutMs, onProgress } = options
  await limitOutput(directory, options.maxOutputBytes, options.signal, (signal) =>
    runFfmpeg(args, {
      cwd: directory,
      memoryLimitBytes: memoryLimit(info, threadsOf(options)),
      signal,
      timeoutMs,
      niceness,
      onProgress: (seconds) => onProgress?.(toPercent(seconds, info.duration)),
    }),
  )
  onProgress?.(100)
}

/** Whole percents. At most 99 before the end, because the stated duration may be wrong. */
function toPercent(seconds: number, duration: number): number {
  return Math.max(0, Math.min(99, Math.floor((seconds / duration) * 100)))
}

function threadsOf({ threads = availableParallelism() }: WorkOptions): number {
  return Math.min(threads, maxThreads)
}
