import postgres, { type Sql } from 'postgres'
import { AppError } from '../lib/app-error.ts'
import { guardTransactions } from './guard-transactions.ts'
import { interceptStatements, type Statement, senderOf } from './intercept.ts'

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

interface PoolOptions {
  waitMs: number
  /** A connection that is unused for `idleMs`, or older than `maxAgeMs` when it is given back, is closed. */
  recycling?: { idleMs: number; maxAgeMs: number }
}

/** After any other failure the connection may have been lost, although postgres.js has not noticed that it closed. */
const leavesConnection = (error: unknown) =>
  error instanceof AppError ||
  (error instanceof postgres.PostgresError && !['FATAL', 'PANIC'].includes(error.severity))

/** A connection is used by one request at a time, and never opened again once it was lost (decision 74). */
class Connection {
  readonly #sql: Sql
  readonly #send: ReturnType<typeof senderOf>
  /** Statements and transactions under way. postgres.js does not settle them all when a connection is reset. */
  readonly #running = new Set<{ reject(error: Error): void }>()
  readonly openedAt = performance.now()
  closeTimer: NodeJS.Timeout | undefined
  isLost = false

  constructor(open: Open, onClose: (connection: Connection) => void) {
    this.#sql = guardTransactions(
      open(() => {
        this.isLost = true
        for (const { reject } of this.#running) reject(hasClosed())
        onClose(this)
      }),
    )
    this.#send = senderOf(this.#sql)
  }

  async run(statement: Statement): Promise<void> {
    if (this.isLost) return statement.reject(hasClosed())
    this.#send(statement)
    await this.#settle(statement, statement)
  }

  async begin(...args: Parameters<Sql['begin']>) {
    if (this.isLost) throw hasClosed()
    const lost = Promise.withResolvers<never>()
    const result = Promise.race([this.#sql.begin(...args), lost.promise])
    await this.#settle(result, lost)
    return result
  }

  /** Runs all statements on this connection. */
  reserve = (): Sql => interceptStatements(this.#sql, (statement) => void this.run(statement))

  end(options?: { timeout?: number }): Promise<void> {
    clearTimeout(this.closeTimer)
    return this.#sql.end(options)
  }

  async #settle(result: Promise<unknown>, running: { reject(error: Error): void }): Promise<void> {
    this.#running.add(running)
    try {
      await result
    } catch (error) {
      if (!leavesConnection(error)) this.isLost = true
    } finally {
      this.#running.delete(running)
    }
  }
}

interface Waiting {
  admit(connection: Connection): void
  refuse(error: Error): void
}

class Connections {
  readonly #max: number
  readonly #open: Open
  readonly #recycling: PoolOptions['recycling']
  /** The one used last is last and taken first, so that those that are not needed stay unused and are closed. */
  #idle: Connection[] = []
  readonly #inUse = new Set<Connection>()
  readonly #waiting = new Set<Waiting>()
  #timeouts = 0
  #hasEnded = false

  constructor(max: number, open: Open, recycling: PoolOptions['recycling']) {
    this.#max = max
    this.#open = open
    this.#recycling = recycling
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
    this.#keep(connection)
    const [first] = this.#waiting
    if (!first) return
    this.#waiting.delete(first)
    first.admit(this.#next())
  }

  async end(options?: { timeout?: number }) {
    this.#hasEnded = true
    for (const { refuse } of this.#waiting) refuse(hasEnded())
    await Promise.all([...this.#idle, ...this.#inUse].map((connection) => connection.end(options)))
  }

  /**
   * postgres.js would close connections by itself, but while it does, it accepts statements and runs them on a new one,
   * and it does not know which are reserved.
   */
  #keep(connection: Connection) {
    const { isLost, openedAt } = connection
    const { idleMs, maxAgeMs = Number.POSITIVE_INFINITY } = this.#recycling ?? {}
    if (isLost || this.#hasEnded || performance.now() - openedAt > maxAgeMs)
      return void connection.end({ timeout: 0 })
    this.#idle.push(connection)
    if (!idleMs) return
    connection.closeTimer = setTimeout(() => {
      this.#forget(connection)
      void connection.end({ timeout: 0 })
    }, idleMs)
  }

  #next(): Connection {
    const connection = this.#idle.pop() ?? new Connection(this.#open, (closed) => this.#forget(closed))
    clearTimeout(connection.closeTimer)
    this.#inUse.add(connection)
    return connection
  }

  #forget(closed: Connection) {
    clearTimeout(closed.closeTimer)
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
export const createPool = (listener: Sql, open: Open, { waitMs, recycling }: PoolOptions): Sql =>
  limitWaiting(listener, new Connections(listener.options.max, open, recycling), waitMs)

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
    const run = (connection: Connection) =>
      connection.run(statement).finally(() => connections.giveBack(connection))
    connections.take(waitMs).then(run, (error: unknown) => statement.reject(error))
  })
  const begin = async (...args: Parameters<Sql['begin']>) => {
    const connection = await connections.take(waitMs)
    return connection.begin(...args).finally(() => connections.giveBack(connection))
  }
  const reserve = async () => {
    const connection = await connections.take(waitMs)
    return Object.assign(connection.reserve(), { release: () => connections.giveBack(connection) })
  }
  const notify = (channel: string, payload: string) => statements`select pg_notify(${channel}, ${payload})`
  const end = (options?: { timeout?: number }) =>
    Promise.all([listener.end(options), connections.end(options)])
  const own = new Map<PropertyKey, unknown>(Object.entries({ begin, reserve, notify, end }))
  const sql = new Proxy(statements, { get: (target, name) => own.get(name) ?? Reflect.get(target, name) })
  pools.set(sql, { listener, connections })
  return sql
}
