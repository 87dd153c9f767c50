import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual, promisify } from 'node:util'
import { findFreePort } from '../../../server/src/lib/net/free-port.ts'
import type { DrillContext } from '../drill.ts'
import { until } from './waiting.ts'

const ownRoot = new URL('../../../', import.meta.url).pathname
const { PATH = '', HOME = '' } = process.env

export interface Program {
  origin: string
  readonly pid: number
  kill(signal: NodeJS.Signals): Promise<void>
  /** Sends a signal that the program survives. */
  send(signal: NodeJS.Signals): void
  /** Restarts it with the same settings. */
  start(): void
}

interface ProgramOptions {
  role?: 'all' | 'api' | 'worker'
  env?: Record<string, string>
  /** Command line options of node. */
  flags?: string[]
  /** Defaults to a free port. */
  port?: number
  /** The checkout whose program is started, with its own Node. */
  root?: string
}

/** Starts the real program, which logs to `FOLDER/log` and is stopped after the drill. */
export async function startProgram(context: DrillContext, options: ProgramOptions = {}): Promise<Program> {
  const port = options.port ?? (await findFreePort())
  const { role = 'all', root = ownRoot } = options
  const { module } = context.sabotage ?? {}
  const sabotage = module ? ['--import', new URL(`../sabotage/${module}`, import.meta.url).href] : []
  const flags = [...sabotage, ...(options.flags ?? [])]
  const main = join(root, 'server/src/main.ts')
  const node = options.root ? join(root, 'node_modules/.bin/node') : process.execPath
  const env = {
    PATH,
    HOME,
    PORT: String(port),
    DATA_DIR: join(context.folder, 'data'),
    MAIL_URL: context.mailbox.url,
    LOG_LEVEL: 'warn',
    // Each person sends their own IP address, so that they do not share rate limits.
    TRUST_PROXY: 'true',
    ...options.env,
  }
  let child: ChildProcess
  const start = () => {
    child = spawn(node, [...flags, main, role], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const output of [child.stdout, child.stderr])
      output?.on('data', (bytes) => appendFileSync(join(context.folder, 'log'), bytes))
  }
  const kill = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
  start()
  context.defer(() => kill('SIGTERM'))
  return {
    origin: `http://127.0.0.1:${port}`,
    get pid() {
      return child.pid ?? 0
    },
    kill,
    start,
    send: (signal) => void child.kill(signal),
  }
}

/** Runs a program of the folder `scripts` for the site in `data` and returns its output. Fails if the program does. */
export async function runScript(
  context: DrillContext,
  name: 'backup' | 'restore' | 'verify',
  args: string[] = [],
  settings: Record<string, string> = {},
): Promise<string> {
  const env = { PATH, HOME, DATA_DIR: join(context.folder, 'data'), ...settings }
  const script = join(ownRoot, `scripts/${name}.ts`)
  const run = promisify(execFile)(process.execPath, [script, ...args], { env })
  const { stdout } = await run.catch((error: Error & { stdout: string; stderr: string }) => {
    throw new Error(`npm run ${name} failed: ${error.stderr}${error.stdout}`)
  })
  return stdout.trim()
}

export async function untilReady({ origin }: Pick<Program, 'origin'>): Promise<void> {
  await until('the site is ready', async () => (await fetch(`${origin}/readyz`)).ok)
}

interface Readiness {
  status: 'ok' | 'failed'
  database?: 'ok' | 'failed'
  storage?: 'ok' | 'failed'
  disk?: 'ok' | 'failed'
}

/** Waits until /readyz reports these states, and has the status that belongs to them. */
export async function untilReported({ origin }: Pick<Program, 'origin'>, wanted: Readiness): Promise<void> {
  await until(`/readyz reports ${JSON.stringify(wanted)}`, async () => {
    const answer = await fetch(`${origin}/readyz`)
    const states = (await answer.json()) as Readiness
    return answer.ok === (wanted.status === 'ok') && isDeepStrictEqual({ ...states, ...wanted }, states)
  })
}

/** The last lines of the log, for failed drills. */
export async function logTail(context: DrillContext): Promise<string> {
  const text = await readFile(join(context.folder, 'log'), 'utf8').catch(() => '')
  return text.split('\n').slice(-25).join('\n')
}

/** The embedded PostgreSQL of a DATA_DIR: its process and its address. */
export async function embeddedDatabase(dataDir: string): Promise<{ pid: number; url: string }> {
  const lines = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  const password = (await readFile(join(dataDir, 'postgres.password'), 'utf8')).trim()
  return { pid: Number(lines[0]), url: `postgres://vireo:${password}@127.0.0.1:${lines[3]}/vireo` }
}
