import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import postgres from 'postgres'
import { onTestFinished, vi } from 'vitest'
import { startEmbeddedPostgres } from './embedded.ts'

export const isRoot = process.getuid?.() === 0

type Options = Partial<Parameters<typeof startEmbeddedPostgres>[0]>
type Overrides = Parameters<typeof startEmbeddedPostgres>[1]

/** Makes a folder that every user can enter; it is removed after the test. Its path contains spaces on purpose. */
export async function makeFolder(under = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(under, 'vireo embedded test '))
  await chmod(folder, 0o755)
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export function makeLog() {
  return { info: vi.fn(), warn: vi.fn() }
}

/** Starts PostgreSQL from this process. It is stopped after the test unless the test does that. */
export async function start(dataDir: string, options: Options = {}, overrides: Overrides = {}) {
  const database = await startEmbeddedPostgres({ dataDir, log: makeLog(), fast: true, ...options }, overrides)
  onTestFinished(() => database.stop())
  return database
}

export async function query<Row extends object>(url: string, text: string): Promise<Row[]> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    return (await sql.unsafe(text)) as unknown as Row[]
  } finally {
    await sql.end({ timeout: 5 })
  }
}

export const writeNote = (url: string) =>
  query(url, `create table note (text text); insert into note values ('kept')`)
export const readNotes = async (url: string) =>
  (await query<{ text: string }>(url, 'select text from note')).map((row) => row.text)

export async function postmasterPid(clusterDir: string): Promise<number> {
  return Number((await readFile(join(clusterDir, 'postmaster.pid'), 'utf8')).split('\n')[0])
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

export const embeddedModule = join(import.meta.dirname, 'embedded.ts')

/** The first line of a child's output: the URL, or why it did not start. */
interface Answer {
  url?: string
  error?: string
}

const script = `
const [, modulePath, options, overrides] = process.argv
const log = { info() {}, warn() {} }
// As in our server, where Ctrl-C starts a clean stop. Here the test sends a message for that.
process.on('SIGINT', () => {})
try {
  const { startEmbeddedPostgres } = await import(modulePath)
  const database = await startEmbeddedPostgres({ log, fast: true, ...JSON.parse(options) }, JSON.parse(overrides))
  console.log(JSON.stringify({ url: database.url }))
  process.on('message', async (message) => {
    if (message === 'exit') process.exit()
    await database.stop()
    process.disconnect()
  })
} catch (error) {
  console.log(JSON.stringify({ error: error.message }))
  process.exit(1)
}
`

interface Child {
  process: ChildProcess
  answer: Promise<Answer>
  send(message: 'stop' | 'exit'): Promise<unknown>
  kill(): Promise<unknown>
}

interface ChildOptions {
  module?: string
  overrides?: Overrides
  uid?: number
  gid?: number
  fast?: boolean
}

/** Starts PostgreSQL from another Node process with a process group of its own, like a job of a shell. */
export function startInChild(dataDir: string, options: ChildOptions = {}): Child {
  const { module = embeddedModule, overrides = {}, uid, gid, fast = true } = options
  const settings = [JSON.stringify({ dataDir, fast }), JSON.stringify(overrides)]
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, module, ...settings], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    detached: true,
    cwd: '/',
    uid,
    gid,
  })
  const exited = once(child, 'exit')
  const answer = once(createInterface(child.stdout as NodeJS.ReadableStream), 'line')
  onTestFinished(async () => {
    if (child.connected) child.send('stop', () => {}) // It may already be exiting.
    await exited
  })
  return {
    process: child,
    answer: answer.then(([line]) => JSON.parse(line) as Answer),
    send(message) {
      child.send(message)
      return exited
    },
    kill() {
      child.kill('SIGKILL')
      return exited
    },
  }
}
