import { type ChildProcess, spawn } from 'node:child_process'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { inputsIn } from './accepted.ts'
import { guardPrefix } from './run-guard.ts'
import { cleanPrefix, enterSandbox, hasNotEntered } from './sandbox/sandbox.ts'
import { ToolError, type ToolFailure } from './tool-error.ts'
import { startWorkTimer } from './work-timer.ts'

export type RunOptions = {
  /** Counted as if it had a core to itself. Mandatory: nothing that reads a stranger's file may run for ever. */
  timeoutMs: number
  signal?: AbortSignal
  /** The only folder that it can write to. */
  cwd?: string
  niceness?: number
  memoryLimitBytes?: number
  /** Seconds of the output written so far. */
  onProgress?: (seconds: number) => void
}

const KEPT_ERROR_LINES = 12
const MAX_OUTPUT_BYTES = 32 * 1024 * 1024

/** Runs ffmpeg on an argument array until it is done; throws ToolError on anything but success. */
export async function runFfmpeg(args: readonly string[], options: RunOptions): Promise<void> {
  const own = ['-nostdin', '-hide_banner', '-nostats', '-loglevel', 'error', '-y', '-progress', 'pipe:1']
  await run('ffmpeg', [...own, ...args], options, (line) => {
    const seconds = readProgress(line)
    if (seconds !== undefined) options.onProgress?.(seconds)
  })
}

/** Runs ffprobe and answers what it printed. */
export async function runFfprobe(args: readonly string[], options: RunOptions): Promise<string> {
  const lines = await capture('ffprobe', ['-hide_banner', '-loglevel', 'error', ...args], options)
  return lines.join('\n')
}

/** The names of the filters that this ffmpeg was built with. */
export async function listFilters(): Promise<Set<string>> {
  const lines = await capture('ffmpeg', ['-hide_banner', '-filters'], { timeoutMs: 10_000 })
  return new Set(lines.map((line) => line.trim().split(/\s+/)[1] ?? ''))
}

/** `out_time_us` counts microseconds and is N/A before the first frame. */
export function readProgress(line: string): number | undefined {
  const match = /^out_time_us=(\d+)$/.exec(line.trim())
  return match ? Number(match[1]) / 1e6 : undefined
}

/** Runs any program under the same limits and returns the lines that it prints. */
export async function capture(program: string, args: string[], options: RunOptions): Promise<string[]> {
  const lines: string[] = []
  let length = 0
  await run(program, args, options, (line, stop) => {
    length += line.length + 1
    if (length > MAX_OUTPUT_BYTES) stop()
    else lines.push(line)
  })
  return lines
}

async function run(
  program: string,
  args: string[],
  options: RunOptions,
  onLine: (line: string, stop: () => void) => void,
): Promise<void> {
  const { cwd, niceness = 10, memoryLimitBytes, signal } = options
  const guards = await guardPrefix({ niceness, memoryLimitBytes })
  const { command, files, leave } = await enterSandbox({ work: cwd, inputs: inputsIn(args) }, [
    program,
    ...args,
  ])
  try {
    if (signal?.aborted) throw new ToolError(program, 'aborted')
    const [first = program, ...rest] = [...cleanPrefix(), ...guards, ...command]
    const child = spawn(first, rest, { cwd, stdio: ['ignore', 'pipe', 'pipe', ...files] })
    await untilDone(program, child, options, onLine)
  } finally {
    await leave()
    if (cwd) await removeLinks(cwd)
  }
}

/** What it has written is read and published from outside of its view: a link could lead to any file there. */
async function removeLinks(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])
  for (const entry of entries)
    if (!entry.isFile() && !entry.isDirectory()) await rm(join(entry.parentPath, entry.name))
}

async function untilDone(
  program: string,
  child: ChildProcess,
  { timeoutMs, signal }: RunOptions,
  onLine: (line: string, stop: () => void) => void,
): Promise<void> {
  const errors: string[] = []
  let stopped: 'timeout' | 'aborted' | 'failed' | undefined

  const stop = (why: 'timeout' | 'aborted' | 'failed') => {
    if (stopped) return
    stopped = why
    // SIGKILL at once: unshare does not pass SIGTERM on, and a half-written file is of no use.
    child.kill('SIGKILL')
  }
  const onAbort = () => stop('aborted')
  const endTimer = startWorkTimer(timeoutMs, () => stop('timeout'))
  signal?.addEventListener('abort', onAbort)

  readLines(child.stdout, (line) => onLine(line, () => stop('failed')))
  readLines(child.stderr, (line) => {
    errors.push(line.slice(0, 500))
    if (errors.length > KEPT_ERROR_LINES) errors.shift()
  })

  try {
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.on('error', (cause) => reject(new ToolError(program, 'missing', { cause })))
      child.on('close', resolve)
    })
    if (exitCode === 0 && !stopped) return
    const stderr = errors.join('\n')
    throw new ToolError(program, stopped ?? explain(exitCode, stderr), { exitCode, stderr })
  } finally {
    endTimer()
    signal?.removeEventListener('abort', onAbort)
  }
}

function readLines(stream: Readable | null, onLine: (line: string) => void): void {
  if (stream) createInterface(stream).on('line', onLine)
}

/** A full disk says nothing about the file, so it must not look like a failure of it. */
function explain(exitCode: number | null, stderr: string): ToolFailure {
  if (hasNotEntered(exitCode, stderr)) return 'missing'
  return /No space left on device|Disk quota exceeded/.test(stderr) ? 'disk-full' : 'failed'
}
