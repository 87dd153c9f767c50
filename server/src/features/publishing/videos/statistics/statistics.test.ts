import { api } from '@vireo/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../../test/app/app.ts'
import type { TestClient } from '../../../../../test/app/client.ts'
import { addVideo } from '../../../../../test/content/videos.ts'
import { dayOf } from '../../../../lib/clock.ts'
import { staff } from '../../../staff/moderation/test-kit.ts'
import { rollUp } from './roll-up.queries.ts'
import { sweepStatistics } from './statistics.service.ts'

let app: TestApp
beforeAll(async () => {
  // Without a worker, so that the tests decide when reports are added up.
  app = await createTestApp({ TRUST_PROXY: 'true' })
})
afterAll(() => app.close())
// How much can have been played depends on the time that has passed.
beforeEach(() => app.clock.stop())

async function open(client: TestClient, id: string) {
  return (await client.call(api.videos.get, { params: { id } })).data.viewToken
}

type Ranges = [from: number, to: number][]

async function report(
  client: TestClient,
  id: string,
  viewToken: string,
  ranges: Ranges,
  headers: Record<string, string> = {},
) {
  const body = { viewToken, ranges: ranges.map(([from, to]) => ({ from, to })) }
  const { data } = await client.call(api.statistics.recordPlayed, { params: { id }, body, headers })
  return data.isCounted
}

async function addOwnVideo(duration = 100) {
  const owner = await app.signedIn()
  const { videoId } = await addVideo(app, { ownerId: owner.person.id, duration })
  const statistics = async (days: 7 | 30 | 90 = 7) => {
    const input = { params: { id: videoId }, query: { days } }
    return (await owner.call(api.statistics.ofVideo, input)).data
  }
  return { owner, videoId, statistics }
}

it('views, watch time and watched parts are summed per day, and the owner sees them', async () => {
  const { sql } = app.context
  const { videoId, statistics } = await addOwnVideo()
  expect((await statistics()).audience).toBeNull()
  const visitor = app.visitor()
  const first = await open(visitor, videoId)
  app.clock.advance(100)
  expect(await report(visitor, videoId, first, [[0, 30]])).toBe(true)
  expect(
    await report(visitor, videoId, first, [
      [30, 50.5],
      [90, 200],
    ]),
  ).toBe(true)
  const view = { params: { id: videoId }, body: { viewToken: first } }
  expect((await visitor.call(api.videos.recordView, view)).data.isCounted).toBe(true)
  await rollUp(sql)
  const before = dayOf(app.clock.now())
  app.clock.advance(24 * 3600)
  const second = await open(visitor, videoId)
  app.clock.advance(60)
  expect(
    await report(visitor, videoId, second, [
      [0, 10],
      [0, 10],
    ]),
  ).toBe(true)
  await rollUp(sql)
  const days = await sql`
    select day::text, views, watch_seconds from video_days where video_id = ${videoId} order by day`
  const today = dayOf(app.clock.now())
  expect(days).toEqual([
    { day: before, views: 1, watch_seconds: 60.5 },
    { day: today, views: 0, watch_seconds: 20 },
  ])
  const { days: shown, audience, video } = await statistics()
  expect(shown).toHaveLength(7)
  expect(shown.slice(-2)).toEqual([
    { day: before, views: 1, watchSeconds: 60.5 },
    { day: today, views: 0, watchSeconds: 20 },
  ])
  expect(shown.slice(0, 5).every(({ views, watchSeconds }) => views + watchSeconds === 0)).toBe(true)
  expect(video).toMatchObject({ _id: videoId, views: 1, duration: 100 })
  expect(audience).toMatchObject({ plays: 2, share: 80.5 / 200 })
  const times = (audience?.parts ?? []).map((part) => part * 2)
  expect(times).toHaveLength(100)
  expect([times[0], times[9], times[10], times[49], times[50], times[51], times[89], times[99]]).toEqual([
    3, 3, 1, 1, 0.5, 0, 0, 1,
  ])
})

it('the reports of a page count no more than can have been played since it was opened', async () => {
  const { sql } = app.context
  const { videoId } = await addOwnVideo(1000)
  const visitor = app.visitor()
  const token = await open(visitor, videoId)
  app.clock.advance(30)
  expect(await report(visitor, videoId, token, [[0, 70]]), 'more than twice the time').toBe(false)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => report(visitor, videoId, token, [[i * 10, i * 10 + 10]])),
  )
  expect(answers.filter(Boolean)).toHaveLength(6)
  await rollUp(sql)
  const rows = await sql`select plays::int, watch_seconds from video_audience where video_id = ${videoId}`
  expect(rows).toEqual([{ plays: 1, watch_seconds: 60 }])
})

