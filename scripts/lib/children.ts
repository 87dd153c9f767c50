import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'

const root = join(import.meta.dirname, '../..')
const running = new Set<ChildProcess>()
let isEnding = false

interface Options {
  env?: Record<string, string>
  /** A file for the output; by default the output is shown. */
  logFile?: string
}

/** Runs a program until it ends. Resolves to whether it succeeded. */
export async function runChild([command = '', ...args]: string[], { env, logFile }: Options = {}) {
  const output = logFile ? 'pipe' : 'inherit'
  const child = spawn(command, args, {
    cwd: root,
    env: { ...process.env, ...env },
    // Vitest would read Ctrl+C from a terminal as a key and end alone.
    stdio: ['ignore', output, output],
  })
  running.add(child)
  const log = logFile && createWriteStream(logFile)
  if (log) for (const stream of [child.stdout, child.stderr]) stream?.pipe(log, { end: false })
  const isDone = await new Promise<boolean>((resolve, reject) => {
    child.once('error', reject)
    // Nothing continues while a signal is being handled.
    child.once('close', (code) => isEnding || resolve(code === 0))
  })
  running.delete(child)
  if (log) await finished(log.end())
  return isDone
}

/** A signal ends the child programs before this one, so that none of them is left behind. */
export function endChildrenOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, async () => {
      isEnding = true
      // On Ctrl+C, the terminal sends the signal to all of them. A second one would end them without cleanup.
      const isSent = signal === 'SIGINT' && process.stdin.isTTY
      const ends = [...running].map((child) => new Promise((resolve) => child.once('close', resolve)))
      if (!isSent) for (const child of running) child.kill(signal)
      await Promise.all(ends)
      process.exit(signal === 'SIGINT' ? 130 : 143)
    })
}
