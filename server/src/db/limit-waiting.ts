import type { Sql } from 'postgres'
import { AppError } from '../lib/app-error.ts'
import { interceptStatements } from './intercept.ts'

const busy = (waitMs: number) =>
  new AppError(503, 'server.busy', 'The server is busy. Please try again in a moment.', {
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  })

/** The connections of a pool, and the requests that wait for one. */
interface PoolUse {
  max: number
  inUse: number
  waiting: number
  /** How many requests have waited too long since the start. */
  timeouts: number
}

/** Hands out as many permits as the pool has connections, in the order of the requests. */
function createGate(permits: number) {
  let free = permits
  let timeouts = 0
  const waiting = new Set<() => void>()
  return {
    get use(): PoolUse {
      return { max: permits, inUse: permits - free, waiting: waiting.size, timeouts }
    },
    enter(waitMs: number): Promise<void> {
      if (free > 0) {
        free--
        return Promise.resolve()
      }
      return new Promise((resolve, reject) => {
        const admit = () => {
          clearTimeout(timer)
          resolve()
        }
        const timer = setTimeout(() => {
          waiting.delete(admit)
          timeouts++
          reject(busy(waitMs))
        }, waitMs)
        waiting.add(admit)
      })
    },
    leave() {
      const [next] = waiting
      if (!next) {
        free++
        return
      }
      waiting.delete(next)
      next()
    },
  }
}

type Gate = ReturnType<typeof createGate>
const gates = new WeakMap<Sql, { pool: Sql; gate: Gate }>()

/**
 * postgres.js queues without a limit while all of its connections are in use. Here a statement, a transaction or a
 * reserved connection waits for a permit first, and fails with a 503 after `waitMs`.
 */
export function limitWaiting(pool: Sql, waitMs: number): Sql {
  return waitAtGate(pool, createGate(pool.options.max), waitMs)
}

/** The same pool, for callers that may wait longer. */
export function waitLonger(sql: Sql, waitMs: number): Sql {
  const limited = gates.get(sql)
  return limited ? waitAtGate(limited.pool, limited.gate, waitMs) : sql
}

export function poolUseOf(sql: Sql): PoolUse {
  const limited = gates.get(sql)
  if (!limited) throw new Error('This pool has no limit')
  return limited.gate.use
}

function waitAtGate(pool: Sql, gate: Gate, waitMs: number): Sql {
  const begin = async (...args: Parameters<Sql['begin']>) => {
    await gate.enter(waitMs)
    return pool.begin(...args).finally(gate.leave)
  }
  const reserve = async () => {
    await gate.enter(waitMs)
    const connection = await pool.reserve().catch((error: unknown) => {
      gate.leave()
      throw error
    })
    const { release } = connection
    return Object.assign(connection, {
      release: () => {
        release()
        gate.leave()
      },
    })
  }
  const gated = interceptStatements(pool, (statement, send) => {
    const run = () => {
      send()
      statement.then(gate.leave, gate.leave)
    }
    gate.enter(waitMs).then(run, (error: unknown) => statement.reject(error))
  })
  const own = new Map<PropertyKey, unknown>([
    ['begin', begin],
    ['reserve', reserve],
  ])
  const sql = new Proxy(gated, { get: (target, name) => own.get(name) ?? Reflect.get(target, name) })
  gates.set(sql, { pool, gate })
  return sql
}
