import type { Context } from '../../context.ts'
import { isCanceled, type Sql, type Tx } from '../../db/sql.ts'
import { consume } from '../../http/rate-limit.ts'
import { AppError } from '../../lib/app-error.ts'

/** Pages that are scrolled through count too, and many people may share an address. */
const searchesPerMinute = 240
const statementSeconds = 3

export const limitSearches = ({ sql, clock }: Pick<Context, 'sql' | 'clock'>, ip: string): Promise<void> =>
  consume(sql, { key: `search:${ip}`, max: searchesPerMinute, windowSeconds: 60 }, clock.now())

/** Anybody may search, so a search that takes long gives its connection back and says so. */
export async function inSearch<T>(sql: Sql, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return (await sql.begin('read only', async (tx) => {
      await tx`select set_config('statement_timeout', ${`${statementSeconds}s`}, true)`
      return work(tx)
    })) as T
  } catch (error) {
    if (!isCanceled(error)) throw error
    throw new AppError(503, 'The search took too long. Try again, or use other words', {
      retryAfterSeconds: statementSeconds,
    })
  }
}
