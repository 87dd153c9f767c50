import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@vireo/contract'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createTestApp } from '../../../../../../test/app/app.ts'
import {
  addVideo,
  getVideo,
  isFinished,
  uploadForm,
  waitForVideo,
} from '../../../../../../test/content/videos.ts'
import { runJobs } from '../../../../../../test/jobs/run-jobs.ts'
import { shortParts } from '../../../../../../test/jobs/worker-with-parts.ts'
import { patiently } from '../../../../../../test/patience.ts'
import type { Context } from '../../../../../context/context.ts'
import { enqueue, type Job } from '../../../../../jobs/define-job.ts'
import { sourceInfo } from '../../../../../media/probe/source-info.fixture.ts'
import { runWorker } from '../../../../../program/worker.ts'
import { insertSourceInfo } from '../../videos.queries.ts'
import { makePlayableJob } from '../processing.jobs.ts'
import { nextJobPriority } from '../processing.queries.ts'
import { joinLadderJob, makeLadderJob, makeLadderPartJob } from './ladder.jobs.ts'

/** An app that makes clips of a few seconds in parts. */
async function createApp() {
  const app = await createTestApp({ WORKER_CONCURRENCY: '1' })
  onTestFinished(app.close)
  const { sql } = app.context
  /** The names of the jobs that were done. */
  const done: string[] = []
  const log = Object.assign(Object.create(app.context.log), {
    info: ({ job }: { job?: string }) => job && done.push(job),
  })
  const context = { ...app.context, log, config: { ...app.config, ladderParts: shortParts } }
  async function startWorker() {
    const worker = await runWorker(context)
    onTestFinished(worker.stop)
  }
  const listParts = () => sql<{ number: number; seconds: number | null }[]>`
    select number, seconds from ladder_parts order by video_id, number`
  return {
    ...app,
    context,
    runJobs: (only?: Job<Context>[]) => runJobs(context, only),
    startWorker,
    listParts,
    done,
  }
}

const ladderJobs = [makePlayableJob, makeLadderJob, makeLadderPartJob, joinLadderJob]

/** Uploads a video, and stops when its parts are planned. */
async function planTwoParts(app: Awaited<ReturnType<typeof createApp>>) {
  const owner = await app.signedIn()
  const { data } = await owner.call(api.videos.upload, { form: await uploadForm('variableRate') })
  await app.runJobs([makePlayableJob, makeLadderJob])
  expect(await app.listParts()).toHaveLength(2)
  return { owner, videoId: data._id }
}

it('a long video is encoded in parts by several workers, and ends with the same files as a short one', async () => {
  const app = await createApp()
  const { sql, storage } = app.context
  const owner = await app.signedIn()
  const { data } = await owner.call(api.videos.upload, { form: await uploadForm('long') })
  const progress: number[] = []
  const listening = await sql.listen('personal_events', (message) => {
    // Announcements, such as that a video was published, have no event.
    const video = JSON.parse(message).event?.data
    if (video?.status === 'processing') progress.push(video.progress)
  })
  onTestFinished(() => listening.unlisten())
  await Promise.all([app.startWorker(), app.startWorker()])
  const ready = await waitForVideo(owner, data._id, isFinished)
  expect(ready).toMatchObject({ status: 'ready', progress: 100, duration: 6 })
  expect(ready.renditions.map(({ height }) => height)).toEqual([272, 240])
  expect(app.done.filter((job) => job === makeLadderPartJob.name)).toHaveLength(4)
  expect(app.done.filter((job) => job === joinLadderJob.name)).toHaveLength(1)
  await expect.poll(() => progress, { ...patiently, message: 'when all parts are stored' }).toContain(99)
  await vi.waitFor(async () => {
    expect(await storage.list('sources')).toEqual([])
    expect(await sql`select from disk_claims`).toEqual([])
  }, patiently)
  expect(await app.listParts()).toEqual([])
  const [{ parts = [] } = {}] = await sql<{ parts: string[] }[]>`
    select array_agg(part order by part) as parts from video_bytes`
  expect(parts).toEqual(['extras/preview', 'extras/storyboard', expect.stringMatching(/^ladder-/)])
})

it('killing a worker costs only the part that it was working on', async () => {
  const app = await createApp()
  const { sql } = app.context
  const { owner, videoId } = await planTwoParts(app)
  // The worker waits for this lock with the second part, so that it is killed in the middle of it.
  const held = await sql.reserve()
  await held`begin`
  await held`select from ladder_parts where number = 2 for update`
  const program = join(import.meta.dirname, '../../../../../../test/jobs/worker-with-parts.ts')
  const env = { ...process.env, DATABASE_URL: app.context.databaseUrl, DATA_DIR: app.config.dataDir }
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const stored = async () => (await app.listParts()).filter(({ seconds }) => seconds !== null)
  const waiting = () => sql`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%update ladder_parts%'`
  await vi.waitFor(async () => {
    expect(await stored()).toMatchObject([{ number: 1 }])
    expect(await waiting()).toHaveLength(1)
  }, patiently)
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
  await held`rollback`
  held.release()
  // Old enough for the next worker to see at its start that the worker is dead.
  await vi.waitFor(async () => {
    const old = await sql`
      select from graphile_worker.jobs
      where task_identifier = ${makeLadderPartJob.name} and locked_at < now() - interval '2.5 seconds'`
    expect(old).toHaveLength(1)
  }, patiently)

  app.done.length = 0
  await app.startWorker()
  const ready = await waitForVideo(owner, videoId, ({ status }) => status === 'ready')
  expect(ready.progress).toBe(100)
  expect(app.done.filter((job) => job === makeLadderPartJob.name)).toHaveLength(1)
})

