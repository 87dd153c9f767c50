import { Logger as GraphileLogger, type Runner, run, runMigrations, type TaskList } from 'graphile-worker'
import { Compile } from 'typebox/compile'
import type { Sql } from '../db/sql.ts'
import type { Logger } from '../lib/logger.ts'
import type { Job } from './define-job.ts'
import { watchWorkers } from './worker-locks.ts'

export interface WorkerOptions<Context> {
  context: Context
  jobs: readonly Job<Context>[]
  databaseUrl: string
  sql: Sql
  concurrency: number
  log: Logger
}

export interface RunningWorker {
  stop(): Promise<void>
}

/** Creates or updates the queue's own tables; safe when several processes start together. */
export async function migrateJobs(databaseUrl: string): Promise<void> {
  await runMigrations({ connectionString: databaseUrl, logger: quietLogger() })
}

export async function startWorker<Context>(options: WorkerOptions<Context>): Promise<RunningWorker> {
  const { databaseUrl, jobs, concurrency, log, sql } = options
  const watch = await watchWorkers(databaseUrl, sql, log)
  const runner: Runner = await run({
    connectionString: databaseUrl,
    concurrency,
    noHandleSignals: true,
    maxPoolSize: concurrency + 2,
    taskList: toTaskList(options),
    crontab: jobs.flatMap((job) => (job.schedule ? [`${job.schedule} ${job.name}`] : [])).join('\n'),
    logger: graphileLogger(log),
    events: watch.events,
    // A job that is still running then is told to stop and handed back to the queue.
    preset: { worker: { gracefulShutdownAbortTimeout: 10_000 } },
  })
  return {
    stop: async () => {
      await runner.stop()
      await watch.stop()
    },
  }
}

function toTaskList<Context>({ context, jobs, log }: WorkerOptions<Context>): TaskList {
  const names = new Set<string>()
  const tasks: TaskList = {}
  for (const job of jobs) {
    if (names.has(job.name)) throw new Error(`Two jobs are called ${job.name}`)
    names.add(job.name)
    const validator = Compile(job.payload)
    tasks[job.name] = async (payload, helpers) => {
      if (!validator.Check(payload))
        throw new Error(`The payload of a ${job.name} job does not fit its schema`)
      const signal = AbortSignal.any([helpers.abortSignal, AbortSignal.timeout(job.timeoutSeconds * 1000)])
      const { attempts, max_attempts: maxAttempts } = helpers.job
      const run = { signal, attempt: attempts, isLastAttempt: attempts >= maxAttempts }
      const started = performance.now()
      await job.handler(context, payload, run)
      log.info({ job: job.name, ms: Math.round(performance.now() - started) }, 'job done')
    }
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
