import { readdir } from 'node:fs/promises'
import { api, type EventData } from '@vireo/contract'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createTestApp } from '../../../../test/app.ts'
import { patiently } from '../../../../test/patience.ts'
import { descendantsOf } from '../../../../test/processes.ts'
import { isFinished, uploadForm, waitForVideo } from '../../../../test/videos.ts'
import { makeJobsDue } from '../../../../test/worker.ts'
import type { Context } from '../../../context.ts'
import { enqueue, type Job } from '../../../jobs/define-job.ts'
import { startWorker } from '../../../jobs/run-worker.ts'
import { runWorker } from '../../../worker.ts'
import { claimForWork } from '../../disk-space/disk-space.service.ts'
import { startAbandonedCheck } from './abandoned-videos.service.ts'
import { makeExtrasJob, makePlayableJob } from './processing.jobs.ts'

/** An app whose jobs wait until the test starts a worker. */
async function createIdleApp() {
  const app = await createTestApp({ WORKER_CONCURRENCY: '1' })
  onTestFinished(app.close)
  const { sql, databaseUrl, log } = app.context

  async function work(job?: Job<Context>) {
    const concurrency = { light: 1, push: 1, playable: 1, heavy: 1 }
    const worker = job
      ? await startWorker({ context: app.context, jobs: [job], databaseUrl, sql, log, concurrency })
      : await runWorker(app.context)
    let stopping: Promise<void> | undefined
    const stop = () => {
      stopping ??= worker.stop()
      return stopping
    }
    onTestFinished(stop)
    return { stop }
  }

  async function upload(client: Awaited<ReturnType<typeof app.signedIn>>, clip: 'tiny' | 'fast' = 'tiny') {
    const { data } = await client.call(api.videos.upload, { form: await uploadForm(clip) })
    return data._id
  }
  return { ...app, work, upload }
}

it('a person with many videos does not delay others: everybody’s first is processed before anybody’s second', async () => {
  const app = await createIdleApp()
  const [busy, late] = await Promise.all([app.signedIn('busy'), app.signedIn('late')])
  for (let count = 0; count < 2; count++) await app.upload(busy)
  await app.upload(late)
  const playable: string[] = []
  const ready: string[] = []
  const listening = await app.context.sql.listen('personal_events', (message) => {
    const { userId: ownerId, event } = JSON.parse(message)
    const video: EventData<'video-progress'> = event.data
    const list = video.status === 'ready' ? ready : playable
    const entry = `${ownerId === busy.person.id ? 'busy' : 'late'} ${video._id}`
    if (video.isPlayable && !list.includes(entry)) list.push(entry)
  })
  onTestFinished(() => listening.unlisten())
  await app.work()
  await vi.waitFor(() => expect(ready).toHaveLength(3), { ...patiently, timeout: 100_000 })
  const owners = (list: string[]) => list.map((entry) => entry.split(' ')[0])
  expect(owners(playable)).toEqual(['busy', 'late', 'busy'])
  expect(owners(ready)).toEqual(['busy', 'late', 'busy'])
})

