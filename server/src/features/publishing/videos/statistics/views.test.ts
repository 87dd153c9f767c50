import { api } from '@vireo/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../../test/app/app.ts'
import type { TestClient } from '../../../../../test/app/client.ts'
import { addVideo } from '../../../../../test/content/videos.ts'
import { enqueue } from '../../../../jobs/define-job.ts'
import { sweepExpiredJob } from '../../../lifecycle/housekeeping/housekeeping.jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ TRUST_PROXY: 'true' })
})
afterAll(() => app.close())
// How much can have been played depends on the time that has passed.
beforeEach(() => app.clock.stop())

const headers = (address: number | string) => ({
  'x-forwarded-for': typeof address === 'number' ? `192.0.2.${address}` : address,
})

async function open(client: TestClient, videoId: string) {
  const { data } = await client.call(api.videos.get, { params: { id: videoId } })
  return data.viewToken
}

async function view(client: TestClient, videoId: string, viewToken: string, address: number | string = 1) {
  const input = { params: { id: videoId }, body: { viewToken }, headers: headers(address) }
  return (await client.call(api.videos.recordView, input)).data.isCounted
}

const viewsOf = async (videoId: string) =>
  (await app.visitor().call(api.videos.get, { params: { id: videoId } })).data.views

it('a view counts after ten seconds, once per viewer in six hours, and shows within seconds', async () => {
  const { videoId } = await addVideo(app)
  const visitor = app.visitor()
  const token = await open(visitor, videoId)
  expect(await view(visitor, videoId, token), 'too early').toBe(false)
  app.clock.advance(10)
  expect(await view(visitor, videoId, token)).toBe(true)
  expect(await view(visitor, videoId, token), 'again').toBe(false)
  expect(await view(visitor, videoId, token, 2), 'from another address').toBe(true)
  app.clock.advance(6 * 3600)
  const later = await open(visitor, videoId)
  app.clock.advance(10)
  expect(await view(visitor, videoId, later), 'six hours later').toBe(true)
  await app.runJobs()
  expect(await viewsOf(videoId)).toBe(3)
})

it('a view of a shorter video counts once all of it can have been played', async () => {
  const { videoId } = await addVideo(app, { duration: 3.4 })
  const visitor = app.visitor()
  const token = await open(visitor, videoId)
  app.clock.advance(4)
  expect(await view(visitor, videoId, token, 3)).toBe(true)
})

it('a view by the owner, or with a made-up, foreign or old token, does not count', async () => {
  const owner = await app.signedIn()
  const { videoId } = await addVideo(app, { ownerId: owner.person.id })
  const { videoId: otherId } = await addVideo(app)
  const own = await open(owner, videoId)
  const foreign = await open(app.visitor(), otherId)
  const old = await open(app.visitor(), videoId)
  app.clock.advance(60)
  expect(await view(owner, videoId, own)).toBe(false)
  expect(await view(app.visitor(), videoId, foreign, 4)).toBe(false)
  expect(await view(app.visitor(), videoId, `1.${old.split('.')[1]}`, 4)).toBe(false)
  expect(await view(app.visitor(), videoId, 'nonsense', 4)).toBe(false)
  app.clock.advance(24 * 3600)
  expect(await view(app.visitor(), videoId, old, 4)).toBe(false)
})

it('loading a video never counts as a view, and twenty simultaneous claims count once', async () => {
  const { videoId } = await addVideo(app)
  const visitor = app.visitor()
  const token = await open(visitor, videoId)
  app.clock.advance(10)
  const answers = await Promise.all(Array.from({ length: 20 }, () => view(visitor, videoId, token, 5)))
  expect(answers.filter(Boolean)).toHaveLength(1)
  await app.runJobs()
  expect(await viewsOf(videoId)).toBe(1)
})

it('the views of fifty visitors at the same moment all count, and each once', async () => {
  const { videoId } = await addVideo(app)
  const token = await open(app.visitor(), videoId)
  app.clock.advance(10)
  const visitors = Array.from({ length: 50 }, (_, i) => `198.51.100.${i}`)
  const claims = [...visitors, ...visitors].map((address) => view(app.visitor(), videoId, token, address))
  const answers = await Promise.all(claims)
  expect(answers.filter(Boolean)).toHaveLength(50)
  await app.runJobs()
  expect(await viewsOf(videoId)).toBe(50)
})

it('an address counts once with any User-Agent, and an IPv6 /64 counts as one address', async () => {
  const { videoId } = await addVideo(app)
  const visitor = app.visitor()
  const viewToken = await open(visitor, videoId)
  app.clock.advance(10)
  const claim = async (address: string, userAgent: string) => {
    const sent = { ...headers(address), 'user-agent': userAgent }
    const input = { params: { id: videoId }, body: { viewToken }, headers: sent }
    return (await visitor.call(api.videos.recordView, input)).data.isCounted
  }
  expect(await claim('198.51.100.7', 'One/1.0')).toBe(true)
  expect(await claim('198.51.100.7', 'Two/2.0')).toBe(false)
  expect(await claim('::ffff:198.51.100.7', 'One/1.0')).toBe(false)
  expect(await claim('2001:db8:1:2::1', 'One/1.0')).toBe(true)
  expect(await claim('2001:db8:1:2:ffff::9', 'Two/2.0')).toBe(false)
  expect(await claim('2001:db8:1:3::1', 'One/1.0')).toBe(true)
})

it('the six hours continue past midnight, when the key changes; old keys and rows are removed', async () => {
  const { sql } = app.context
  const { videoId } = await addVideo(app)
  const visitor = app.visitor()
  const day = 24 * 3600
  const secondsOfDay = (app.clock.now().getTime() / 1000) % day
  app.clock.advance(day - secondsOfDay - 3600)
  const claim = async () => {
    const token = await open(visitor, videoId)
    app.clock.advance(10)
    return view(visitor, videoId, token, '203.0.113.9')
  }
  const kept = () => sql<{ key: string }[]>`
    select encode(viewer_key, 'hex') as key from video_views where video_id = ${videoId}`
  const secrets = async () => (await sql`select from secrets where starts_with(name, 'views:')`).length
  expect(await claim()).toBe(true)
  const [first] = await kept()
  app.clock.advance(2 * 3600)
  expect(await claim(), 'after midnight').toBe(false)
  app.clock.advance(4 * 3600)
  expect(await claim(), 'six hours later').toBe(true)
  expect((await kept()).map(({ key }) => key)).toEqual([
    first?.key,
    expect.not.stringMatching(first?.key ?? ''),
  ])
  app.clock.advance(2 * day)
  await enqueue(sql, sweepExpiredJob, {})
  await app.runJobs()
  expect([(await kept()).length, await secrets()]).toEqual([0, 0])
})
