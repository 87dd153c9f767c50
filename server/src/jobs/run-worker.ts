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
import { newToken } from '../lib/security/tokens.ts'
import { type Job, type Pool, pools } from './define-job.ts'
import { keepRunning, type RunningWorker } from './keep-running.ts'
import { type TaskOptions, toTask } from './to-task.ts'
import { createAttemptUndo, type UndoAttempt } from './undo-attempts.ts'
import { watchWorkers } from './worker-locks.ts'

export interface WorkerOptions<Context> extends TaskOptions<Context> {
  jobs: readonly Job<Context>[]
  databaseUrl: string
  sql: Sql
  /** How many jobs of each pool run at once. */
  concurrency: Record<Pool, number>
  /** How often to look for jobs of workers that have died. */
  checkEveryMs?: number
  /** How long running jobs may continue after the worker was asked to stop. */
  finishWithinMs?: number
}

/** How long the queue may take to record aborted jobs; longer than `abandonAfterMs`. */
const abortMs = 3000
const defaultFinishMs = 3000

/** Creates or updates the tables of the queue. Several processes may do this at the same time. */
export async function migrateJobs(databaseUrl: string): Promise<void> {
  await runMigrations({ connectionString: databaseUrl, logger: quietLogger() })
}

export async function startWorker<Context>(options: WorkerOptions<Context>): Promise<RunningWorker> {
  const { jobs, log, sql, checkEveryMs, finishWithinMs = defaultFinishMs } = options
  const attempts = createAttemptUndo(sql, log)
  const tasks = toTaskList(options, attempts.undoAttempt)
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
      await attempts.settle()
      // The worker also stops without its database; the next start recovers its jobs.
      const warn = (error: unknown) =>
        log.warn({ err: error }, 'the worker stopped while the database was unavailable')
      await watch.stop()
      await connections.waitUntilClosed(sql).catch(warn)
    },
  }
}

/** When the queue stops, it does not wait until its connections are closed. We name them to wait for that. */
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
        // After this, the jobs that still run are aborted and returned to the queue.
        gracefulShutdownAbortTimeout: finishWithinMs,
        // Otherwise the queue stops before it has recorded the end of a job.
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
 * The connections of one pool of the queue, with error listeners of our own. The queue removes its listeners when it
 * stops, and a connection that PostgreSQL closes after that would crash the process.
 */
function openConnections(databaseUrl: string, max: number, log: Logger): pg.Pool {
  const connections = new QueuePool({ connectionString: databaseUrl, max })
  connections.on('connect', (client) => {
    // Only the message, because the error object may contain the client with its password.
    client.on('error', ({ message }) => log.warn(`the job queue has lost a connection: ${message}`))
  })
  // The pool emits the same error again for an idle connection.
  connections.on('error', () => {})
  return connections
}

type Connected = Parameters<typeof pg.Pool.prototype.connect>[0]

/**
 * If PostgreSQL closes the connection on which the queue starts to listen, and the queue stops at that moment, the
 * queue releases the connection twice. The second release would throw, which nothing catches, and crash the process.
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

function toTaskList<Context>(options: WorkerOptions<Context>, undoAttempt: UndoAttempt): TaskList {
  const tasks: TaskList = {}
  for (const job of options.jobs) {
    if (tasks[job.name]) throw new Error(`Two jobs are called ${job.name}`)
    tasks[job.name] = toTask(job, options, undoAttempt)
  }
  return tasks
}

/** Warnings and errors of the queue keep their level in our log; everything else is debug. No payloads are logged. */
function graphileLogger(log: Logger) {
  return new GraphileLogger(() => (level, message) => {
    if (level === 'error') log.error(message)
    else if (level === 'warning') log.warn(message)
    else log.debug(message)
  })
}

const quietLogger = () => new GraphileLogger(() => () => {})
