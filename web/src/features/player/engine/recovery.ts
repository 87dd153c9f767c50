import { type Failure, recentMs, remedyFor, retryDelayMs } from '../retry-policy.ts'

type Ways = {
  /** Load on. */
  resume: () => void
  /** A new start for the decoder. */
  recover: () => void
  /** Everything over at the same place. */
  restart: () => void
  /** Other addresses. */
  renew: () => void
  /** Another way to play it, or none. */
  giveUp: () => void
}

/** Decides what to do about failures, and when. */
export function createRecovery(ways: Ways) {
  let attempt = 0
  let failedAt: number[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  const cancel = () => clearTimeout(timer)

  return {
    handle(failure: Failure) {
      const now = performance.now()
      failedAt = failedAt.filter((time) => now - time < recentMs)
      const remedy = remedyFor(failure, failedAt.length)
      if (failure.kind !== 'network') failedAt.push(now)
      if (remedy === 'wait') return
      cancel()
      if (remedy === 'retry') {
        timer = setTimeout(ways.resume, retryDelayMs(attempt))
        attempt += 1
      } else if (remedy === 'renew') ways.renew()
      else if (remedy === 'recover') ways.recover()
      else if (remedy === 'reload') ways.restart()
      else ways.giveUp()
    },
    /** The connection works: the next failure is a first one. */
    handleFlow() {
      attempt = 0
    },
    /** Without waiting for the next try. */
    tryNow() {
      cancel()
      attempt = 0
      ways.resume()
    },
    cancel,
    forget() {
      cancel()
      attempt = 0
      failedAt = []
    },
  }
}
