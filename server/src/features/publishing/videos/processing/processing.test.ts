import { readdir } from 'node:fs/promises'
import { api, type EventData } from '@vireo/contract'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createTestApp } from '../../../../../test/app/app.ts'
import { getVideo, uploadForm } from '../../../../../test/content/videos.ts'
import { makeJobsDue } from '../../../../../test/jobs/worker.ts'
import { patiently } from '../../../../../test/patience.ts'
import { descendantsOf } from '../../../../../test/programs/processes.ts'
import { enqueue } from '../../../../jobs/define-job.ts'
import { startWorker } from '../../../../jobs/run-worker.ts'
import { claimForWork } from '../../../core/disk-space/disk-space.service.ts'
import { startAbandonedCheck } from './abandoned-videos.service.ts'
import { makeLadderJob } from './ladder/ladder.jobs.ts'
import { makeExtrasJob, makePlayableJob } from './processing.jobs.ts'

/** An app that makes one video at a time. */
async function createApp() {
  const app = await createTestApp({ WORKER_CONCURRENCY: '1' })
  onTestFinished(app.close)

  async function upload(client: Awaited<ReturnType<typeof app.signedIn>>, clip: 'tiny' | 'fast' = 'tiny') {
    const { data } = await client.call(api.videos.upload, { form: await uploadForm(clip) })
    return data._id
  }
  return { ...app, upload }
}

it('a person with many videos does not delay others: everybody’s first is processed before anybody’s second', async () => {
  const app = await createApp()
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
  const { context } = app
  const worker = await startWorker({
    ...{ context, databaseUrl: context.databaseUrl, sql: context.sql, log: context.log },
    jobs: [makePlayableJob, makeLadderJob],
    concurrency: { light: 1, push: 1, playable: 1, heavy: 1 },
  })
  onTestFinished(() => worker.stop())
  await vi.waitFor(() => expect(ready).toHaveLength(3), patiently)
  const owners = (list: string[]) => list.map((entry) => entry.split(' ')[0])
  expect(owners(playable)).toEqual(['busy', 'late', 'busy'])
  expect(owners(ready)).toEqual(['busy', 'late', 'busy'])
})

it('simultaneous uploads of one person get successive turns, and a new uploader gets the current turn', async () => {
  const app = await createApp()
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
  const app = await createApp()
  const { sql } = app.context
  const owner = await app.signedIn()
  const id = await app.upload(owner)
  await sql`select graphile_worker.reschedule_jobs(array_agg(id), attempts => 2) from graphile_worker.jobs`
  await app.runJobs([{ ...makePlayableJob, timeoutSeconds: 0.001 }])
  const failed = await getVideo(owner, id)
  expect(failed).toMatchObject({ status: 'failed', failure: 'Processing failed. Please try again.' })
  await owner.call(api.videos.retry, { params: { id } })
  await app.runJobs([makePlayableJob, makeLadderJob])
  expect(await getVideo(owner, id)).toMatchObject({ status: 'ready', failure: null })
})

it('deleting a video stops its ffmpeg and leaves no temporary files', async () => {
  const app = await createApp()
  const owner = await app.signedIn()
  const id = await app.upload(owner, 'fast')
  const running = app.runJobs()
  // ffmpeg is paused, so that it cannot finish.
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
  await running
  expect(await descendantsOf(process.pid, 'ffmpeg')).toEqual([])
  expect(await readdir(app.config.scratchDir)).toEqual([])
  expect(await app.context.sql`select from graphile_worker.jobs`).toEqual([])
  expect(await app.context.storage.list('')).toEqual([])
})

it('a first step that was committed, but not marked as done before a crash, is not repeated', async () => {
  const app = await createApp()
  const { sql } = app.context
  const owner = await app.signedIn()
  const id = await app.upload(owner)
  const [queued] = await sql<{ payload: { videoId: string; run: string } }[]>`
    select payload from graphile_worker._private_jobs`
  await app.runJobs([makePlayableJob, makeLadderJob])
  const { hls } = await getVideo(owner, id)
  await enqueue(sql, makePlayableJob, queued?.payload ?? { videoId: '', run: '' })
  await app.runJobs([makePlayableJob])
  const left = sql`select from graphile_worker.jobs where task_identifier = ${makePlayableJob.name}`
  expect(await left).toEqual([])
  expect(await getVideo(owner, id)).toMatchObject({ status: 'ready', hls })
})

it('a video keeps its state and disk claim while the last attempt of its job may still be repeated', async () => {
  const app = await createApp()
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
  expect(await getVideo(owner, id)).toMatchObject({ status: 'uploaded' })
  expect(await claims()).toHaveLength(1)
  await sql`
    select graphile_worker.reschedule_jobs(array_agg(id), attempts => 3, run_at => now()) from graphile_worker.jobs`
  await check()
  expect(await getVideo(owner, id)).toMatchObject({ status: 'failed' })
  expect(await claims()).toEqual([])
})

it('extras wait while the disk is full, and are made once there is room again', async () => {
  const app = await createApp()
  const { sql, storage } = app.context
  const owner = await app.signedIn()
  const id = await app.upload(owner)
  await app.runJobs([makePlayableJob])

  Object.assign(storage, { freeBytes: async () => 0 })
  onTestFinished(() => void Reflect.deleteProperty(storage, 'freeBytes'))
  await app.runJobs([makeExtrasJob])
  const [job] = await sql`
    select attempts, run_at > now() as "isLater", last_error from graphile_worker.jobs
    where task_identifier = ${makeExtrasJob.name}`
  expect(job).toEqual({ attempts: 0, isLater: true, last_error: expect.stringContaining('not enough room') })

  Reflect.deleteProperty(storage, 'freeBytes')
  await makeJobsDue(sql)
  await app.runJobs([makeExtrasJob])
  expect(await getVideo(owner, id)).toMatchObject({ hasPreview: true })
})
