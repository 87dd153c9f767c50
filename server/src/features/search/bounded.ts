import type { Context } from '../../context.ts'
import { interceptStatements } from '../../db/intercept.ts'
import { isCanceled, type Sql, type Tx } from '../../db/sql.ts'
import { consume } from '../../http/rate-limit.ts'
import { AppError } from '../../lib/app-error.ts'
import { networkOf } from '../../lib/network.ts'

/** Pages that are scrolled through count too, and many people may share an address. */
const searchesPerMinute = 240
/** For all the statements of a search together. */
const searchBudgetMs = 3000

export const limitSearches = ({ sql, clock }: Pick<Context, 'sql' | 'clock'>, ip: string): Promise<void> =>
  consume(sql, { key: `search:${networkOf(ip)}`, max: searchesPerMinute, windowSeconds: 60 }, clock.now())

/** Anybody may search, so a search that takes long gives its connection back and says so. */
export async function inSearch<T>(
  sql: Sql,
  work: (tx: Tx) => Promise<T>,
  budgetMs = searchBudgetMs,
): Promise<T> {
  try {
    return (await sql.begin('read only', (tx) => work(withBudget(tx, budgetMs)))) as T
  } catch (error) {
    throw isCanceled(error) ? tookTooLong() : error
  }
}

const tookTooLong = () =>
  new AppError(503, 'server.search-too-slow', 'The search took too long. Try again, or use other words', {
    retryAfterSeconds: searchBudgetMs / 1000,
  })

/** Each statement gets the time that is left of the budget. */
function withBudget(tx: Tx, budgetMs: number): Tx {
  const endsAt = performance.now() + budgetMs
  return interceptStatements(tx, (statement, send) => {
    const left = Math.ceil(endsAt - performance.now())
    if (left <= 0) return statement.reject(tookTooLong())
    const limited = tx`select set_config('statement_timeout', ${`${left}ms`}, true)`
    limited.then(send, (error: unknown) => statement.reject(error))
  })
}
