import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findFreePort } from '../../server/src/lib/free-port.ts'
import { until } from './drill.ts'
import type { Stage } from './stage.ts'

const main = new URL('../../server/src/main.ts', import.meta.url).pathname
const { PATH = '', HOME = '' } = process.env

export interface Program {
  origin: string
  kill(signal: NodeJS.Signals): Promise<void>
  /** Sends a signal that the program survives. */
  send(signal: NodeJS.Signals): void
  /** Starts it again with the same settings. */
  start(): void
}

interface ProgramOptions {
  role?: 'all' | 'api' | 'worker'
  env?: Record<string, string>
  /** For node itself. */
  flags?: string[]
}

/** The real program with its log in `FOLDER/log`. It is ended after the drill. */
export async function startProgram(stage: Stage, options: ProgramOptions = {}): Promise<Program> {
  const port = await findFreePort()
  const { role = 'all', flags = [] } = options
  const env = {
    PATH,
    HOME,
    PORT: String(port),
    DATA_DIR: join(stage.folder, 'data'),
    MAIL_URL: stage.mailbox.url,
    LOG_LEVEL: 'warn',
    // Every person has an address of their own, so that their limits do not add up.
    TRUST_PROXY: 'true',
    ...options.env,
  }
  let child: ChildProcess
  const start = () => {
    child = spawn(process.execPath, [...flags, main, role], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const output of [child.stdout, child.stderr])
      output?.on('data', (bytes) => appendFileSync(join(stage.folder, 'log'), bytes))
  }
  const kill = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
  start()
  stage.defer(() => kill('SIGTERM'))
  return { origin: `http://127.0.0.1:${port}`, kill, start, send: (signal) => void child.kill(signal) }
}

export async function untilReady({ origin }: Pick<Program, 'origin'>): Promise<void> {
  await until('the site is ready', async () => (await fetch(`${origin}/readyz`)).ok)
}

/** The last lines of the programs' log, for a drill that failed. */
export async function logTail(stage: Stage): Promise<string> {
  const text = await readFile(join(stage.folder, 'log'), 'utf8').catch(() => '')
  return text.split('\n').slice(-25).join('\n')
}

/** The embedded PostgreSQL of a DATA_DIR: its process and how to reach it. */
export async function embeddedDatabase(dataDir: string): Promise<{ pid: number; url: string }> {
  const lines = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  const password = (await readFile(join(dataDir, 'postgres.password'), 'utf8')).trim()
  return { pid: Number(lines[0]), url: `postgres://vireo:${password}@127.0.0.1:${lines[3]}/vireo` }
}
