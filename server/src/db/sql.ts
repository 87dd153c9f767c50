import postgres from 'postgres'
import { createPool } from './pool.ts'

export type Sql = postgres.Sql
export type Tx = postgres.TransactionSql
/** The pool, or the transaction that a query is part of. */
export type Db = postgres.Sql | postgres.TransactionSql

interface ConnectOptions {
  max?: number
  applicationName?: string
  /** Whether connections are closed when unused and replaced from time to time; false where locks depend on them. */
  isRecycled?: boolean
  /** Whether a new connection loads the array types, which are only needed to send arrays as parameters. */
  hasArrays?: boolean
  /** Called with the text of every statement. */
  onQuery?: (text: string) => void
  onClose?: () => void
}

/**
 * After this, an unused connection is closed: it takes up to 11 MB for plans and what it knows of tables (decision 61).
 */
const closeIdleMs = 10_000
/** Random, so that the processes of a site do not all replace their connections at the same time. */
const newMaxAgeMs = () => (30 + 30 * Math.random()) * 60_000
/** How long a request may wait for a connection. */
const waitMs = 5000
/** The pause before a lost connection for notifications is opened again. */
const backoffSeconds = (failures: number) => Math.min(0.05 * 2 ** failures, 1)

export function connect(url: string, options: ConnectOptions = {}): Sql {
  const settings = {
    connect_timeout: 10,
    backoff: backoffSeconds,
    onnotice: () => {},
    ...(options.onQuery && { debug: (_connection: number, text: string) => options.onQuery?.(text) }),
    max_lifetime: null,
    fetch_types: options.hasArrays ?? true,
    connection: {
      application_name: options.applicationName ?? 'vireo',
      statement_timeout: 30_000,
      idle_in_transaction_session_timeout: 60_000,
    },
  }
  const open = (onClose: () => void) => {
    const onclose = () => {
      onClose()
      options.onClose?.()
    }
    return postgres(url, { ...settings, max: 1, onclose })
  }
  const recycling = { idleMs: closeIdleMs, maxAgeMs: newMaxAgeMs() }
  return createPool(postgres(url, { ...settings, max: options.max ?? 20 }), open, {
    waitMs,
    ...(options.isRecycled !== false && { recycling }),
  })
}

export const isUniqueViolation = (error: unknown) =>
  error instanceof postgres.PostgresError && error.code === '23505'

/** The foreign key that a statement violated, because the referenced row does not exist (any more). */
export const violatedForeignKey = (error: unknown) =>
  error instanceof postgres.PostgresError && error.code === '23503' ? error.constraint_name : undefined

/** Two transactions waited for each other, and this one was rolled back. */
const isDeadlock = (error: unknown) => error instanceof postgres.PostgresError && error.code === '40P01'

/** The referenced row was deleted meanwhile, or this transaction and another one, such as a deletion, deadlocked. */
export const isRefusedForOneRow = (error: unknown) =>
  violatedForeignKey(error) !== undefined || isDeadlock(error)

/** A statement took longer than its limit. */
export const isCanceled = (error: unknown) =>
  error instanceof postgres.PostgresError && error.code === '57014'

const closedCodes = new Set([
  'CONNECT_TIMEOUT',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
])

/** The database cannot be reached, is starting or stopping, or is out of space, so the request is not at fault. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // Class 53: out of disk, memory or connections.
  if (error instanceof postgres.PostgresError)
    return ['FATAL', 'PANIC'].includes(error.severity) || error.code.startsWith('53')
  const { code = '' } = error as NodeJS.ErrnoException
  // Network and DNS errors have a `syscall`, and those of postgres.js also a `query`.
  return closedCodes.has(code) || ('syscall' in error && 'query' in error)
}
