/** What went wrong, whichever engine it came from. */
export type Failure = {
  kind: 'network' | 'media' | 'other'
  /** False when the engine still helps itself. */
  isFatal: boolean
  /** The HTTP status, when there was an answer. */
  status?: number
}

/**
 * wait: nothing to do yet · retry: load on after a while · renew: the addresses ran out, ask for new ones ·
 * recover: give the decoder a new start · reload: start over at the same place · give-up: it will not play this way
 */
export type Remedy = 'wait' | 'retry' | 'renew' | 'recover' | 'reload' | 'give-up'

const goneStatuses = [401, 403, 404, 410]
const remedies: Remedy[] = ['recover', 'reload']

/** `recent` is how many failures that were not the network's fault came shortly before. */
export function remedyFor({ kind, isFatal, status = 0 }: Failure, recent: number): Remedy {
  if (!isFatal) return 'wait'
  if (kind === 'network') return goneStatuses.includes(status) ? 'renew' : 'retry'
  if (kind === 'media') return remedies[recent] ?? 'give-up'
  return recent === 0 ? 'reload' : 'give-up'
}

const firstDelayMs = 1000
const longestDelayMs = 15_000

/** Doubles from one second; spread a little so that everyone does not come back at once. */
export function retryDelayMs(attempt: number, random = Math.random()): number {
  return Math.min(longestDelayMs, firstDelayMs * 2 ** attempt) * (0.8 + 0.4 * random)
}

/** Failures further apart than this have nothing to do with each other. */
export const recentMs = 10_000
