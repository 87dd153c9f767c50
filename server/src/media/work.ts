import { availableParallelism } from 'node:os'
import type { CommandOptions } from './command.ts'
import { withinBytes } from './growth.ts'
import { memoryLimit } from './limits.ts'
import { listFilters, runFfmpeg } from './run.ts'
import type { SourceInfo } from './source-info.ts'

export type WorkOptions = {
  signal?: AbortSignal
  /** Of the machine's cores, how many this work may keep busy. */
  threads?: number
  niceness?: number
  onProgress?: (percent: number) => void
}

/** More threads per job cost memory and hardly save time: encoders of small pictures cannot use them. */
const MAX_THREADS = 8

export async function commandOptions(info: SourceInfo, options: WorkOptions): Promise<CommandOptions> {
  const filters = info.video.isHdr ? await listFilters() : new Set()
  return { threads: threadsOf(options), canToneMap: filters.has('zscale') && filters.has('tonemap') }
}

/** Runs a command in the caller's directory under the limits that suit the source. */
export async function work(
  args: readonly string[],
  directory: string,
  info: SourceInfo,
  options: WorkOptions & { timeoutMs: number; maxOutputBytes: number },
): Promise<void> {
  const { niceness, timeoutMs, onProgress } = options
  await withinBytes(directory, options.maxOutputBytes, options.signal, (signal) =>
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

/** Whole percents; 100 only when the work is done, as the duration may be a lie. */
function toPercent(seconds: number, duration: number): number {
  return Math.max(0, Math.min(99, Math.floor((seconds / duration) * 100)))
}

function threadsOf({ threads = availableParallelism() }: WorkOptions): number {
  return Math.min(threads, MAX_THREADS)
}
