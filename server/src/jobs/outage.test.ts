import { setTimeout as sleep } from 'node:timers/promises'
import { t } from '@vireo/contract'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createTestQueue, makeJobsDue } from '../../test/jobs/worker.ts'
import { patiently } from '../../test/patience.ts'
import { connect, type Sql } from '../db/sql.ts'
import { OutageError } from '../lib/outage-error.ts'
import { defineJob, enqueue, type Job, type JobRun } from './define-job.ts'

function createJob(work: (run: JobRun) => Promise<void>, settings: Partial<Job<undefined>> = {}) {
  const attempts: number[] = []
  const job = defineJob({
    name: 'test:dependent',
    payload: t.object({}),
    maxAttempts: 1,
    timeoutSeconds: 60,
    ...settings,
    handler: async (_context: undefined, _payload, run) => {
      attempts.push(run.attempt)
      await work(run)
    },
  })
  return { job, attempts }
}

const rowsOf = (sql: Sql) => sql`
  select attempts, last_error, run_at > now() as "isLater" from graphile_worker.jobs where locked_at is null`
const untilGone = (sql: Sql) =>
  vi.waitFor(async () => expect(await sql`select from graphile_worker.jobs`).toEqual([]), patiently)
/**
 * After an outage an old job is tried again a minute later, a new one after a few seconds, which could be during a
 * check.
 */
const enqueueOld = async (sql: Sql, job: Job<undefined>) => {
  await enqueue(sql, job, {})
  await sql`update graphile_worker._private_jobs set created_at = now() - interval '1 hour'`
}
const waiting = { attempts: 0, last_error: 'nobody there', isLater: true }
const untilItWaits = (sql: Sql) =>
  vi.waitFor(async () => expect(await rowsOf(sql)).toEqual([waiting]), patiently)

it('attempts during an outage do not count, and the job is done after it', async () => {
  const { sql, start } = await createTestQueue()
  let isAway = true
  const { job, attempts } = createJob(async () => {
    if (isAway) throw new OutageError('nobody there')
  })
  await enqueueOld(sql, job)
  await start([job])
  for (const tries of [1, 2, 3]) {
    await vi.waitFor(() => expect(attempts).toHaveLength(tries), patiently)
    await untilItWaits(sql)
    isAway = tries < 3
    await makeJobsDue(sql)
  }
  await untilGone(sql)
  expect(attempts).toEqual([1, 1, 1, 1])
})

it('an attempt that loses the database does not count', async () => {
  const { sql, url, start } = await createTestQueue()
  const lost = connect(url, { max: 1 })
  onTestFinished(() => lost.end({ timeout: 0 }))
  let isAway = true
  const { job, attempts } = createJob(async () => {
    if (isAway) await lost`select pg_terminate_backend(pg_backend_pid())`
  })
  await enqueueOld(sql, job)
  await start([job])
  await vi.waitFor(
    async () => expect(await rowsOf(sql)).toMatchObject([{ attempts: 0, isLater: true }]),
    patiently,
  )
  isAway = false
  await makeJobsDue(sql)
  await untilGone(sql)
  expect(attempts).toEqual([1, 1])
})

it('a job is given up when an outage lasts longer than giveUpAfterSeconds', async () => {
  const { sql, start } = await createTestQueue()
  const { job, attempts } = createJob(() => Promise.reject(new OutageError('nobody there')), {
    giveUpAfterSeconds: 3600,
  })
  await enqueue(sql, job, {})
  await sql`update graphile_worker._private_jobs set created_at = now() - interval '59 minutes'`
  await start([job])
  await untilItWaits(sql)
  await sql`update graphile_worker._private_jobs set created_at = now() - interval '61 minutes'`
  await makeJobsDue(sql)
  await untilGone(sql)
  expect(attempts).toEqual([1, 1])
})

it('a handler that ignores its signal is abandoned, so that the queue continues', async () => {
  const { sql, start } = await createTestQueue()
  const { job } = createJob(() => new Promise(() => {}), { timeoutSeconds: 0.05 })
  await start([job])
  await enqueue(sql, job, {})
  await vi.waitFor(
    async () => expect(await rowsOf(sql)).toMatchObject([{ last_error: expect.stringContaining('timeout') }]),
    patiently,
  )
})

it('a time limit above the maximum of a timer does not expire at once', async () => {
  const { sql, start } = await createTestQueue()
  const wasStopped: boolean[] = []
  const work = async ({ signal }: JobRun) => {
    // A timer that overflows fires after a millisecond, and therefore before this one.
    await sleep(2)
    wasStopped.push(signal.aborted)
  }
  const days = 24 * 3600
  const { job } = createJob(work, { timeoutSeconds: 30 * days })
  await start([job])
  await enqueue(sql, job, {})
  await untilGone(sql)
  expect(wasStopped).toEqual([false])
})