it('a page has a limited number of reports, and ranges shorter than a fifth of a second do not count', async () => {
  const { videoId } = await addOwnVideo(1000)
  const visitor = app.visitor()
  const token = await open(visitor, videoId)
  app.clock.advance(30)
  expect(await report(visitor, videoId, token, [[0, 0.1]])).toBe(false)
  const sendTen = () =>
    Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        report(visitor, videoId, token, [
          [i, i + 1],
          [i, i + 0.1],
        ]),
      ),
    )
  expect((await sendTen()).filter(Boolean)).toHaveLength(8)
  app.clock.advance(20)
  expect((await sendTen()).filter(Boolean)).toHaveLength(2)
  expect(await app.context.sql`select from video_play_events where video_id = ${videoId}`).toHaveLength(10)
})

it('a backlog of several batches is added up, and there is no audience before the first play', async () => {
  const { sql } = app.context
  const { videoId, statistics } = await addOwnVideo()
  const day = dayOf(app.clock.now())
  const append = (count: number) => sql`
    with views as (insert into video_view_events (video_id, day) select ${videoId}, ${day} from generate_series(1, ${count}))
    insert into video_play_events (video_id, day, is_first, from_part, to_part, seconds)
    select ${videoId}, ${day}, false, 0, 1, 1 from generate_series(1, ${count})`
  await append(1)
  await rollUp(sql)
  expect((await statistics()).audience).toBeNull()
  await append(20_000)
  await sql`
    insert into video_play_events (video_id, day, is_first, from_part, to_part, seconds)
    values (${videoId}, ${day}, true, 0, 1, 1)`
  await rollUp(sql)
  const { audience, video } = await statistics()
  expect([video.views, audience?.plays, audience?.parts[0]]).toEqual([20_001, 1, 20_002])
  expect(await sql`select from video_play_events`).toEqual([])
})

it('visitors of other networks count separately, even with the token of a document that they share', async () => {
  const { videoId, statistics } = await addOwnVideo()
  const visitor = app.visitor()
  const token = await open(visitor, videoId)
  app.clock.advance(60)
  for (const address of ['192.0.2.1', '198.51.100.1'])
    expect(await report(visitor, videoId, token, [[0, 100]], { 'x-forwarded-for': address })).toBe(true)
  await rollUp(app.context.sql)
  expect((await statistics()).audience).toMatchObject({ plays: 2, share: 1 })
})

it('reports that arrive at the same time count exactly, even if some of them are invalid', async () => {
  const { sql } = app.context
  const [one, other] = [await addOwnVideo(), await addOwnVideo()]
  const visitor = app.visitor()
  const tokens = new Map([
    [one.videoId, await open(visitor, one.videoId)],
    [other.videoId, await open(visitor, other.videoId)],
  ])
  app.clock.advance(10)
  const send = (id: string, ip: string, ranges: Ranges) =>
    report(visitor, id, tokens.get(id) ?? '', ranges, { 'x-forwarded-for': ip })
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => [
      send(one.videoId, `198.51.100.${i}`, [
        [0, 4],
        [50, 52],
      ]),
      send(other.videoId, `198.51.100.${i}`, [[0, 5]]),
      // More than can have been played.
      send(one.videoId, `203.0.113.${i}`, [[0, 90]]),
      // Another device of the same network: to us the same page, of which 20 seconds can have been played.
      send(other.videoId, `2001:db8::${i}`, [[0, 5]]),
    ]).flat(),
  )
  const counted = [0, 1, 2, 3].map(
    (kind) => answers.filter((isCounted, i) => isCounted && i % 4 === kind).length,
  )
  expect(counted).toEqual([20, 20, 0, 4])
  await rollUp(sql)
  const rows = await sql`
    select video_id, plays::int, watch_seconds from video_audience
    where video_id = any(${[one.videoId, other.videoId]}::uuid[]) order by plays`
  expect(rows).toEqual([
    { video_id: one.videoId, plays: 20, watch_seconds: 120 },
    { video_id: other.videoId, plays: 21, watch_seconds: 120 },
  ])
})

