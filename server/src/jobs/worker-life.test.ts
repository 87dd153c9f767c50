import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { t } from '@vireo/contract'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { blockConnections } from '../../test/database/database.ts'
import { createTestQueue } from '../../test/jobs/worker.ts'
import { patiently } from '../../test/patience.ts'
import { startGate } from '../../test/programs/tcp-gate.ts'
import type { Sql } from '../db/sql.ts'
import { createLogger } from '../lib/logger.ts'
import { defineJob, enqueue, type JobRun } from './define-job.ts'

function createLongJob(work: (run: JobRun) => Promise<void>) {
  const runs: number[] = []
  const job = defineJob({
    name: 'test:long',
    payload: t.object({}),
    maxAttempts: 5,
    timeoutSeconds: 600,
    handler: async (_context: undefined, _payload, run) => {
      runs.push(run.attempt)
      await work(run)
    },
  })
  return { job, runs }
}

const rowsOf = (sql: Sql) => sql`select locked_by, attempts, last_error from graphile_worker.jobs`
const untilGone = (sql: Sql) => vi.waitFor(async () => expect(await rowsOf(sql)).toEqual([]), patiently)
/** The connections that hold the locks of living workers. */
const holdersOf = (sql: Sql) => sql<{ pid: number }[]>`
  select distinct a.pid from pg_stat_activity a join pg_locks l on l.pid = a.pid and l.locktype = 'advisory'
  where a.datname = current_database() and a.application_name = 'vireo-worker-lock'`
/** Waits for a worker to run the job, which is then made older than the grace period of a worker without its lock. */
async function untilOld(sql: Sql) {
  await vi.waitFor(async () => {
    expect(await holdersOf(sql)).toHaveLength(1)
    expect(await rowsOf(sql)).toMatchObject([{ attempts: 1 }])
  }, patiently)
  await sql`update graphile_worker._private_jobs set locked_at = now() - interval '1 minute'`
}

