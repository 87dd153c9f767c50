import { type Failure, recentMs, remedyFor, retryDelayMs } from './retry-policy.ts'

type RecoveryActions = {
  /** Continues loading. */
  resume: () => void
  /** Restarts the decoder. */
  recover: () => void
  /** Opens the source again at the same position. */
  restart: () => void
  /** Gets new addresses. */
  renew: () => void
  /** Falls back to another way of playing, or fails. */
  giveUp: () => void
}

/** Decides what to do about a failure, and when. */
export function createRecovery(actions: RecoveryActions) {
  let tries = 0
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
        timer = setTimeout(actions.resume, retryDelayMs(tries))
        tries += 1
      } else if (remedy === 'renew') actions.renew()
      else if (remedy === 'recover') actions.recover()
      else if (remedy === 'reload') actions.restart()
      else actions.giveUp()
    },
    /** The connection works, so the next failure counts as the first one. */
    handleData() {
      tries = 0
    },
    /** Does not wait for the next scheduled try. */
    tryNow() {
      cancel()
      tries = 0
      actions.resume()
    },
    cancel,
    forget() {
      cancel()
      tries = 0
      failedAt = []
    },
  }
}
