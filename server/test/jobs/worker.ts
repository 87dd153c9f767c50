import { inject, onTestFinished } from 'vitest'
import { connect, type Sql } from '../../src/db/sql.ts'
import type { Job } from '../../src/jobs/define-job.ts'
import { startWorker, type WorkerOptions } from '../../src/jobs/run-worker.ts'
import { createLogger } from '../../src/lib/logger.ts'
import type { TestApp } from '../app/app.ts'
import { createTestDatabase } from '../database/database.ts'

const oneJobAtATime = { light: 1, push: 1, playable: 1, heavy: 1 }

type Choices = Partial<
  Pick<WorkerOptions<unknown>, 'checkEveryMs' | 'finishWithinMs' | 'log' | 'databaseUrl'>
>

/** A separate database for the test and workers on it, all of which are removed after the test. */
export async function createTestQueue() {
  const database = await createTestDatabase(inject('postgresUrl'))
  const sql = connect(database.url, { max: 5 })
  const stops: (() => Promise<void>)[] = []
  onTestFinished(async () => {
    await Promise.all(stops.map((stop) => stop()))
    // Without a timeout it could wait forever for a connection that was lost in an outage.
    await sql.end({ timeout: 5 })
    await database.drop()
  })

  async function start(jobs: Job<undefined>[], choices: Choices = {}) {
    const worker = await startWorker<undefined>({
      context: undefined,
      jobs,
      databaseUrl: database.url,
      sql,
      log: createLogger('silent'),
      concurrency: oneJobAtATime,
      ...choices,
    })
    let stopping: Promise<void> | undefined
    const stop = () => {
      stopping ??= worker.stop()
      return stopping
    }
    stops.push(stop)
    return { stop }
  }

  return { sql, url: database.url, start }
}

/** Makes jobs due that wait for their next attempt. */
export async function makeJobsDue(sql: Sql): Promise<void> {
  await sql`
    select graphile_worker.reschedule_jobs(array_agg(id), run_at => now())
    from graphile_worker.jobs where run_at > now()`
  // The notification of the queue itself, so that idle workers check at once.
  await sql`select pg_notify('jobs:insert', '{"count":1}')`
}

/** Also runs what is due later: the removal of old folders, or another attempt. */
export async function finishJobs({
  context: { sql },
  runJobs,
}: Pick<TestApp, 'context' | 'runJobs'>): Promise<void> {
  do {
    await makeJobsDue(sql)
    await runJobs()
  } while ((await sql`select from graphile_worker.jobs where attempts < max_attempts`).length > 0)
}
