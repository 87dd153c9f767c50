import { setTimeout as sleep } from 'node:timers/promises'
import { ERRORS, type Locker } from '@tus/server'
import type { Context } from '../../../../context/context.ts'
import { newToken } from '../../../../lib/security/tokens.ts'
import { releaseLock, renewLock, takeLock } from './upload-locks.queries.ts'

/** The lock of a killed process expires after this time. */
const leaseSeconds = 6
const renewEveryMs = 1500
/** How long tus continues after a request to stop, so that a nearly complete upload request can end. */
export const drainMs = 1000
/** A holder that cannot renew its lock stops after this time. The next check and the drain still fit into the lease. */
const stopAfterMs = leaseSeconds * 1000 - renewEveryMs - 2 * drainMs
/** Longer than a lease. */
const waitMs = 10_000
const retryEveryMs = 250

interface LockOptions {
  /** Called when another holder wants the lock, or already has it. */
  onRequested?: () => void
  /** Ends the wait. */
  signal?: AbortSignal
}

/**
 * Holds a lock across all processes until it is disposed of. Undefined if another holder keeps it too long. A renewed
 * row and not a lock of PostgreSQL, which would occupy a connection for the whole time of an upload.
 */
export async function lockUpload(
  { sql, log }: Context,
  name: string,
  { onRequested, signal }: LockOptions = {},
): Promise<AsyncDisposable | undefined> {
  const lease = { name, holder: newToken(), seconds: leaseSeconds }
  const waitUntil = performance.now() + waitMs
  let renewedAt = performance.now()
  while (!(await takeLock(sql, lease))) {
    if (signal?.aborted || performance.now() > waitUntil) return undefined
    await sleep(retryEveryMs)
    renewedAt = performance.now()
  }
  const renew = async () => {
    if (performance.now() - renewedAt > stopAfterMs) onRequested?.()
    const startedAt = performance.now()
    const renewed = await renewLock(sql, lease)
    if (renewed) renewedAt = startedAt
    if (!renewed || renewed.isRequested) onRequested?.()
  }
  const timer = setInterval(
    () =>
      renew().catch((error: unknown) => log.warn({ err: error }, 'could not renew the lock of an upload')),
    renewEveryMs,
  )
  return {
    [Symbol.asyncDispose]: async () => {
      clearInterval(timer)
      // The work is done by now, and the lease expires anyway.
      await releaseLock(sql, lease).catch((error: unknown) =>
        log.warn({ err: error }, 'could not release the lock of an upload'),
      )
    },
  }
}

/** The locks of the tus server: the next request for a lock stops the request that holds it. */
export const createLocker = (context: Context): Locker => ({
  newLock(id) {
    let held: AsyncDisposable | undefined
    return {
      lock: async (signal, onRequested) => {
        held = await lockUpload(context, id, { signal, onRequested })
        if (!held) throw signal.aborted ? ERRORS.ABORTED : { status_code: 423, body: 'The upload is in use' }
      },
      unlock: async () => held?.[Symbol.asyncDispose](),
    }
  },
})
