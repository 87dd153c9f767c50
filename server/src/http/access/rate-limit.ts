import { type ErrorCode, limits, tooManyRequestsMessage } from '@vireo/contract'
import type { FastifyRequest } from 'fastify'
import type { Db, Tx } from '../../db/sql.ts'
import { AppError } from '../../lib/app-error.ts'
import { secondsAfter } from '../../lib/clock.ts'
import { networkOf } from '../../lib/net/network.ts'

export interface RateLimit {
  key: string
  max: number
  windowSeconds: number
  code?: ErrorCode
  /** Replaces the general message. */
  message?: (retryAfterSeconds: number) => string
}

/** The common part of the limits on signing in, codes and passwords. */
export const authLimit = { windowSeconds: limits.authWindowSeconds, code: 'auth.too-many' } as const

interface Attempts {
  count: number
  /** Seconds until the window ends. */
  retryAfterSeconds: number
}

/**
 * Counts an attempt without refusing it. Counters are rows, so that they hold across processes and restarts, and the
 * upsert counts correctly when attempts come at the same time.
 */
export async function addAttempt(
  db: Db,
  { key, windowSeconds }: Pick<RateLimit, 'key' | 'windowSeconds'>,
  now: Date,
): Promise<Attempts> {
  const [attempts] = (await addAttempts(db, [key], windowSeconds, now)).values()
  if (!attempts) throw new Error('The counter was not written')
  return attempts
}

/**
 * The keys must be distinct. They are counted in order, so that two transactions cannot deadlock. The result has the
 * stored keys, which differ from the given ones where these are not valid Unicode.
 */
async function addAttempts(
  db: Db,
  keys: string[],
  windowSeconds: number,
  now: Date,
): Promise<Map<string, Attempts>> {
  const rows = await db<{ key: string; count: number; resets_at: Date }[]>`
    insert into rate_limits as r (key, count, resets_at)
    select key, 1, ${secondsAfter(now, windowSeconds)} from unnest(${keys.toSorted()}::text[]) as key
    on conflict (key) do update set
      count = case when r.resets_at <= ${now} then 1 else least(r.count, 1000000) + 1 end,
      resets_at = case when r.resets_at <= ${now} then excluded.resets_at else r.resets_at end
    returning key, count, resets_at`
  const retryAfterSeconds = (resetsAt: Date) =>
    Math.max(1, Math.ceil((resetsAt.getTime() - now.getTime()) / 1000))
  return new Map(
    rows.map(({ key, count, resets_at }) => [
      key,
      { count, retryAfterSeconds: retryAfterSeconds(resets_at) },
    ]),
  )
}

/** Counts an attempt and throws a 429 if there were too many. */
export async function countAttempt(db: Db, limit: RateLimit, now: Date): Promise<void> {
  const [refusal] = (await countAttempts(db, [limit.key], limit, now)).values()
  if (refusal) throw refusal
}

/** Counts an attempt for each of the distinct keys, and returns a 429 for each key with too many. */
export async function countAttempts(
  db: Db,
  keys: string[],
  limit: Omit<RateLimit, 'key'>,
  now: Date,
): Promise<Map<string, AppError>> {
  const refusals = new Map<string, AppError>()
  for (const [key, { count, retryAfterSeconds }] of await addAttempts(db, keys, limit.windowSeconds, now)) {
    if (count <= limit.max) continue
    const message = limit.message?.(retryAfterSeconds) ?? tooManyRequestsMessage
    refusals.set(key, new AppError(429, limit.code ?? 'request.too-many', message, { retryAfterSeconds }))
  }
  return refusals
}

/**
 * Takes some of what a key may use in its window, and returns how much was left to take. The row stays locked until the
 * transaction ends, so that two at the same time do not use the same rest.
 */
export async function takeFromBudget(
  tx: Tx,
  { key, max, windowSeconds }: Pick<RateLimit, 'key' | 'max' | 'windowSeconds'>,
  wanted: number,
  now: Date,
): Promise<number> {
  if (wanted === 0) return 0
  await tx`
    insert into rate_limits (key, count, resets_at) values (${key}, 0, ${secondsAfter(now, windowSeconds)})
    on conflict (key) do update set count = 0, resets_at = excluded.resets_at
    where rate_limits.resets_at <= ${now}`
  const [row] = await tx<{ count: number }[]>`select count from rate_limits where key = ${key} for update`
  const granted = Math.max(0, Math.min(wanted, max - (row?.count ?? 0)))
  await tx`update rate_limits set count = count + ${granted} where key = ${key}`
  return granted
}

/** Gives back what was taken and not used. */
export async function returnToBudget(tx: Tx, key: string, unused: number): Promise<void> {
  if (unused > 0) await tx`update rate_limits set count = count - ${unused} where key = ${key}`
}

/** About 10 MB. Only a flood comes from more; the counts then start again. */
const maxKeys = 100_000

/**
 * Creates a function that counts an attempt of a key and returns whether it is within the limit. Only against floods
 * of reports that pages send all the time, and of large answers: counted in the memory of this process, so that they
 * write no counter rows.
 */
export function createMemoryLimit({ max, windowSeconds }: Pick<RateLimit, 'max' | 'windowSeconds'>) {
  const counts = new Map<string, number>()
  let endsAt = new Date(0)
  return (key: string, now: Date): boolean => {
    if (now >= endsAt || counts.size >= maxKeys) {
      counts.clear()
      endsAt = secondsAfter(now, windowSeconds)
    }
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count <= max
  }
}

/** The same for the network of a visitor, of which no address is stored. */
export function createNetworkLimit(limit: Pick<RateLimit, 'max' | 'windowSeconds'>) {
  const isWithinLimit = createMemoryLimit(limit)
  return (ip: string, now: Date): boolean => isWithinLimit(networkOf(ip), now)
}

/** Like `createNetworkLimit`, but the function throws a 429 above the limit. */
export function createNetworkCheck(limit: Pick<RateLimit, 'max' | 'windowSeconds'>) {
  const isWithinLimit = createNetworkLimit(limit)
  return ({ ip }: Pick<FastifyRequest, 'ip'>, now: Date): void => {
    if (isWithinLimit(ip, now)) return
    const retryAfterSeconds = limit.windowSeconds
    throw new AppError(429, 'request.too-many', tooManyRequestsMessage, { retryAfterSeconds })
  }
}

/** Removes one attempt from the count. */
export async function undoAttempt(db: Db, key: string): Promise<void> {
  await db`update rate_limits set count = count - 1 where key = ${key} and count > 0`
}

/** Deletes all attempts of a key. */
export async function resetAttempts(db: Db, key: string): Promise<void> {
  await db`delete from rate_limits where key = ${key}`
}

export async function deleteExpiredLimits(db: Db, now: Date): Promise<void> {
  await db`delete from rate_limits where resets_at <= ${now}`
}
