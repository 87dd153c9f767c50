import { type ErrorCode, tooManyRequestsMessage } from '@vireo/contract'
import type { Db } from '../db/sql.ts'
import { AppError } from '../lib/app-error.ts'
import { secondsAfter } from '../lib/clock.ts'

export interface RateLimit {
  key: string
  max: number
  windowSeconds: number
  code?: ErrorCode
  /** Instead of the general words. */
  message?: (retryAfterSeconds: number) => string
}

interface Attempts {
  count: number
  /** Seconds until the window ends. */
  retryAfterSeconds: number
}

/**
 * Counts one attempt under a key. The counter is a row, so it holds across processes and restarts; the upsert
 * decides races.
 */
export async function countAttempt(
  db: Db,
  { key, windowSeconds }: Pick<RateLimit, 'key' | 'windowSeconds'>,
  now: Date,
): Promise<Attempts> {
  const [row] = await db<{ count: number; resets_at: Date }[]>`
    insert into rate_limits as r (key, count, resets_at)
    values (${key}, 1, ${secondsAfter(now, windowSeconds)})
    on conflict (key) do update set
      count = case when r.resets_at <= ${now} then 1 else least(r.count, 1000000) + 1 end,
      resets_at = case when r.resets_at <= ${now} then excluded.resets_at else r.resets_at end
    returning count, resets_at`
  if (!row) throw new Error('The counter was not written')
  const seconds = Math.ceil((row.resets_at.getTime() - now.getTime()) / 1000)
  return { count: row.count, retryAfterSeconds: Math.max(1, seconds) }
}

/** Counts one attempt and refuses it when the window is full. */
export async function consume(db: Db, limit: RateLimit, now: Date): Promise<void> {
  const { count, retryAfterSeconds } = await countAttempt(db, limit, now)
  if (count <= limit.max) return
  const message = limit.message?.(retryAfterSeconds) ?? tooManyRequestsMessage
  throw new AppError(429, limit.code ?? 'request.too-many', message, { retryAfterSeconds })
}

/** Undoes one counted attempt. */
export async function giveBack(db: Db, key: string): Promise<void> {
  await db`update rate_limits set count = count - 1 where key = ${key} and count > 0`
}

/** Undoes all attempts of a key. */
export async function forgive(db: Db, key: string): Promise<void> {
  await db`delete from rate_limits where key = ${key}`
}