it('the job of a worker that was killed is done by another worker', async () => {
  const { sql, url, start } = await createTestQueue()
  const program = join(import.meta.dirname, '../../test/jobs/hanging-worker.ts')
  const child = spawn(process.execPath, [program, url], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const { job, runs } = createLongJob(async () => {})
  const started = once(createInterface(child.stdout), 'line')
  await enqueue(sql, job, {})
  expect(await started).toEqual(['started'])
  await start([job], { checkEveryMs: 200 })
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
  await vi.waitFor(() => expect(runs).toEqual([2]), patiently)
  await untilGone(sql)
})

it('a worker survives an outage of the database during which one of its jobs ends', async () => {
  const { sql, url, start } = await createTestQueue()
  const gate = Promise.withResolvers<void>()
  const { job, runs } = createLongJob(() => gate.promise)
  const lines: string[] = []
  const log = createLogger('warn', { write: (line) => void lines.push(line) })
  await start([job], { checkEveryMs: 200, log })
  await enqueue(sql, job, {})
  await vi.waitFor(() => expect(runs).toEqual([1]), patiently)
  const comeBack = await blockConnections(url)
  gate.resolve()
  // The job is done, but that could not be recorded.
  await vi.waitFor(() => expect(lines.join()).toContain('has stopped unexpectedly'), patiently)
  await comeBack()
  await vi.waitFor(() => expect(runs).toEqual([1, 2]), patiently)
  await untilGone(sql)
  await enqueue(sql, job, {})
  await untilGone(sql)
  expect(runs).toEqual([1, 2, 1])
})

it('a worker whose first query fails finds its jobs once the database works', async () => {
  const { sql, start } = await createTestQueue()
  const { job, runs } = createLongJob(async () => {})
  const lines: string[] = []
  const log = createLogger('warn', { write: (line) => void lines.push(line) })
  await enqueue(sql, job, {})
  await sql`alter table graphile_worker._private_tasks rename to hidden_tasks`
  await start([job], { log })
  await vi.waitFor(() => expect(lines.join()).toContain('has stopped unexpectedly'), patiently)
  await sql`alter table graphile_worker.hidden_tasks rename to _private_tasks`
  await untilGone(sql)
  expect(runs).toEqual([1])
})

describe('the job of a running worker', () => {
  it('is not given to another worker, even if it takes very long', async () => {
    const { sql, start } = await createTestQueue()
    const gate = Promise.withResolvers<void>()
    const { job, runs } = createLongJob(() => gate.promise)
    await start([job])
    await enqueue(sql, job, {})
    await untilOld(sql)
    // A worker looks for dead ones when it starts.
    await start([job])
    expect(await rowsOf(sql)).toMatchObject([{ locked_by: expect.any(String), attempts: 1 }])
    gate.resolve()
    await untilGone(sql)
    expect(runs).toEqual([1])
  })

  it('is not given to another worker after the connection that holds its lock was lost', async () => {
    const { sql, start } = await createTestQueue()
    const gate = Promise.withResolvers<void>()
    const { job, runs } = createLongJob(() => gate.promise)
    await start([job])
    await enqueue(sql, job, {})
    await untilOld(sql)
    const [lost] = await holdersOf(sql)
    await sql`select pg_terminate_backend(${lost?.pid ?? 0})`
    await vi.waitFor(async () => {
      const [now] = await holdersOf(sql)
      expect(now?.pid).toBeDefined()
      expect(now?.pid).not.toBe(lost?.pid)
    }, patiently)
    await start([job])
    expect(await rowsOf(sql)).toMatchObject([{ locked_by: expect.any(String), attempts: 1 }])
    gate.resolve()
    await untilGone(sql)
    expect(runs).toEqual([1])
  })
})

describe('a worker that is asked to stop', () => {
  it('lets its job finish and records the result before it stops', async () => {
    const { sql, start } = await createTestQueue()
    const gate = Promise.withResolvers<void>()
    const { job, runs } = createLongJob(() => gate.promise)
    const worker = await start([job])
    await enqueue(sql, job, {})
    await vi.waitFor(() => expect(runs).toEqual([1]), patiently)
    const stopped = worker.stop()
    // It takes no new jobs while it finishes.
    await enqueue(sql, job, {})
    gate.resolve()
    await stopped
    expect(await rowsOf(sql)).toEqual([{ locked_by: null, attempts: 0, last_error: null }])
    expect(runs).toEqual([1])
  })

  it('aborts a job that takes too long, and returns it to the queue with all its attempts', async () => {
    const { sql, start } = await createTestQueue()
    const { job, runs } = createLongJob(
      ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('told to stop')))),
    )
    const worker = await start([job], { finishWithinMs: 100 })
    await enqueue(sql, job, {})
    await vi.waitFor(() => expect(runs).toEqual([1]), patiently)
    await worker.stop()
    expect(await rowsOf(sql)).toEqual([{ locked_by: null, attempts: 0, last_error: 'told to stop' }])
    const other = createLongJob(async () => {})
    await start([other.job])
    await vi.waitFor(() => expect(other.runs).toEqual([1]), patiently)
    await untilGone(sql)
  })

  it('survives PostgreSQL closing its connections at the same time', async () => {
    const { sql, start } = await createTestQueue()
    const { job } = createLongJob(async () => {})
    for (let round = 0; round < 10; round++) {
      const worker = await start([job])
      await enqueue(sql, job, {})
      await untilGone(sql)
      const ending = sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name like 'vireo-jobs-%'`
      await Promise.all([worker.stop(), ending])
    }
  })

  it('survives losing the connection that it is about to listen on', async () => {
    const { start, url } = await createTestQueue()
    const { job } = createLongJob(async () => {})
    const lines: string[] = []
    const log = createLogger('warn', { write: (line) => void lines.push(line) })
    const gate = await startGate({ host: '127.0.0.1', port: Number(new URL(url).port) })
    onTestFinished(gate.shut)
    const listening = gate.holdAt(/LISTEN "jobs:insert"/)
    const databaseUrl = new URL(url)
    databaseUrl.host = gate.host
    const worker = await start([job], { databaseUrl: databaseUrl.href, log })
    await listening
    const stopped = worker.stop()
    gate.shut()
    await stopped
    expect(lines.join()).toContain('the job queue has lost a connection')
  })

  it('closes all connections of the queue', async () => {
    const { sql, start } = await createTestQueue()
    const { job } = createLongJob(async () => {})
    const worker = await start([job])
    const open = () => sql`
      select application_name from pg_stat_activity
      where datname = current_database() and application_name like 'vireo-jobs-%'`
    expect((await open()).length).toBeGreaterThan(0)
    await worker.stop()
    expect(await open()).toEqual([])
  })
})
