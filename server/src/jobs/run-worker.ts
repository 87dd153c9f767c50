import { setTimeout as sleep } from 'node:timers/promises'
import {
  Logger as GraphileLogger,
  run,
  runMigrations,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import pg from 'pg'
import type { Sql } from '../db/sql.ts'
import type { Logger } from '../lib/logger.ts'
import { newToken } from '../lib/tokens.ts'
import { type Job, type Pool, pools } from './define-job.ts'
import { keepRunning } from './keep-running.ts'
import { toTask } from './to-task.ts'
import { type GiveTryBack, keepTries } from './tries.ts'
import { watchWorkers } from './worker-locks.ts'

export interface WorkerOptions<Context> {
  context: Context
  jobs: readonly Job<Context>[]
  databaseUrl: string
  sql: Sql
  /** How many jobs of each pool run at once. */
  concurrency: Record<Pool, number>
  log: Logger
  /** How often to look for jobs of workers that have died. */
  checkEveryMs?: number
  /** How long jobs may go on once the worker is asked to stop. */
  finishWithinMs?: number
}

/** How long the queue may take to record jobs that were aborted; see `abandonAfterMs`. */
const abortMs = 3000
const defaultFinishMs = 3000

export interface RunningWorker {
  stop(): Promise<void>
}

/** Creates or updates the queue's own tables; safe when several processes start together. */
export async function migrateJobs(databaseUrl: string): Promise<void> {
  await runMigrations({ connectionString: databaseUrl, logger: quietLogger() })
}

export async function startWorker<Context>(options: WorkerOptions<Context>): Promise<RunningWorker> {
  const { jobs, log, sql, checkEveryMs, finishWithinMs = defaultFinishMs } = options
  const tries = keepTries(sql, log)
  const tasks = toTaskList(options, tries.giveBack)
  const watch = await watchWorkers(options.databaseUrl, sql, log, checkEveryMs)
  const connections = nameConnections(options.databaseUrl)
  const runners = await Promise.all(
    pools.map((pool) => {
      const names = jobs.filter((job) => (job.pool ?? 'light') === pool).map((job) => job.name)
      if (names.length === 0) return undefined
      const start = (events: WorkerEvents) => {
        watch.follow(events)
        return startPool({ ...options, databaseUrl: connections.url }, pool, pick(tasks, names), events)
      }
      return keepRunning({ start, onEnd: watch.releaseLock, log, stopWithinMs: finishWithinMs + abortMs })
    }),
  )
  return {
    stop: async () => {
      await Promise.all(runners.map((runner) => runner?.stop()))
      await tries.settle()
      // The worker stops without its database too; the next start recovers its jobs.
      const warn = (error: unknown) =>
        log.warn({ err: error }, 'the worker stopped while the database was unavailable')
      await watch.stop()
      await connections.waitUntilClosed(sql).catch(warn)
    },
  }
}

/** The queue does not wait for its connections to close when it stops. By their name we see when they are gone. */
function nameConnections(databaseUrl: string) {
  const name = `vireo-jobs-${newToken()}`
  const url = new URL(databaseUrl)
  url.searchParams.set('application_name', name)
  return {
    url: url.href,
    waitUntilClosed: async (sql: Sql) => {
      for (let tries = 0; tries < 250; tries++) {
        const [open] = await sql`select from pg_stat_activity where application_name = ${name} limit 1`
        if (!open) return
        await sleep(20)
      }
    },
  }
}

async function startPool<Context>(
  { databaseUrl, concurrency, jobs, log, finishWithinMs = defaultFinishMs }: WorkerOptions<Context>,
  pool: Pool,
  taskList: TaskList,
  events: WorkerEvents,
): Promise<RunningWorker> {
  const scheduled = jobs.filter((job) => job.schedule && taskList[job.name])
  const connections = openConnections(databaseUrl, concurrency[pool] + 2, log)
  const starting = run({
    pgPool: connections,
    concurrency: concurrency[pool],
    noHandleSignals: true,
    taskList,
    crontab: scheduled.map((job) => `${job.schedule} ${job.name}`).join('\n'),
    logger: graphileLogger(log),
    events,
    preset: {
      worker: {
        // A job that is still running then is told to stop and handed back to the queue.
        gracefulShutdownAbortTimeout: finishWithinMs,
        // Without these the queue does not wait for the end of a job to be written before it stops.
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
  })
  try {
    const runner = await starting
    return { stop: () => runner.stop().finally(() => connections.end()) }
  } catch (error) {
    await connections.end()
    throw error
  }
}

/**
 * The connections of one pool of the queue. They keep their listeners for errors: the queue would remove its own when
 * it stops, and a connection that PostgreSQL ends after that would end the process.
 */
function openConnections(databaseUrl: string, max: number, log: Logger): pg.Pool {
  const connections = new QueuePool({ connectionString: databaseUrl, max })
  connections.on('connect', (client) => {
    // Only its message: the error may carry the whole client, with its password.
    client.on('error', ({ message }) => log.warn(`the job queue has lost a connection: ${message}`))
  })
  // The same error again, for a connection that is not in use.
  connections.on('error', () => {})
  return connections
}

type Connected = Parameters<typeof pg.Pool.prototype.connect>[0]

/**
 * When PostgreSQL ends the connection on which the queue begins to listen, and the queue stops in that moment, it
 * releases that connection twice. The second time must not throw: nothing catches it, and it would end the process.
 */
class QueuePool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>
  override connect(callback: Connected): void
  override connect(callback?: Connected): unknown {
    if (!callback) return super.connect()
    return super.connect((error, client, release) => {
      if (!client) return callback(error, client, release)
      let isReleased = false
      callback(error, client, (reason) => {
        if (isReleased) return
        isReleased = true
        release(reason)
      })
    })
  }
}

const pick = (tasks: TaskList, names: string[]): TaskList =>
  Object.fromEntries(names.map((name) => [name, tasks[name]]))

function toTaskList<Context>(options: WorkerOptions<Context>, giveTryBack: GiveTryBack): TaskList {
  const tasks: TaskList = {}
  for (const job of options.jobs) {
    if (tasks[job.name]) throw new Error(`Two jobs are called ${job.name}`)
    tasks[job.name] = toTask(job, options, giveTryBack)
  }
  return tasks
}

/** The queue's chatter goes to our log at debug; what needs a look keeps its level. Payloads stay out of it. */
function graphileLogger(log: Logger) {
  return new GraphileLogger(() => (level, message) => {
    if (level === 'error') log.error(message)
    else if (level === 'warning') log.warn(message)
    else log.debug(message)
  })
}

const quietLogger = () => new GraphileLogger(() => () => {})
