import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdtemp, readFile, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { onTestFinished, vi } from 'vitest'
import { copyCluster } from '../database/postgres.ts'
import { patiently } from '../patience.ts'

const main = join(import.meta.dirname, '../../src/main.ts')

/** An empty folder. */
export async function makeDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vireo-main-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

/** A DATA_DIR with a migrated database, where the program need not make one first. */
export async function makePreparedDataDir(): Promise<string> {
  const folder = await makeDataDir()
  await copyCluster(folder)
  return folder
}

/** Runs the real program without the settings of this process. It is stopped after the test, if not before. */
export const runProgram = (args: string[], env: Record<string, string>) =>
  watchProgram([process.execPath, main, ...args], env)

/** Runs it as people do, by an npm script. */
export const runNpm = (script: 'start' | 'demo', env: Record<string, string>) =>
  watchProgram(['npm', 'run', '--silent', script], env)

/**
 * Runs the real program on a separate disk of this size, which only it sees. That takes a mount namespace: as root
 * a plain one, else one in which this user is root.
 */
export function runOnSmallDisk(
  args: string[],
  env: Record<string, string> & { DATA_DIR: string },
  bytes: number,
) {
  const mount = `mount -t tmpfs -o size=${bytes} tmpfs "$DATA_DIR" && exec "$@"`
  const unshare = ['unshare', ...(process.getuid?.() === 0 ? ['-m'] : ['-Urm'])]
  const program = watchProgram([...unshare, 'sh', '-c', mount, 'sh', process.execPath, main, ...args], env)
  /** The path under which this process finds a folder of the program. */
  return { ...program, seenFrom: (folder: string) => join(`/proc/${program.pid}/root`, folder) }
}

function watchProgram([command = '', ...args]: string[], env: Record<string, string>) {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env
  const child = spawn(command, args, {
    cwd: join(import.meta.dirname, '../../..'),
    env: { PATH, HOME, NODE_COMPILE_CACHE, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: Record<string, unknown>[] = []
  // A build may run first, which prints plain text.
  createInterface(child.stdout).on('line', (line) => line.startsWith('{') && lines.push(JSON.parse(line)))
  const stderr = text(child.stderr)
  const exit = once(child, 'exit').then(async ([code, signal]) => ({ code, signal, stderr: await stderr }))
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await exit
  })

  /** The first matching line of the log. */
  const waitForLine = (pattern: RegExp) =>
    vi.waitFor(() => {
      const found = lines.find(({ msg }) => pattern.test(String(msg)))
      if (!found) throw new Error(`No line like ${pattern} in ${lines.map(({ msg }) => msg).join(' | ')}`)
      return found
    }, patiently)

  return {
    pid: child.pid,
    lines,
    exit,
    waitForLine,
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    /** The address, once the program serves it. */
    origin: async () => {
      const ready = Promise.race([waitForLine(/^Vireo is ready at /), exit.then(fail)])
      return /http:\S+/.exec(String((await ready).msg))?.[0].replace('localhost', '127.0.0.1') ?? ''
    },
  }
}

function fail({ code, stderr }: { code: number; stderr: string }): never {
  throw new Error(`The program ended with code ${code}: ${stderr}`)
}

/** The process id of the embedded PostgreSQL, if it is running. */
export async function postgresOf(dataDir: string): Promise<number | undefined> {
  const file = join(dataDir, 'postgres/postmaster.pid')
  const content = await readFile(file, 'utf8').catch(() => '')
  return Number(content.split('\n')[0]) || undefined
}

/** Prevents the embedded PostgreSQL from starting, until the returned function is called. */
export async function breakConfiguration(dataDir: string): Promise<() => Promise<void>> {
  const file = join(dataDir, 'postgres/postgresql.conf')
  const { size } = await stat(file)
  await appendFile(file, 'no_such_setting = on')
  return () => truncate(file, size)
}
