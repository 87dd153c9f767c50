import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, runOnce } from 'graphile-worker'
import pg from 'pg'
import type { Context } from '../../src/context/context.ts'
import type { Job } from '../../src/jobs/define-job.ts'
import { toTask } from '../../src/jobs/to-task.ts'
import { createAttemptUndo } from '../../src/jobs/undo-attempts.ts'
import { jobs, timers } from '../../src/program/worker.ts'
import type { TestApp } from '../app/app.ts'
import { patiently } from '../patience.ts'

/**
 * Does what a worker would have done by now, until nothing is left: runs the due jobs, one after the other, the jobs
 * that they add, and the timers. A job that fails is due again later: see `makeJobsDue`. Jobs that are scheduled by the
 * hour are not included; a test enqueues them. With `only`, these jobs are run and nothing else.
 */
export async function runJobs(context: Context, only?: Job<Context>[]): Promise<void> {
  const connections = new pg.Pool({ connectionString: context.databaseUrl, max: 2 })
  // The queue prints a warning about a pool without these. A connection that is lost also fails its statement.
  connections.on('error', () => {})
  connections.on('connect', (client) => client.on('error', () => {}))
  try {
    if (only) await runQueue(context, only, connections)
    else
      do for (const timer of timers) await timer.run(context)
      while ((await hasDueJob(context)) && (await runQueue(context, jobs, connections)) > 0)
  } finally {
    await connections.end()
  }
}

/** Many tests call `runJobs` often when nothing is due. To start the queue for that takes ten times as long. */
async function hasDueJob({ sql }: Context): Promise<boolean> {
  const [job] = await sql`
    select from graphile_worker.jobs
    where run_at <= now() and attempts < max_attempts and locked_at is null limit 1`
  return job !== undefined
}

/** Runs jobs until a request is answered that waits for one of them, as a download does. */
export async function runJobsUntilAnswered<T>(
  app: TestApp,
  request: Promise<T>,
  only?: Job<Context>[],
): Promise<T> {
  let isAnswered = false
  const noteAnswer = () => {
    isAnswered = true
  }
  request.then(noteAnswer, noteAnswer)
  while (!isAnswered) {
    await app.runJobs(only)
    await sleep(patiently.interval)
  }
  return request
}

/** Returns the number of jobs that it ran. */
async function runQueue(context: Context, list: Job<Context>[], pgPool: pg.Pool): Promise<number> {
  const { sql, log } = context
  const attempts = createAttemptUndo(sql, log)
  let count = 0
  const onJobEnd = () => {
    count += 1
  }
  const taskList = Object.fromEntries(
    list.map((job) => [job.name, toTask(job, { context, log, onJobEnd }, attempts.undoAttempt)]),
  )
  await runOnce({
    pgPool,
    taskList,
    concurrency: 1,
    noHandleSignals: true,
    logger: new Logger(() => () => {}),
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
  await attempts.settle()
  return count
}
