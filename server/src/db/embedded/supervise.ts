import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from './log-file.ts'
import { hasEnded, type Postmaster, stopPostmaster } from './postmaster.ts'

export interface Supervised {
  /** True once PostgreSQL has been down for so long that a person should look. Restarts go on. */
  isLost(): boolean
  /** Stops the supervision and PostgreSQL, also in the middle of a restart. */
  stop(): Promise<void>
  /** For the exit handler, which cannot wait: only sends the signal to stop. */
  signalEnd(): void
}

interface SuperviseOptions {
  restart: (signal: AbortSignal) => Promise<Postmaster>
  log: Log
  /** How long PostgreSQL may be down before `isLost`. */
  lostAfterMs?: number
}

const LOST_AFTER_MS = 3 * 60_000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 10_000
/** A restart counts as successful once PostgreSQL has run for this long. */
const STABLE_AFTER_MS = 10_000

/** Restarts PostgreSQL whenever it ends unexpectedly: killed, or shut down because the disk was full. */
export function supervise(
  first: Postmaster,
  { restart, log, lostAfterMs = LOST_AFTER_MS }: SuperviseOptions,
): Supervised {
  const stopping = new AbortController()
  let current = first
  let runningSince = performance.now()
  let troubleSince: number | undefined
  let pause = 0
  let restarting = Promise.resolve()
  const stableAfterMs = Math.min(STABLE_AFTER_MS, lostAfterMs)
  const hasRunLong = () => performance.now() - runningSince > stableAfterMs
  watch()

  function watch() {
    const { process: child } = current
    if (hasEnded(child)) return onEnd(child.exitCode, child.signalCode)
    child.once('exit', onEnd)
  }

  function onEnd(code: number | null, signal: NodeJS.Signals | null) {
    if (stopping.signal.aborted) return
    log.warn({ code, signal }, 'PostgreSQL has ended unexpectedly and is being restarted')
    if (troubleSince === undefined || hasRunLong()) {
      troubleSince = performance.now()
      pause = 0
    }
    restarting = bringBack()
  }

  async function bringBack(): Promise<void> {
    for (;;) {
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      pause = Math.min(Math.max(pause * 2, FIRST_PAUSE_MS), LONGEST_PAUSE_MS)
      try {
        current = await restart(stopping.signal)
        runningSince = performance.now()
        return watch()
      } catch (error) {
        if (stopping.signal.aborted) return
        log.warn({ err: error, nextTryMs: pause }, 'PostgreSQL could not be restarted')
      }
    }
  }

  return {
    isLost: () => {
      if (troubleSince === undefined || (!hasEnded(current.process) && hasRunLong())) return false
      return performance.now() - troubleSince > lostAfterMs
    },
    stop: async () => {
      stopping.abort()
      await restarting
      await stopPostmaster(current)
    },
    signalEnd: () => {
      stopping.abort()
      if (!hasEnded(current.process)) current.process.kill('SIGINT')
    },
  }
}