it('simultaneous uploads of one person get successive turns, and a new uploader gets the current turn', async () => {
  const app = await createIdleApp()
  const { sql } = app.context
  const [early, late] = await Promise.all([app.signedIn(), app.signedIn()])
  await Promise.all([app.upload(early), app.upload(early), app.upload(early)])
  const turns = async () => {
    const rows = await sql<
      { priority: number }[]
    >`select priority from graphile_worker.jobs order by priority`
    return rows.map(({ priority }) => priority)
  }
  expect(await turns()).toEqual([0, 1, 2])
  await sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs where priority = 0`
  await app.upload(late)
  expect(await turns()).toEqual([1, 1, 2])
  await app.upload(late)
  expect(await turns()).toEqual([1, 1, 2, 2])
})

it('a video whose last attempt takes too long fails, and can be retried', async () => {
  const app = await createIdleApp()
  const { sql } = app.context
  const owner = await app.signedIn()
  const id = await app.upload(owner)
  await sql`select graphile_worker.reschedule_jobs(array_agg(id), attempts => 2) from graphile_worker.jobs`
  const hasty = await app.work({ ...makePlayableJob, timeoutSeconds: 0.001 })
  const failed = await waitForVideo(owner, id, isFinished)
  expect(failed).toMatchObject({ status: 'failed', failure: 'Processing failed. Please try again.' })
  await hasty.stop()
  await owner.call(api.videos.retry, { params: { id } })
  await app.work()
  expect(await waitForVideo(owner, id, isFinished)).toMatchObject({ status: 'ready', failure: null })
})

it('deleting a video stops its ffmpeg and leaves no temporary files', async () => {
  const app = await createIdleApp()
  const owner = await app.signedIn()
  const id = await app.upload(owner, 'fast')
  await app.work()
  // ffmpeg is paused, so that it cannot finish by itself.
  const frozen = await vi.waitFor(async () => {
    for (const { pid } of await descendantsOf(process.pid, 'ffmpeg')) process.kill(pid, 'SIGSTOP')
    const [stopped] = (await descendantsOf(process.pid, 'ffmpeg')).filter(({ state }) => state === 'T')
    if (!stopped) throw new Error('No ffmpeg is running')
    return stopped
  }, patiently)
  onTestFinished(() => {
    try {
      process.kill(frozen.pid, 'SIGKILL')
    } catch {}
  })
  expect(await readdir(app.config.scratchDir)).not.toEqual([])
  await owner.call(api.videos.remove, { params: { id } })
  await vi.waitFor(async () => {
    expect(await descendantsOf(process.pid, 'ffmpeg')).toEqual([])
    expect(await readdir(app.config.scratchDir)).toEqual([])
    expect(await app.context.sql`select from graphile_worker.jobs`).toEqual([])
  }, patiently)
  expect(await app.context.storage.list('')).toEqual([])
})

it('a first step that was committed, but not marked as done before a crash, is not repeated', async () => {
  const app = await createIdleApp()
  const { sql } = app.context
  const owner = await app.signedIn()
  const id = await app.upload(owner)
  const [queued] = await sql<{ payload: { videoId: string; run: string } }[]>`
    select payload from graphile_worker._private_jobs`
  await app.work()
  await waitForVideo(owner, id, isFinished)
  await enqueue(sql, makePlayableJob, queued?.payload ?? { videoId: '', run: '' })
  await vi.waitFor(async () => {
    expect(await sql`select from graphile_worker.jobs where run_at <= now()`).toEqual([])
  }, patiently)
  expect(await waitForVideo(owner, id, isFinished)).toMatchObject({ status: 'ready' })
})

it('a video keeps its state and disk claim while the last attempt of its job may still be repeated', async () => {
  const app = await createIdleApp()
  const { sql } = app.context
  const owner = await app.signedIn()
  const id = await app.upload(owner)
  app.clock.advance(60)
  const check = () => startAbandonedCheck(app.context).stop()
  // Its process was killed before it could release the claim.
  await claimForWork(app.context, { id: `playable:${id}`, videoId: id, bytes: 1000 })
  const claims = () => sql`select from disk_claims`
  // The state of a job that has failed for the last time.
  await sql`
    select graphile_worker.reschedule_jobs(array_agg(id), attempts => 3, run_at => now() + interval '20 s')
    from graphile_worker.jobs`
  await check()
  expect(await waitForVideo(owner, id, () => true)).toMatchObject({ status: 'uploaded' })
  expect(await claims()).toHaveLength(1)
  await sql`
    select graphile_worker.reschedule_jobs(array_agg(id), attempts => 3, run_at => now()) from graphile_worker.jobs`
  await check()
  expect(await waitForVideo(owner, id, () => true)).toMatchObject({ status: 'failed' })
  expect(await claims()).toEqual([])
})

it('extras wait while the disk is full, and are made once there is room again', async () => {
  const app = await createIdleApp()
  const { sql, storage } = app.context
  const owner = await app.signedIn()
  const id = await app.upload(owner)
  const first = await app.work(makePlayableJob)
  await waitForVideo(owner, id, ({ isPlayable }) => isPlayable)
  await first.stop()

  Object.assign(storage, { freeBytes: async () => 0 })
  onTestFinished(() => void Reflect.deleteProperty(storage, 'freeBytes'))
  await app.work(makeExtrasJob)
  await vi.waitFor(async () => {
    const [job] = await sql`
      select attempts, run_at > now() as "isLater", last_error from graphile_worker.jobs
      where task_identifier = ${makeExtrasJob.name} and locked_at is null`
    expect(job).toEqual({
      attempts: 0,
      isLater: true,
      last_error: expect.stringContaining('not enough room'),
    })
  }, patiently)

  Reflect.deleteProperty(storage, 'freeBytes')
  await makeJobsDue(sql)
  await waitForVideo(owner, id, ({ hasPreview }) => hasPreview)
})
