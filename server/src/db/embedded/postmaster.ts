import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { type FileHandle, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../../lib/free-port.ts'
import { type Log, readTail, sizeOf } from './log-file.ts'
import { clearOrphan } from './orphan.ts'
import { spawnAs } from './runner.ts'
import type { Setting } from './setting.ts'
import { shutDown } from './shut-down.ts'

/** PostgreSQL's main process. */
export interface Postmaster {
  process: ChildProcess
  pid: number
  port: number
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '', // No socket file for others to find.
  cluster_name: 'vireo',
  shared_buffers: '128MB',
  max_connections: '100',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off', // The log is only shortened at a start.
}

/** For tests: what does not survive a power cut need not be waited for. */
const FAST_SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/** Somebody took the port, or a killed server's PostgreSQL was just starting or is still ending. */
const PASSING_TROUBLE =
  /could not bind|could not create any TCP|postmaster.pid" already exists|shared memory block .* is still in use/
const ATTEMPTS = 20
const RETRY_MS = 250
const POLL_MS = 10
const PATIENCE_MS = 10_000

interface StartOptions {
  logFile: FileHandle
  log: Log
  isFast: boolean
  /** A free one is chosen unless given. */
  port?: number
  /** Cancels the start and stops what it has started. */
  signal?: AbortSignal
}

export async function startPostmaster(setting: Setting, options: StartOptions): Promise<Postmaster> {
  const { logFile, log, signal } = options
  for (let attempt = 1; ; attempt++) {
    const since = await sizeOf(logFile)
    const postmaster = await launch(setting, options)
    if (await becomesReady(postmaster, setting.cluster.dir, log)) return postmaster
    const tail = await readTail(logFile, since)
    if (attempt === ATTEMPTS || signal?.aborted || !PASSING_TROUBLE.test(tail))
      throw new Error(describeEnd(postmaster.process, tail))
    await sleep(RETRY_MS)
    await clearOrphan(setting.cluster, log)
  }
}

export async function stopPostmaster({ process: child, pid }: Postmaster): Promise<void> {
  await shutDown(pid, () => hasEnded(child))
}

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

async function launch(
  { binaries, cluster, runner }: Setting,
  { logFile, isFast, port: fixedPort, signal }: StartOptions,
): Promise<Postmaster> {
  const port = fixedPort ?? (await findFreePort())
  const settings = { ...SETTINGS, ...(isFast ? FAST_SETTINGS : {}), port: String(port) }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = [binaries.postgres, '-D', cluster.dir, ...options]
  // Detached: Ctrl-C in a terminal must reach us only, or the database dies before we are done with it.
  const child = spawnAs(runner, command, ['ignore', logFile.fd, logFile.fd], true)
  if (child.pid === undefined) {
    const [error] = await once(child, 'error')
    throw error
  }
  child.unref()
  endWith(signal, child)
  return { process: child, pid: child.pid, port }
}

/** A start that is cancelled ends at once, however long the recovery would still take. */
function endWith(signal: AbortSignal | undefined, child: ChildProcess): void {
  const end = () => void child.kill('SIGINT')
  if (signal?.aborted) end()
  signal?.addEventListener('abort', end, { once: true })
  child.once('exit', () => signal?.removeEventListener('abort', end))
}

/** PostgreSQL says in its pid file how far it is. Recovery after a crash takes the time that it takes. */
async function becomesReady({ process: child, pid }: Postmaster, dir: string, log: Log): Promise<boolean> {
  let nextWarning = Date.now() + PATIENCE_MS
  while (!hasEnded(child)) {
    const lines = (await readFile(join(dir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
    if (Number(lines[0]) === pid && lines[7]?.trim() === 'ready') return true
    if (Date.now() > nextWarning) {
      log.warn({ pid, state: lines[7]?.trim() }, 'Still waiting for PostgreSQL to start')
      nextWarning += PATIENCE_MS
    }
    await sleep(POLL_MS)
  }
  return false
}

function describeEnd(child: ChildProcess, tail: string): string {
  const how = child.signalCode ?? `exit code ${child.exitCode}`
  return `PostgreSQL ended with ${how}:\n${tail || '(it logged nothing: is the disk full?)'}`
}
