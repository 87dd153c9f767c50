import { type ChildProcess, spawn } from 'node:child_process'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { currentActivity } from '../../lib/activity.ts'
import { inputsIn } from '../probe/accepted.ts'
import { clearEnvironmentPrefix, enterSandbox, hasFailedToStart } from '../sandbox/sandbox.ts'
import { guardPrefix } from './run-guard.ts'
import { ToolError, type ToolFailure } from './tool-error.ts'
import { startWorkTimer } from './work-timer.ts'

export interface RunOptions {
  /** In working time; see `startWorkTimer`. Required, because nothing that reads an uploaded file may run forever. */
  timeoutMs: number
  signal?: AbortSignal
  /** The only folder that the program can write to. */
  cwd?: string
  niceness?: number
  memoryLimitBytes?: number
  /** Called with the seconds of output written so far. */
  onProgress?: (seconds: number) => void
}

const keptErrorLines = 12
const maxOutputBytes = 32 * 1024 * 1024

/** Runs ffmpeg to its end. Throws ToolError if it does not succeed. */
export async function runFfmpeg(args: readonly string[], options: RunOptions): Promise<void> {
  const own = ['-nostdin', '-hide_banner', '-nostats', '-loglevel', 'error', '-y', '-progress', 'pipe:1']
  await run('ffmpeg', [...own, ...args], options, (line) => {
    const seconds = readProgress(line)
    if (seconds !== undefined) options.onProgress?.(seconds)
  })
}

/** Runs ffprobe and returns its output. */
export async function runFfprobe(args: readonly string[], options: RunOptions): Promise<string> {
  const lines = await capture('ffprobe', ['-hide_banner', '-loglevel', 'error', ...args], options)
  return lines.join('\n')
}

/** The names of the filters that the installed ffmpeg has. */
export async function listFilters(): Promise<Set<string>> {
  const lines = await capture('ffmpeg', ['-hide_banner', '-filters'], { timeoutMs: 10_000 })
  return new Set(lines.map((line) => line.trim().split(/\s+/)[1] ?? ''))
}

/** `out_time_us` is in microseconds, and N/A before the first frame. */
export function readProgress(line: string): number | undefined {
  const match = /^out_time_us=(\d+)$/.exec(line.trim())
  return match ? Number(match[1]) / 1e6 : undefined
}

/** Runs any program with the same limits and returns the lines that it prints. */
export async function capture(program: string, args: string[], options: RunOptions): Promise<string[]> {
  const lines: string[] = []
  let length = 0
  await run(program, args, options, (line, stop) => {
    length += line.length + 1
    if (length > maxOutputBytes) stop()
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
    const [first = program, ...rest] = [...clearEnvironmentPrefix(), ...guards, ...command]
    const child = spawn(first, rest, { cwd, stdio: ['ignore', 'pipe', 'pipe', ...files] })
    await logEnd(program, waitForEnd(program, child, options, onLine))
  } finally {
    await leave()
    if (cwd) await removeLinks(cwd)
  }
}

/** Writes to the log of the request or the job that the program runs for. */
async function logEnd(program: string, end: Promise<void>): Promise<void> {
  const started = performance.now()
  const log = (outcome: string) =>
    currentActivity()?.log.info(
      { program, ms: Math.round(performance.now() - started) },
      `${program} ${outcome}`,
    )
  await end.then(
    () => log('done'),
    (error: unknown) => {
      log(error instanceof ToolError ? error.failure : 'failed')
      throw error
    },
  )
}

/** Removes links, because the files are read outside the sandbox later, where a link could lead to any file. */
async function removeLinks(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])
  for (const entry of entries)
    if (!entry.isFile() && !entry.isDirectory()) await rm(join(entry.parentPath, entry.name))
}

async function waitForEnd(
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
    // SIGKILL, because unshare does not pass SIGTERM on, and an unfinished file is of no use anyway.
    child.kill('SIGKILL')
  }
  const onAbort = () => stop('aborted')
  const endTimer = startWorkTimer(timeoutMs, () => stop('timeout'))
  signal?.addEventListener('abort', onAbort)

  readLines(child.stdout, (line) => onLine(line, () => stop('failed')))
  readLines(child.stderr, (line) => {
    errors.push(line.slice(0, 500))
    if (errors.length > keptErrorLines) errors.shift()
  })

  try {
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.on('error', (cause) => reject(new ToolError(program, 'missing', { cause })))
      child.on('close', resolve)
    })
    if (exitCode === 0 && !stopped) return
    const stderr = errors.join('\n')
    throw new ToolError(program, stopped ?? toFailure(exitCode, stderr), { exitCode, stderr })
  } finally {
    endTimer()
    signal?.removeEventListener('abort', onAbort)
  }
}

function readLines(stream: Readable | null, onLine: (line: string) => void): void {
  if (stream) createInterface(stream).on('line', onLine)
}

/** A full disk is not a failure of the file. */
function toFailure(exitCode: number | null, stderr: string): ToolFailure {
  if (hasFailedToStart(exitCode, stderr)) return 'missing'
  return /No space left on device|Disk quota exceeded/.test(stderr) ? 'disk-full' : 'failed'
}
