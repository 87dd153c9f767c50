import type { Sql } from 'postgres'
import { AppError } from '../lib/app-error.ts'
import { guardTransactions } from './guard-transactions.ts'
import { interceptStatements, senderOf } from './intercept.ts'

const busy = (waitMs: number) =>
  new AppError(503, 'server.busy', 'The server is busy. Please try again in a moment.', {
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  })
const hasEnded = () => Object.assign(new Error('The pool has ended'), { code: 'CONNECTION_ENDED' })
const hasClosed = () => Object.assign(new Error('The connection has closed'), { code: 'CONNECTION_CLOSED' })

/** Makes a postgres.js pool of one connection, and calls `onClose` when the connection has closed. */
type Open = (onClose: () => void) => Sql

/** The connections of a pool, and the requests that wait for one. */
interface PoolUse {
  max: number
  inUse: number
  waiting: number
  /** How many requests have waited too long since the start. */
  timeouts: number
}

/** A connection is used by one request at a time, and never opened again once it has closed (decision 74). */
class Connection {
  readonly sql: Sql
  readonly send: ReturnType<typeof senderOf>
  isClosed = false

  constructor(open: Open, onClose: (connection: Connection) => void) {
    this.sql = guardTransactions(
      open(() => {
        this.isClosed = true
        onClose(this)
      }),
    )
    this.send = senderOf(this.sql)
  }
}

interface Waiting {
  admit(connection: Connection): void
  refuse(error: Error): void
}

class Connections {
  readonly #max: number
  readonly #open: Open
  /** The one used last is last and taken first, so that those that are not needed stay unused and are closed. */
  #idle: Connection[] = []
  readonly #inUse = new Set<Connection>()
  readonly #waiting = new Set<Waiting>()
  #timeouts = 0
  #hasEnded = false

  constructor(max: number, open: Open) {
    this.#max = max
    this.#open = open
  }

  get use(): PoolUse {
    const [max, inUse, waiting] = [this.#max, this.#inUse.size, this.#waiting.size]
    return { max, inUse, waiting, timeouts: this.#timeouts }
  }

  /** In the order of the calls. */
  async take(waitMs: number): Promise<Connection> {
    if (this.#hasEnded) throw hasEnded()
    if (this.#inUse.size < this.#max) return this.#next()
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        admit: (connection) => {
          clearTimeout(timer)
          resolve(connection)
        },
        refuse: (error) => {
          clearTimeout(timer)
          this.#waiting.delete(waiting)
          reject(error)
        },
      }
      const timer = setTimeout(() => {
        this.#timeouts++
        waiting.refuse(busy(waitMs))
      }, waitMs)
      this.#waiting.add(waiting)
    })
  }

  giveBack(connection: Connection) {
    this.#inUse.delete(connection)
    // While it was being closed, postgres.js may have opened it again for its last statement.
    if (connection.isClosed) void connection.sql.end({ timeout: 0 })
    else this.#idle.push(connection)
    const [first] = this.#waiting
    if (!first) return
    this.#waiting.delete(first)
    first.admit(this.#next())
  }

  async end(options?: { timeout?: number }) {
    this.#hasEnded = true
    for (const { refuse } of this.#waiting) refuse(hasEnded())
    await Promise.all([...this.#idle, ...this.#inUse].map(({ sql }) => sql.end(options)))
  }

  #next(): Connection {
    const connection = this.#idle.pop() ?? new Connection(this.#open, (closed) => this.#forget(closed))
    this.#inUse.add(connection)
    return connection
  }

  #forget(closed: Connection) {
    this.#idle = this.#idle.filter((connection) => connection !== closed)
  }
}

/** What the pools are made of, by the functions that run statements on them. */
const pools = new WeakMap<Sql, { listener: Sql; connections: Connections }>()

/**
 * Runs each statement, transaction and reserved connection on a connection that nothing else uses meanwhile. While all
 * are in use it waits, and fails with a 503 after `waitMs`; postgres.js would queue without a limit. `listener` builds
 * the statements and listens to channels, on a connection of its own; its options say how many connections there are.
 */
export const createPool = (listener: Sql, open: Open, waitMs: number): Sql =>
  limitWaiting(listener, new Connections(listener.options.max, open), waitMs)

/** The same pool, for callers that may wait longer. */
export function waitLonger(sql: Sql, waitMs: number): Sql {
  const { listener, connections } = partsOf(sql)
  return limitWaiting(listener, connections, waitMs)
}

export const poolUseOf = (sql: Sql): PoolUse => partsOf(sql).connections.use

function partsOf(sql: Sql) {
  const parts = pools.get(sql)
  if (!parts) throw new Error('This is not a pool')
  return parts
}

function limitWaiting(listener: Sql, connections: Connections, waitMs: number): Sql {
  const statements = interceptStatements(listener, (statement) => {
    const run = (connection: Connection) => {
      connection.send(statement)
      const giveBack = () => connections.giveBack(connection)
      statement.then(giveBack, giveBack)
    }
    connections.take(waitMs).then(run, (error: unknown) => statement.reject(error))
  })
  const begin = async (...args: Parameters<Sql['begin']>) => {
    const connection = await connections.take(waitMs)
    return connection.sql.begin(...args).finally(() => connections.giveBack(connection))
  }
  const reserve = async () => {
    const connection = await connections.take(waitMs)
    const reserved = interceptStatements(connection.sql, (statement, send) =>
      connection.isClosed ? statement.reject(hasClosed()) : send(),
    )
    return Object.assign(reserved, { release: () => connections.giveBack(connection) })
  }
  const notify = (channel: string, payload: string) => statements`select pg_notify(${channel}, ${payload})`
  const end = (options?: { timeout?: number }) =>
    Promise.all([listener.end(options), connections.end(options)])
  const own = new Map<PropertyKey, unknown>(Object.entries({ begin, reserve, notify, end }))
  const sql = new Proxy(statements, { get: (target, name) => own.get(name) ?? Reflect.get(target, name) })
  pools.set(sql, { listener, connections })
  return sql
}
