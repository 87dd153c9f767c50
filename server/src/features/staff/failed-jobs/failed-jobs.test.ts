import { api } from '@vireo/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import { codeOf } from '../../../../test/app/client.ts'
import { addVideo } from '../../../../test/content/videos.ts'
import { enqueue } from '../../../jobs/define-job.ts'
import { secondsAfter } from '../../../lib/clock.ts'
import { newId } from '../../../lib/ids.ts'
import { removeFolderJob } from '../../core/files/files.jobs.ts'
import { makeLadderJob } from '../../publishing/videos/processing/ladder/ladder.jobs.ts'
import { makePlayableJob } from '../../publishing/videos/processing/processing.jobs.ts'
import { staff } from '../moderation/test-kit.ts'

let app: TestApp
let admin: Awaited<ReturnType<typeof staff>>
beforeAll(async () => {
  // Without a worker, so that jobs stay as the tests have left them.
  app = await createTestApp()
  admin = await staff(app, 'admin')
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.context.sql`delete from graphile_worker._private_jobs`
})

const report = async () => (await admin.call(api.failedJobs.list)).data
/** Marks all jobs as failed for good, as the queue does after the last attempt. */
const failAll = (message = 'The disk is full') => app.context.sql`
  update graphile_worker._private_jobs set attempts = max_attempts, last_error = ${message}, updated_at = now()`
const latestEntry = async () => (await admin.call(api.moderation.log, { query: {} })).data.docs[0]

describe('the report about jobs', () => {
  it('counts waiting, running and delayed jobs in each pool, and how long the oldest has waited', async () => {
    const { sql } = app.context
    const payload = { videoId: newId(), run: 'x' }
    await enqueue(sql, removeFolderJob, { folder: 'videos/x' })
    await enqueue(sql, removeFolderJob, { folder: 'videos/y' }, { runAt: secondsAfter(new Date(), 3600) })
    await enqueue(sql, makePlayableJob, payload)
    await enqueue(sql, makeLadderJob, payload, { runAt: secondsAfter(new Date(), -60) })
    await enqueue(sql, makeLadderJob, payload)
    await enqueue(sql, makeLadderJob, payload)
    await sql`
      update graphile_worker._private_jobs set locked_at = now(), locked_by = 'someone'
      where id = (select max(id) from graphile_worker._private_jobs)`
    const { pools, failed, failedCount } = await report()
    expect(pools).toMatchObject([
      { pool: 'light', waiting: 1, running: 0, scheduled: 1 },
      { pool: 'push', waiting: 0, running: 0, scheduled: 0 },
      { pool: 'playable', waiting: 1, running: 0, scheduled: 0 },
      { pool: 'heavy', waiting: 2, running: 1, scheduled: 0 },
    ])
    const waited = Date.now() - Date.parse(pools[3]?.oldest ?? '')
    expect(Math.round(waited / 1000)).toBeGreaterThanOrEqual(60)
    expect([failed, failedCount]).toEqual([[], 0])
  })

  it('has the latest failed jobs with their message and video, without their payloads', async () => {
    const { sql } = app.context
    const { videoId } = await addVideo(app, { title: 'Herons' })
    await enqueue(sql, makeLadderJob, { videoId, run: 'hidden-run' })
    await enqueue(sql, removeFolderJob, { folder: 'hidden-folder' })
    await failAll('x'.repeat(2000))
    await sql`
      insert into graphile_worker._private_jobs (task_id, attempts, max_attempts, updated_at)
      select (select max(task_id) from graphile_worker._private_jobs), 1, 1, now() - interval '1 day'
      from generate_series(1, 60)`
    const { failed, failedCount } = await report()
    expect([failed.length, failedCount]).toEqual([50, 62])
    const ladder = failed.find(({ name }) => name === makeLadderJob.name)
    expect(ladder).toMatchObject({
      message: 'x'.repeat(500),
      attempts: 3,
      video: { _id: videoId, title: 'Herons' },
    })
    expect(JSON.stringify(failed)).not.toContain('hidden')
  })
})

