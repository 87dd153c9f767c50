/** A failure of either engine. */
export type Failure = {
  kind: 'network' | 'media' | 'other'
  /** False if the engine can recover by itself. */
  isFatal: boolean
  /** The HTTP status, if there was an answer. */
  status?: number
}

/**
 * wait: nothing to do yet · retry: continue loading after a while · renew: the addresses expired, get new ones ·
 * recover: restart the decoder · reload: open the source again at the same position · give-up: it cannot play this way
 */
type Remedy = 'wait' | 'retry' | 'renew' | 'recover' | 'reload' | 'give-up'

const goneStatuses = [401, 403, 404, 410]
const remedies: Remedy[] = ['recover', 'reload']

/** `recent` is the number of recent failures that were not network failures. */
export function remedyFor({ kind, isFatal, status = 0 }: Failure, recent: number): Remedy {
  if (!isFatal) return 'wait'
  if (kind === 'network') return goneStatuses.includes(status) ? 'renew' : 'retry'
  if (kind === 'media') return remedies[recent] ?? 'give-up'
  return recent === 0 ? 'reload' : 'give-up'
}

const firstDelayMs = 1000
const longestDelayMs = 15_000

/** Doubles from one second, with jitter so that not all players retry at once. */
export function retryDelayMs(attempt: number, random = Math.random()): number {
  return Math.min(longestDelayMs, firstDelayMs * 2 ** attempt) * (0.8 + 0.4 * random)
}

/** Failures further apart than this are unrelated. */
export const recentMs = 10_000
