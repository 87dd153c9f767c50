import { api } from '@vireo/contract'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createTestApp, type TestApp } from '../../../../../../test/app/app.ts'
import { addVideo, uploadForm } from '../../../../../../test/content/videos.ts'
import { patiently } from '../../../../../../test/patience.ts'
import { enqueue } from '../../../../../jobs/define-job.ts'
import { makeLadderJob } from '../ladder/ladder.jobs.ts'
import { setPartProgress } from '../ladder/ladder-parts.queries.ts'
import { makePlayableJob } from '../processing.jobs.ts'
import { nextJobPriority } from '../processing.queries.ts'
import { listSpeeds, recordSpeed } from './estimates.queries.ts'
import { refreshEstimates } from './estimates.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Person = Awaited<ReturnType<TestApp['signedIn']>>

async function addWaiting({ person }: Person) {
  const { sql } = app.context
  const { videoId } = await addVideo(app, { ownerId: person.id, isPlayable: false })
  await sql.begin(async (tx) => {
    const priority = await nextJobPriority(tx, 'ladder', person.id)
    await enqueue(tx, makeLadderJob, { videoId, run: 'x' }, { priority })
  })
  return videoId
}

const estimateOf = async (client: Person, id: string) =>
  (await client.call(api.videos.get, { params: { id } })).data.estimate

it('owners see the place in the queue and the time left, as people take turns, and are notified of changes', async () => {
  const { sql } = app.context
  const [busy, late] = [await app.signedIn(), await app.signedIn()]
  const running = await addWaiting(busy)
  const second = await addWaiting(busy)
  const other = await addWaiting(late)
  await sql`
    update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker'
    where payload ->> 'videoId' = ${running}`
  await refreshEstimates(app.context)
  expect(await estimateOf(busy, running), 'before anything was processed').toBeUndefined()
  expect(await estimateOf(late, other)).toEqual({ place: 1, secondsLeft: null })

  // A minute of 720p in a hundred seconds.
  await recordSpeed(sql, 'ladder', { amount: 60 * 1280 * 720, seconds: 100 })
  const sentEstimates: [string, unknown][] = []
  const listening = await sql.listen('personal_events', (message) => {
    const { data } = JSON.parse(message).event
    sentEstimates.push([data._id, data.estimate])
  })
  onTestFinished(() => listening.unlisten())
  await Promise.all(Array.from({ length: 20 }, () => refreshEstimates(app.context)))
  expect(await estimateOf(busy, running)).toEqual({ place: null, secondsLeft: 120 })
  expect(await estimateOf(late, other)).toEqual({ place: 1, secondsLeft: 240 })
  expect(await estimateOf(busy, second)).toEqual({ place: 2, secondsLeft: 300 })
  await sql`update videos set is_playable = true where id = ${second}`
  expect(await estimateOf(busy, second), 'of a playable video').toBeDefined()
  expect(await estimateOf(late, second), 'of someone else').toBeUndefined()
  await expect.poll(() => sentEstimates, patiently).toHaveLength(3)
  expect(sentEstimates).toContainEqual([second, { place: 2, secondsLeft: 300 }])
  await refreshEstimates(app.context)
  const { data } = await busy.call(api.videos.list, { query: { userId: busy.person.id } })
  expect(data.docs.map(({ estimate }) => estimate?.place ?? null)).toEqual([2, null])
  expect(sentEstimates, 'nothing has changed').toHaveLength(3)

  await sql`update videos set status = 'ready' where id = ${running}`
  expect(await estimateOf(busy, running), 'of a finished video').toBeUndefined()
  await sql`delete from graphile_worker._private_jobs`
  await sql`update videos set status = 'ready'`
})

it('a video encoded in parts counts as processing from the first part to the last, with the progress of all parts', async () => {
  const { sql, clock } = app.context
  const owner = await app.signedIn()
  const id = await addWaiting(owner)
  const other = await addWaiting(owner)
  await sql`
    insert into ladder_parts (video_id, run, number, first_frame, created_at)
    select ${id}, 'x', number, 0, now() - interval '100 seconds' from generate_series(0, 2) as number`
  for (const number of [1, 2]) await setPartProgress(sql, { videoId: id, run: 'x', number }, 50, clock.now())
  await refreshEstimates(app.context)
  expect(await estimateOf(owner, id)).toEqual({ place: null, secondsLeft: 120 })
  expect(await estimateOf(owner, other)).toMatchObject({ place: 1 })
  await sql`delete from graphile_worker._private_jobs`
  await sql`update videos set status = 'ready'`
})

it('an attempt after an interrupted one starts without its progress', async () => {
  const { sql } = app.context
  const { videoId } = await addVideo(app)
  await sql`update videos set status = 'processing', progress = 50 where id = ${videoId}`
  const { signal } = new AbortController()
  const run = { signal, isStopping: () => false, attempt: 2, isLastAttempt: false, priority: 0 }
  const encoding = makeLadderJob.handler(app.context, { videoId, run: 'x' }, run)
  await expect(encoding, 'it has no source').rejects.toThrow()
  const [video] = await sql`select progress from videos where id = ${videoId}`
  expect(video?.progress).toBe(0)
})

it('the speed is measured with every video, and longer and later ones count more', async () => {
  const { sql } = app.context
  await sql`delete from processing_speeds`
  const owner = await app.signedIn()
  await owner.call(api.videos.upload, { form: await uploadForm('tiny') })
  await app.runJobs([makePlayableJob, makeLadderJob])
  const speeds = await listSpeeds(sql)
  expect([...speeds.keys()].sort()).toEqual([expect.stringMatching(/^(copy|playable)$/), 'ladder'].sort())
  for (const speed of speeds.values()) expect(speed).toBeGreaterThan(0)
  const speedAfter = async (amount: number, seconds: number) => {
    await recordSpeed(sql, 'test', { amount, seconds })
    return (await listSpeeds(sql)).get('test')
  }
  expect(await speedAfter(60_000, 600)).toBe(100)
  expect(await speedAfter(1, 1), 'a short one').toBeCloseTo(100, -1)
  expect(await speedAfter(30_000, 600), 'a long one').toBeCloseTo(200 / 3, 0)
})
