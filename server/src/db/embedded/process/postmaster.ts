import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { type FileHandle, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../../../lib/net/free-port.ts'
import { type Log, readTail, sizeOf } from '../log-file.ts'
import { clearOrphan } from './orphan.ts'
import type { RunPlan } from './run-plan.ts'
import { spawnAs } from './runner.ts'
import { shutDown } from './shut-down.ts'

/** PostgreSQL's main process. */
export interface Postmaster {
  process: ChildProcess
  pid: number
  port: number
}

const serverSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '', // No socket file that others could connect to.
  cluster_name: 'vireo',
  shared_buffers: '128MB',
  max_connections: '100',
  scram_iterations: '1', // Its passwords are random: slow hashes would only delay each connection, by 6 ms.
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off', // The log is only rotated at a start.
}

/** For tests, which need not survive a power cut, and of which several files with a server each run at once. */
const fastSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '400',
}

/** The port was taken in the meantime, or the PostgreSQL of a killed server is still starting or stopping. */
const temporaryProblems =
  /could not bind|could not create any TCP|postmaster.pid" already exists|shared memory block .* is still in use/
const maxAttempts = 20
const retryMs = 250
const pollMs = 10
const warnEveryMs = 10_000

interface StartOptions {
  logFile: FileHandle
  log: Log
  isFast: boolean
  /** A free one is chosen unless given. */
  port?: number
  /** Cancels the start and stops the process. */
  signal?: AbortSignal
}

export async function startPostmaster(plan: RunPlan, options: StartOptions): Promise<Postmaster> {
  const { logFile, log, signal } = options
  for (let attempt = 1; ; attempt++) {
    const since = await sizeOf(logFile)
    const postmaster = await launch(plan, options)
    if (await becomesReady(postmaster, plan.cluster.dir, log)) return postmaster
    const tail = await readTail(logFile, since)
    if (attempt === maxAttempts || signal?.aborted || !temporaryProblems.test(tail))
      throw new Error(describeEnd(postmaster.process, tail))
    await sleep(retryMs)
    await clearOrphan(plan.cluster, log)
  }
}

export async function stopPostmaster({ process: child, pid }: Postmaster): Promise<void> {
  await shutDown(pid, () => hasEnded(child))
}

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

async function launch(
  { binaries, cluster, runner }: RunPlan,
  { logFile, isFast, port: fixedPort, signal }: StartOptions,
): Promise<Postmaster> {
  const port = fixedPort ?? (await findFreePort())
  const settings = { ...serverSettings, ...(isFast ? fastSettings : {}), port: String(port) }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = [binaries.postgres, '-D', cluster.dir, ...options]
  // Detached, so that Ctrl-C in a terminal does not stop the database before this server is done with it.
  const child = spawnAs(runner, command, ['ignore', logFile.fd, logFile.fd], true)
  if (child.pid === undefined) {
    const [error] = await once(child, 'error')
    throw error
  }
  child.unref()
  stopOnAbort(signal, child)
  return { process: child, pid: child.pid, port }
}

/** Stops the process when the start is cancelled, even in the middle of a recovery. */
function stopOnAbort(signal: AbortSignal | undefined, child: ChildProcess): void {
  const end = () => void child.kill('SIGINT')
  if (signal?.aborted) end()
  signal?.addEventListener('abort', end, { once: true })
  child.once('exit', () => signal?.removeEventListener('abort', end))
}

/** PostgreSQL writes its state to its pid file. There is no time limit: recovery after a crash may take long. */
async function becomesReady({ process: child, pid }: Postmaster, dir: string, log: Log): Promise<boolean> {
  let nextWarning = Date.now() + warnEveryMs
  while (!hasEnded(child)) {
    const lines = (await readFile(join(dir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
    if (Number(lines[0]) === pid && lines[7]?.trim() === 'ready') return true
    if (Date.now() > nextWarning) {
      log.warn({ pid, state: lines[7]?.trim() }, 'Still waiting for PostgreSQL to start')
      nextWarning += warnEveryMs
    }
    await sleep(pollMs)
  }
  return false
}

function describeEnd(child: ChildProcess, tail: string): string {
  const how = child.signalCode ?? `exit code ${child.exitCode}`
  return `PostgreSQL ended with ${how}:\n${tail || '(it logged nothing: is the disk full?)'}`
}
