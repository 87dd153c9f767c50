import type { Sql, TransactionSql } from 'postgres'

/**
 * postgres.js 3.4.9 goes on with a transaction whose connection has closed (porsager/postgres#1208, #1216): its own
 * `rollback` writes to a socket that is gone, which ends the process, and a later statement can run in somebody
 * else's transaction once the connection is renewed. So statements of such a transaction are refused here, and
 * `begin` is never told of its end: it rejects by itself when the connection closes.
 */
export function guardTransactions(sql: Sql): Sql {
  const begin = sql.begin as (options: string, work: Work) => Promise<unknown>
  const guarded = (...args: [Work] | [string, Work]) => {
    const [options, work] = args.length === 1 ? ['', args[0]] : args
    const connection = { isLost: false }
    const result = begin(options, async (tx) => {
      const outcome = await settle(work(guardStatements(tx, connection)))
      if (connection.isLost) return never
      if ('error' in outcome) throw outcome.error
      return outcome.value
    })
    result.catch(() => {
      connection.isLost = true
    })
    return result
  }
  return Object.assign(sql, { begin: guarded })
}

type Work = (tx: TransactionSql) => unknown
interface Connection {
  isLost: boolean
}

const never = new Promise<never>(() => {})

async function settle(work: unknown): Promise<{ value: unknown } | { error: unknown }> {
  try {
    return { value: await (Array.isArray(work) ? Promise.all(work) : work) }
  } catch (error) {
    return { error }
  }
}

/** What the types of postgres.js do not tell of a statement: it is handed to `handler` when it is awaited. */
interface Statement extends Promise<unknown> {
  handler(statement: Statement): void
  reject(error: Error): void
}

function guardStatements(tx: TransactionSql, connection: Connection): TransactionSql {
  const guard = <T>(made: T): T => {
    if (!(made instanceof Promise)) return made
    const statement = made as Promise<unknown> as Statement
    const { handler } = statement
    const guarded = (one: Statement) => {
      if (connection.isLost) return one.reject(closedError())
      handler(one)
      one.catch((error: unknown) => {
        if (isConnectionLost(error)) connection.isLost = true
      })
    }
    statement.handler = Object.assign(guarded, handler)
    return made
  }
  return new Proxy(tx, {
    apply: (target, self, args) => guard(Reflect.apply(target, self, args)),
    get: (target, name) => {
      const value = Reflect.get(target, name)
      return name === 'unsafe' ? (...args: unknown[]) => guard(Reflect.apply(value, target, args)) : value
    },
  })
}

const lostCodes = new Set(['CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'])

function isConnectionLost(error: unknown): boolean {
  const { code = '', severity } = error as { code?: string; severity?: string }
  return lostCodes.has(code) || severity === 'FATAL' || severity === 'PANIC'
}

const closedError = () =>
  Object.assign(new Error('The connection of this transaction has closed'), { code: 'CONNECTION_CLOSED' })