it('playback by the owner or by people who opt out does not count, nor do made-up, foreign or old tokens', async () => {
  const { sql } = app.context
  const { owner, videoId } = await addOwnVideo()
  const { videoId: otherId } = await addVideo(app)
  const visitor = app.visitor()
  const own = await open(owner, videoId)
  const foreign = await open(visitor, otherId)
  const token = await open(visitor, videoId)
  app.clock.advance(60)
  const range: Ranges = [[0, 10]]
  expect(await report(owner, videoId, own, range)).toBe(false)
  expect(await report(visitor, videoId, foreign, range)).toBe(false)
  expect(await report(visitor, videoId, `1-x.${token.split('.')[1]}`, range)).toBe(false)
  expect(await report(visitor, videoId, 'nonsense', range)).toBe(false)
  expect(
    await report(visitor, videoId, token, [
      [10, 10],
      [20, 5],
      [100, 110],
    ]),
    'nothing played',
  ).toBe(false)
  for (const name of ['dnt', 'sec-gpc'])
    expect(await report(visitor, videoId, token, range, { [name]: '1' })).toBe(false)
  const view = { params: { id: videoId }, body: { viewToken: token }, headers: { dnt: '1' } }
  expect((await visitor.call(api.videos.recordView, view)).data.isCounted, 'the view itself').toBe(true)
  app.clock.advance(24 * 3600)
  expect(await report(visitor, videoId, token, range)).toBe(false)
  expect(await sql`select from video_play_events where video_id = ${videoId}`).toHaveLength(0)
})

it('twenty processes that add up at once count everything exactly once', async () => {
  const { sql } = app.context
  const { videoId, statistics } = await addOwnVideo()
  const videos = [videoId, (await addOwnVideo()).videoId]
  const day = dayOf(app.clock.now())
  const append = () => sql`
    with views as (insert into video_view_events (video_id, day) select unnest(${videos}::uuid[]), ${day})
    insert into video_play_events (video_id, day, is_first, from_part, to_part, seconds)
    select unnest(${videos}::uuid[]), ${day}, true, 0, 50, 50`
  for (let round = 0; round < 5; round++)
    await Promise.all(Array.from({ length: 20 }, async () => [await append(), await rollUp(sql)]))
  await rollUp(sql)
  const { video, days, audience } = await statistics()
  expect(video.views).toBe(100)
  expect(days.at(-1)).toEqual({ day, views: 100, watchSeconds: 5000 })
  expect(audience).toMatchObject({ plays: 100, share: 0.5 })
  expect(audience?.parts[49]).toBe(1)
  expect(audience?.parts[50]).toBe(0)
})

it('only the owner and administrators get statistics, others 404 and visitors 401', async () => {
  const { videoId } = await addOwnVideo()
  const statusFor = async (client: TestClient, id = videoId) =>
    (await client.call(api.statistics.ofVideo, { params: { id } })).status
  expect(await statusFor(app.visitor())).toBe(401)
  expect(await statusFor(await app.signedIn())).toBe(404)
  expect(await statusFor(await staff(app, 'moderator'))).toBe(404)
  const admin = await staff(app, 'admin')
  expect(await statusFor(admin)).toBe(200)
  expect(await statusFor(admin, 'nonsense')).toBe(404)
})

it('no table of statistics has a column about a person', async () => {
  const columns = await app.context.sql<{ name: string }[]>`
    select distinct column_name as name from information_schema.columns
    where table_name in ('video_plays', 'video_play_events', 'video_days', 'video_audience') order by 1`
  expect(columns.map(({ name }) => name)).toEqual([
    ...['day', 'expires_at', 'from_part', 'id', 'is_first', 'parts', 'plays', 'reports'],
    ...['seconds', 'to_part', 'video_id', 'views', 'watch_seconds'],
  ])
})

it('days are kept for 400 days and plays until their token expires; reports of deleted videos are dropped', async () => {
  const { sql } = app.context
  const { videoId, owner } = await addOwnVideo()
  const token = await open(app.visitor(), videoId)
  app.clock.advance(60)
  await report(app.visitor(), videoId, token, [[0, 10]])
  const today = dayOf(app.clock.now())
  for (const age of [399, 400, 401])
    await sql`insert into video_days (video_id, day) values (${videoId}, ${today}::date - ${age}::int)`
  await sweepStatistics(sql, app.clock.now())
  const days = () => sql`select from video_days where video_id = ${videoId}`
  expect(await days()).toHaveLength(2)
  expect(await sql`select from video_plays where expires_at > ${app.clock.now()}`).not.toHaveLength(0)
  await owner.call(api.videos.remove, { params: { id: videoId } })
  await rollUp(sql)
  expect(await sql`select from video_play_events`).toHaveLength(0)
  expect(await sql`select from video_audience where video_id = ${videoId}`).toHaveLength(0)
  app.clock.advance(13 * 3600)
  await sweepStatistics(sql, app.clock.now())
  expect(await sql`select from video_plays`).toHaveLength(0)
})
