import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../log-file.ts'
import { hasEnded, type Postmaster, stopPostmaster } from './postmaster.ts'

export interface Supervised {
  /** True once PostgreSQL has been down for so long that an operator should look. It is still being restarted. */
  isLost(): boolean
  /** Stops PostgreSQL for good, even in the middle of a restart. */
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

const defaultLostAfterMs = 3 * 60_000
const firstPauseMs = 500
const longestPauseMs = 10_000
/** A restart counts as successful once PostgreSQL has run for this long. */
const defaultStableAfterMs = 10_000

/** Restarts PostgreSQL whenever it stops unexpectedly, for example because it was killed or the disk was full. */
export function supervise(
  first: Postmaster,
  { restart, log, lostAfterMs = defaultLostAfterMs }: SuperviseOptions,
): Supervised {
  const stopping = new AbortController()
  const trouble = trackTrouble(lostAfterMs)
  let current = first
  let restarting = Promise.resolve()
  watch()

  function watch() {
    const { process: child } = current
    if (hasEnded(child)) return onEnd(child.exitCode, child.signalCode)
    child.once('exit', onEnd)
  }

  function onEnd(code: number | null, signal: NodeJS.Signals | null) {
    if (stopping.signal.aborted) return
    log.warn({ code, signal }, 'PostgreSQL has ended unexpectedly and is being restarted')
    trouble.begin()
    restarting = restartUntilStable()
  }

  async function restartUntilStable(): Promise<void> {
    for (;;) {
      await sleep(trouble.takePause(), undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      try {
        current = await restart(stopping.signal)
        trouble.noteRestart()
        return watch()
      } catch (error) {
        if (stopping.signal.aborted) return
        log.warn({ err: error, nextTryMs: trouble.nextPauseMs() }, 'PostgreSQL could not be restarted')
      }
    }
  }

  return {
    isLost: () => trouble.isLost(!hasEnded(current.process)),
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

/** Remembers since when PostgreSQL keeps failing, and how long to wait before the next restart. */
function trackTrouble(lostAfterMs: number) {
  const stableAfterMs = Math.min(defaultStableAfterMs, lostAfterMs)
  let runningSince = performance.now()
  let troubleSince: number | undefined
  let pauseMs = 0
  const isStable = () => performance.now() - runningSince > stableAfterMs
  return {
    begin() {
      if (troubleSince !== undefined && !isStable()) return
      troubleSince = performance.now()
      pauseMs = 0
    },
    noteRestart() {
      runningSince = performance.now()
    },
    /** The pause before this try; the next one is longer. */
    takePause() {
      const taken = pauseMs
      pauseMs = Math.min(Math.max(pauseMs * 2, firstPauseMs), longestPauseMs)
      return taken
    },
    nextPauseMs: () => pauseMs,
    isLost(isRunning: boolean) {
      if (troubleSince === undefined || (isRunning && isStable())) return false
      return performance.now() - troubleSince > lostAfterMs
    },
  }
}