it('the parts of two people’s videos take turns, and a person’s next video comes after their first', async () => {
  const app = await createApp()
  const { sql } = app.context
  const { signal } = new AbortController()

  /** Adds the ladder of a video to the queue, and returns a function that plans its parts. */
  async function addLadder(ownerId: string, title: string) {
    const { videoId } = await addVideo(app, { ownerId, title })
    await insertSourceInfo(sql, videoId, sourceInfo({ duration: 8 }))
    const priority = await sql.begin(async (tx) => {
      const turn = await nextJobPriority(tx, 'ladder', ownerId)
      await enqueue(tx, makeLadderJob, { videoId, run: 'x' }, { priority: turn })
      return turn
    })
    return async () => {
      const run = { signal, isStopping: () => false, attempt: 1, isLastAttempt: false, priority }
      await makeLadderJob.handler(app.context, { videoId, run: 'x' }, run)
      await sql`
        select graphile_worker.complete_jobs(array_agg(j.id)) from graphile_worker._private_jobs j
        where payload ->> 'videoId' = ${videoId} and payload -> 'number' is null`
    }
  }
  const [early, late] = [await app.createPerson(), await app.createPerson()]
  const planEarly = await addLadder(early.id, 'early')
  await addLadder(early.id, 'early again')
  await planEarly()
  const planLate = await addLadder(late.id, 'late')
  await planLate()

  const queue = await sql<{ title: string; number: number | null }[]>`
    select v.title, j.payload -> 'number' as number
    from graphile_worker._private_jobs j join videos v on v.id = (j.payload ->> 'videoId')::uuid
    order by j.priority, j.run_at, j.id`
  expect(queue.map(({ title, number }) => `${title} ${number ?? 'ladder'}`)).toEqual([
    ...['early 0', 'early 1', 'late 0', 'late 1'],
    ...['early 2', 'late 2', 'early 3', 'late 3', 'early again ladder'],
  ])
})

it('a video whose parts do not fit together is encoded in one pass', async () => {
  const app = await createApp()
  const owner = await app.signedIn()
  const { data } = await owner.call(api.videos.upload, { form: await uploadForm('lying') })
  await app.runJobs(ladderJobs)
  const ready = await getVideo(owner, data._id)
  expect(ready).toMatchObject({ status: 'ready', progress: 100 })
  expect(ready.duration).toBeCloseTo(2, 1)
  expect(app.done).toContain(makeLadderPartJob.name)
  expect(app.done).not.toContain(joinLadderJob.name)
  expect(await app.listParts()).toEqual([])
})

it('a part that fails for good fails the video, which is encoded in one pass when its owner retries it', async () => {
  const app = await createApp()
  const { sql } = app.context
  const { owner, videoId } = await planTwoParts(app)
  await sql`
    select graphile_worker.reschedule_jobs(array_agg(id), attempts => 2) from graphile_worker.jobs
    where task_identifier = ${makeLadderPartJob.name}`
  await app.runJobs([{ ...makeLadderPartJob, timeoutSeconds: 0.001 }])
  const failed = await getVideo(owner, videoId)
  expect(failed).toMatchObject({ status: 'failed', failure: 'Processing failed. Please try again.' })
  await owner.call(api.videos.retry, { params: { id: videoId } })
  await app.runJobs(ladderJobs)
  expect(await getVideo(owner, videoId)).toMatchObject({ status: 'ready', failure: null })
  expect(app.done).not.toContain(joinLadderJob.name)
})

it('deleting a video between its parts leaves no files', async () => {
  const app = await createApp()
  const { sql, storage } = app.context
  const { owner, videoId } = await planTwoParts(app)
  let stored: unknown[] = []
  let files: string[] = []
  const handler: typeof makeLadderPartJob.handler = async (context, part, run) => {
    await makeLadderPartJob.handler(context, part, run)
    if (stored.length > 0) return
    stored = (await app.listParts()).filter(({ seconds }) => seconds !== null)
    files = (await storage.list('sources')).filter((key) => key.includes('/parts-'))
    await owner.call(api.videos.remove, { params: { id: videoId } })
  }
  await app.runJobs([{ ...makeLadderPartJob, handler }])
  expect(stored).toHaveLength(1)
  expect(files).not.toEqual([])
  await app.runJobs()
  expect(await sql`select from graphile_worker.jobs`).toEqual([])
  expect(await storage.list('')).toEqual([])
  expect(await readdir(app.config.scratchDir)).toEqual([])
  expect(await app.listParts()).toEqual([])
})
