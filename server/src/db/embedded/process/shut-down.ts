import { setTimeout as sleep } from 'node:timers/promises'

const pollMs = 10
/** SIGINT ends all sessions and writes everything out. SIGQUIT stops at once; the next start recovers from the log. */
const shutdownSteps = [
  { signal: 'SIGINT', waitMs: 60_000 },
  { signal: 'SIGQUIT', waitMs: 20_000 },
] as const

/** Shuts a PostgreSQL down and returns when its process is gone. */
export async function shutDown(pid: number, isGone: () => boolean | Promise<boolean>): Promise<void> {
  for (const { signal, waitMs } of shutdownSteps) {
    if (await isGone()) return
    send(pid, signal)
    const deadline = Date.now() + waitMs
    while (Date.now() < deadline) {
      if (await isGone()) return
      await sleep(pollMs)
    }
  }
  throw new Error(`PostgreSQL (pid ${pid}) does not shut down`)
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ESRCH') throw new Error(`PostgreSQL (pid ${pid}) cannot be shut down: ${message}`)
  }
}
