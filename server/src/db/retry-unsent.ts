import { setImmediate as nextTurn } from 'node:timers/promises'
import postgres, { type Sql, type TransactionSql } from 'postgres'
import { interceptStatements } from './intercept.ts'

/** Several, because the next connection may have an old error as well. */
const maxAttempts = 3

/**
 * postgres.js 3.4.9 keeps the last error of a connection that was lost during a statement, and rejects with it the
 * first statement after the connection is reopened, however much later, although that was never sent. Here a statement
 * that fails before it was sent, and a transaction or reserved connection that has not begun, are tried again.
 */
export function retryUnsent(pool: Sql): Sql {
  const begin = pool.begin as (options: string, work: Work) => Promise<unknown>
  const own = new Map<PropertyKey, unknown>([
    [
      'begin',
      (...args: [Work] | [string, Work]) => {
        const [options, work] = args.length === 1 ? ['', args[0]] : args
        let hasBegun = false
        const run = () =>
          begin(options, (tx) => {
            hasBegun = true
            return work(tx)
          })
        return retry(run, () => !hasBegun)
      },
    ],
    [
      'reserve',
      () =>
        retry(
          () => pool.reserve(),
          () => true,
        ),
    ],
  ])
  const statements = interceptStatements(pool, (statement, send) => {
    const { reject } = statement
    let attempts = 1
    statement.reject = (error) => {
      if (statement.state || attempts++ >= maxAttempts || !isOfConnection(error)) reject(error)
      // By then the connection is open.
      else setImmediate(send)
    }
    send()
  })
  return new Proxy(statements, { get: (target, name) => own.get(name) ?? Reflect.get(target, name) })
}

type Work = (tx: TransactionSql) => unknown

async function retry<Result>(run: () => Promise<Result>, isUnsent: () => boolean): Promise<Result> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await run()
    } catch (error) {
      if (!isUnsent() || attempts >= maxAttempts || !isOfConnection(error)) throw error
      await nextTurn()
    }
  }
}

/** PostgreSQL refused or ended the connection. If it cannot be reached at all, waiting is left to the caller. */
const isOfConnection = (error: unknown) =>
  error instanceof postgres.PostgresError && ['FATAL', 'PANIC'].includes(error.severity)
