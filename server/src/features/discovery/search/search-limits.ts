import type { Context } from '../../../context/context.ts'
import { interceptStatements } from '../../../db/intercept.ts'
import { isCanceled, type Sql, type Tx } from '../../../db/sql.ts'
import { limitStatementTime } from '../../../db/transaction-settings.ts'
import { countAttempt } from '../../../http/access/rate-limit.ts'
import { AppError } from '../../../lib/app-error.ts'
import { networkOf } from '../../../lib/net/network.ts'

/** Each page of results counts as a search, and many people may share an address. */
const searchesPerMinute = 240
/** A person types a few letters a second; many people may share an address. */
const suggestionsPerMinute = 600
/** The time for all statements of a search together. */
const searchBudgetMs = 3000

type Counting = Pick<Context, 'sql' | 'clock'>

export const limitSearches = ({ sql, clock }: Counting, ip: string): Promise<void> =>
  countAttempt(
    sql,
    { key: `search:${networkOf(ip)}`, max: searchesPerMinute, windowSeconds: 60 },
    clock.now(),
  )

export const limitSuggestions = ({ sql, clock }: Counting, ip: string): Promise<void> =>
  countAttempt(
    sql,
    { key: `suggest:${networkOf(ip)}`, max: suggestionsPerMinute, windowSeconds: 60 },
    clock.now(),
  )

/** Anybody may search, so a search that takes too long is cancelled with a 503 and releases its connection. */
export async function withSearchBudget<T>(
  sql: Sql,
  work: (tx: Tx) => Promise<T>,
  budgetMs = searchBudgetMs,
): Promise<T> {
  try {
    return (await sql.begin('read only', (tx) => work(withBudget(tx, budgetMs)))) as T
  } catch (error) {
    throw isCanceled(error) ? searchTimeout() : error
  }
}

const searchTimeout = () =>
  new AppError(503, 'server.search-too-slow', 'The search took too long. Try again, or use other words', {
    retryAfterSeconds: searchBudgetMs / 1000,
  })

/** Limits each statement to the rest of the budget, which is set anew only when a twentieth of it has been used. */
function withBudget(tx: Tx, budgetMs: number): Tx {
  const endsAt = performance.now() + budgetMs
  let limitMs = Number.POSITIVE_INFINITY
  return interceptStatements(tx, (statement, send) => {
    const left = Math.ceil(endsAt - performance.now())
    if (left <= 0) return statement.reject(searchTimeout())
    if (limitMs - left < budgetMs / 20) return send()
    limitMs = left
    limitStatementTime(tx, left).then(send, (error: unknown) => statement.reject(error))
  })
}
