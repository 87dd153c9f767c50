import { tooManyRequestsMessage } from '@vireo/contract'
import type { Db } from '../db/sql.ts'
import { AppError } from '../lib/app-error.ts'
import { secondsAfter } from '../lib/clock.ts'

export interface RateLimit {
  key: string
  max: number
  windowSeconds: number
  /** Instead of the general words. */
  message?: (retryAfterSeconds: number) => string
}

/**
 * Counts one attempt under a key and refuses it when the window is full. The counter is a row, so the limit
 * holds across processes and restarts; the upsert decides races.
 */
export async function consume(db: Db, limit: RateLimit, now: Date): Promise<void> {
  const [row] = await db<{ count: number; resets_at: Date }[]>`
    insert into rate_limits as r (key, count, resets_at)
    values (${limit.key}, 1, ${secondsAfter(now, limit.windowSeconds)})
    on conflict (key) do update set
      count = case when r.resets_at <= ${now} then 1 else least(r.count, 1000000) + 1 end,
      resets_at = case when r.resets_at <= ${now} then excluded.resets_at else r.resets_at end
    returning count, resets_at`
  if (row && row.count > limit.max) {
    const retryAfterSeconds = Math.max(1, Math.ceil((row.resets_at.getTime() - now.getTime()) / 1000))
    const message = limit.message?.(retryAfterSeconds) ?? tooManyRequestsMessage
    throw new AppError(429, message, { retryAfterSeconds })
  }
}

export async function forgive(db: Db, key: string): Promise<void> {
  await db`delete from rate_limits where key = ${key}`
}
