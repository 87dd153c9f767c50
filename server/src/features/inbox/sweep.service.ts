import type { Sql } from '../../db/sql.ts'
import { secondsAfter } from '../../lib/clock.ts'
import { keptSeconds } from './inbox.service.ts'
import { deleteOldNotifications, deleteOldReads } from './sweep.queries.ts'

/** Removes what is too old to be shown, in batches. */
export async function sweepNotifications(sql: Sql, now: Date, signal: AbortSignal): Promise<void> {
  const before = secondsAfter(now, -keptSeconds)
  while (await deleteOldNotifications(sql, before)) signal.throwIfAborted()
  while (await deleteOldReads(sql, before)) signal.throwIfAborted()
}
