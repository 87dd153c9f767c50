import type { Sql, TransactionSql } from 'postgres'
import { interceptStatements } from './intercept.ts'

/**
 * postgres.js 3.4.9 continues a transaction whose connection has closed (porsager/postgres#1208, #1216): its
 * `rollback` writes to the closed socket, which crashes the process, and a later statement can run in another
 * transaction once the connection is reopened. So statements of such a transaction are rejected here, and the
 * callback of `begin` never settles: `begin` itself rejects when the connection closes.
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

const guardStatements = (tx: TransactionSql, connection: Connection) =>
  interceptStatements(tx, (statement, send) => {
    if (connection.isLost) return statement.reject(closedError())
    send()
    statement.catch((error: unknown) => {
      if (isConnectionLost(error)) connection.isLost = true
    })
  })

const lostCodes = new Set(['CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'])

function isConnectionLost(error: unknown): boolean {
  const { code = '', severity } = error as { code?: string; severity?: string }
  return lostCodes.has(code) || severity === 'FATAL' || severity === 'PANIC'
}

const closedError = () =>
  Object.assign(new Error('The connection of this transaction has closed'), { code: 'CONNECTION_CLOSED' })
