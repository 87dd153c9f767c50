import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 10
/** Fast: sessions are ended and everything is written out. Immediate: recovered from the log at next start. */
const STEPS = [
  { signal: 'SIGINT', patienceMs: 60_000 },
  { signal: 'SIGQUIT', patienceMs: 20_000 },
] as const

/** Shuts a PostgreSQL down and returns when its process is gone. */
export async function shutDown(pid: number, isGone: () => boolean | Promise<boolean>): Promise<void> {
  for (const { signal, patienceMs } of STEPS) {
    if (await isGone()) return
    send(pid, signal)
    const deadline = Date.now() + patienceMs
    while (Date.now() < deadline) {
      if (await isGone()) return
      await sleep(POLL_MS)
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