describe('a failed job', () => {
  it('is retried or dismissed once, and recorded in the audit log', async () => {
    const { sql } = app.context
    await enqueue(sql, removeFolderJob, { folder: 'videos/x' })
    await failAll()
    const id = (await report()).failed[0]?._id ?? ''
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => admin.call(api.failedJobs.retry, { params: { id } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404])
    expect(await sql`select attempts::int from graphile_worker.jobs`).toEqual([{ attempts: 0 }])
    expect(await latestEntry()).toMatchObject({
      action: 'retry-job',
      note: removeFolderJob.name,
      actorName: admin.person.username,
    })
    const dismiss = () => admin.call(api.failedJobs.dismiss, { params: { id } })
    expect(codeOf(await dismiss()), 'while it waits').toEqual([404, 'job.not-found'])
    await failAll()
    expect((await dismiss()).status).toBe(200)
    expect(await sql`select from graphile_worker.jobs`).toHaveLength(0)
    expect(await latestEntry()).toMatchObject({ action: 'dismiss-job', note: removeFolderJob.name })
    for (const wrong of ['0', 'x', '99999999999999999999', '-1'])
      expect((await admin.call(api.failedJobs.retry, { params: { id: wrong } })).status).toBe(404)
  })

  it('of an unfinished video is processed again once, even if several people retry it at the same time', async () => {
    const { sql } = app.context
    const owner = await app.signedIn()
    const { videoId } = await addVideo(app, { ownerId: owner.person.id })
    // `processing` is the status that remains if the process was killed during the last attempt.
    for (const status of ['failed', 'processing', 'failed', 'failed'] as const) {
      await sql`delete from graphile_worker._private_jobs`
      await enqueue(sql, makeLadderJob, { videoId, run: 'old' })
      await enqueue(sql, makePlayableJob, { videoId, run: 'older' })
      await failAll()
      await sql`update videos set status = ${status} where id = ${videoId}`
      const ids = (await report()).failed.map(({ _id }) => _id)
      const answers = await Promise.all([
        ...ids.map((id) => admin.call(api.failedJobs.retry, { params: { id } })),
        owner.call(api.videos.retry, { params: { id: videoId } }),
      ])
      expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
      expect(answers.every((answer) => answer.status < 500)).toBe(true)
      const jobs = await sql`select task_identifier as name from graphile_worker.jobs`
      expect(jobs).toEqual([{ name: makePlayableJob.name }])
      expect(await sql`select status from videos where id = ${videoId}`).toEqual([{ status: 'uploaded' }])
    }
  })

  it('of a video that is ready, is being processed or was deleted cannot be retried, with the reason', async () => {
    const { sql } = app.context
    const { videoId } = await addVideo(app)
    await enqueue(sql, makeLadderJob, { videoId, run: 'old' })
    await failAll()
    const id = (await report()).failed[0]?._id ?? ''
    const retry = async () => codeOf(await admin.call(api.failedJobs.retry, { params: { id } }))
    expect(await retry()).toEqual([409, 'video.not-failed'])
    await sql`update videos set status = 'processing' where id = ${videoId}`
    await enqueue(sql, makeLadderJob, { videoId, run: 'new' })
    expect(await retry()).toEqual([409, 'video.processing'])
    await sql`delete from videos where id = ${videoId}`
    expect(await retry()).toEqual([404, 'video.not-found'])
    expect(
      (await report()).failed.map(({ _id }) => _id),
      'still to be dismissed',
    ).toEqual([id])
  })
})

describe('the report about storage', () => {
  it('has the bytes of all videos, the free space, and the largest accounts', async () => {
    const { sql } = app.context
    const add = async (name: string, bytes: number) => {
      const { id } = await app.createPerson(name)
      const { videoId } = await addVideo(app, { ownerId: id })
      await sql`
        insert into video_bytes (video_id, part, bytes) values (${videoId}, 'a', ${bytes}), (${videoId}, 'b', 1)`
    }
    await add('small', 1000)
    await add('large', 3_000_000_000)
    for (let i = 0; i < 10; i++) await add(`medium${i}`, 2000 + i)
    const { data } = await admin.call(api.siteStorage.get)
    const [rows] = await sql`select sum(bytes)::float8 as bytes from video_bytes`
    expect(data.used).toBe(rows?.bytes)
    expect(data.free).toBeGreaterThan(0)
    expect(data.accounts).toHaveLength(10)
    expect(data.accounts[0]).toMatchObject({ owner: { username: 'large' }, bytes: 3_000_000_001 })
    expect(data.accounts.map(({ owner }) => owner.username)).not.toContain('small')
  })
})

it('jobs and storage are for administrators, and a 404 for others', async () => {
  const params = { id: '1' }
  for (const client of [app.visitor(), await app.signedIn(), await staff(app, 'moderator')]) {
    for (const endpoint of [api.failedJobs.list, api.siteStorage.get])
      expect(codeOf(await client.call(endpoint))).toEqual([404, 'request.not-found'])
    for (const endpoint of [api.failedJobs.retry, api.failedJobs.dismiss])
      expect(codeOf(await client.call(endpoint, { params }))).toEqual([404, 'request.not-found'])
  }
})
