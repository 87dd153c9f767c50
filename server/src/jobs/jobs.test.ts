import { t } from '@vireo/contract'
import { expect, it, vi } from 'vitest'
import { createTestQueue, makeJobsDue } from '../../test/jobs/worker.ts'
import { patiently } from '../../test/patience.ts'
import { defineJob, enqueue, type Job, type JobRun } from './define-job.ts'

type Run = Pick<JobRun, 'attempt' | 'isLastAttempt'> & { note: string }

/** A job that records its runs and then calls the given function. */
function createJob(
  then: (run: JobRun) => Promise<void> | void = () => {},
  settings: Partial<Job<undefined>> = {},
) {
  const runs: Run[] = []
  const job = defineJob({
    name: 'test:note',
    payload: t.object({ note: t.string() }),
    maxAttempts: 3,
    timeoutSeconds: 60,
    ...settings,
    handler: async (_context: undefined, { note }, run) => {
      runs.push({ note, attempt: run.attempt, isLastAttempt: run.isLastAttempt })
      await then(run)
    },
  })
  return { job, runs }
}

it('a job exists exactly when the transaction that needs it is committed', async () => {
  const { sql, start } = await createTestQueue()
  const { job, runs } = createJob()
  await start([job])
  const rolledBack = sql.begin(async (tx) => {
    await enqueue(tx, job, { note: 'never' })
    throw new Error('changed my mind')
  })
  await expect(rolledBack).rejects.toThrow('changed my mind')
  expect(await sql`select from graphile_worker.jobs`).toEqual([])
  await sql.begin(async (tx) => {
    await enqueue(tx, job, { note: 'committed' })
  })
  await vi.waitFor(
    () => expect(runs).toEqual([{ note: 'committed', attempt: 1, isLastAttempt: false }]),
    patiently,
  )
  await vi.waitFor(async () => expect(await sql`select from graphile_worker.jobs`).toEqual([]), patiently)
})

it('a failing job is retried, and its error is recorded', async () => {
  const { sql, start } = await createTestQueue()
  const second = Promise.withResolvers<void>()
  const { job, runs } = createJob(({ attempt }) => {
    if (attempt === 1) throw new Error('not today')
    return second.promise
  })
  await start([job])
  await enqueue(sql, job, { note: 'stubborn' })
  await vi.waitFor(async () => {
    await makeJobsDue(sql)
    expect(runs.map(({ attempt }) => attempt)).toEqual([1, 2])
  }, patiently)
  const rows = await sql`select last_error, attempts from graphile_worker.jobs`
  expect(rows).toEqual([{ last_error: 'not today', attempts: 2 }])
  second.resolve()
  await vi.waitFor(async () => expect(await sql`select from graphile_worker.jobs`).toEqual([]), patiently)
})

it('the last attempt is marked as such, and is not retried', async () => {
  const { sql, start } = await createTestQueue()
  const { job, runs } = createJob(
    () => {
      throw new Error('hopeless')
    },
    { maxAttempts: 1 },
  )
  await start([job])
  await enqueue(sql, job, { note: 'once' })
  await vi.waitFor(async () => {
    const rows =
      await sql`select last_error, attempts, max_attempts from graphile_worker.jobs where locked_by is null`
    expect(rows).toEqual([{ last_error: 'hopeless', attempts: 1, max_attempts: 1 }])
  }, patiently)
  expect(runs).toEqual([{ note: 'once', attempt: 1, isLastAttempt: true }])
})

it('an invalid payload never reaches the handler', async () => {
  const { sql, start } = await createTestQueue()
  const { job, runs } = createJob()
  await start([job])
  await enqueue(sql, job, { note: 7 } as never)
  await vi.waitFor(async () => {
    const rows = await sql`select last_error from graphile_worker.jobs where locked_by is null`
    expect(rows).toEqual([{ last_error: 'The payload of a test:note job does not fit its schema' }])
  }, patiently)
  expect(runs).toEqual([])
})

it('a job that exceeds its time limit is aborted', async () => {
  const { sql, start } = await createTestQueue()
  const { job } = createJob(
    ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    { timeoutSeconds: 0.2 },
  )
  await start([job])
  await enqueue(sql, job, { note: 'endless' })
  await vi.waitFor(async () => {
    const rows = await sql`select last_error from graphile_worker.jobs where locked_by is null`
    expect(rows).toEqual([{ last_error: expect.stringContaining('timeout') }])
  }, patiently)
})

it('a worker with two jobs of the same name refuses to start, and leaves nothing running', async () => {
  const { start } = await createTestQueue()
  await expect(start([createJob().job, createJob().job])).rejects.toThrow('Two jobs are called test:note')
})

it('a job replaces an earlier one with the same key that has not started', async () => {
  const { sql, start } = await createTestQueue()
  const { job, runs } = createJob()
  const later = new Date(Date.now() + 3_600_000)
  await enqueue(sql, job, { note: 'first' }, { key: 'same', runAt: later })
  await enqueue(sql, job, { note: 'second' }, { key: 'same' })
  await start([job])
  await vi.waitFor(() => expect(runs.map(({ note }) => note)).toEqual(['second']), patiently)
  await vi.waitFor(async () => expect(await sql`select from graphile_worker.jobs`).toEqual([]), patiently)
})

it('jobs with a lower priority number run first', async () => {
  const { sql, start } = await createTestQueue()
  const { job, runs } = createJob()
  await enqueue(sql, job, { note: 'later' }, { priority: 10 })
  await enqueue(sql, job, { note: 'sooner' }, { priority: -10 })
  await start([job])
  await vi.waitFor(() => expect(runs.map(({ note }) => note)).toEqual(['sooner', 'later']), patiently)
})
