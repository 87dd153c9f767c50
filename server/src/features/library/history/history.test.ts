import { api, limits } from '@vireo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import type { TestClient } from '../../../../test/app/client.ts'
import { addVideo } from '../../../../test/content/videos.ts'
import { patiently } from '../../../../test/patience.ts'
import { newId } from '../../../lib/ids.ts'
import { createHistoryRecorder } from './history.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const watch = (client: TestClient, videoId: string, position?: number) =>
  client.call(api.history.add, { params: { videoId }, body: position === undefined ? {} : { position } })

const titles = async (client: TestClient) =>
  (await client.call(api.history.list, { query: {} })).data.map((entry) => entry.video.title)

it('the history is newest first, moves a re-watched video to the top, and is paged', async () => {
  const viewer = await app.signedIn()
  const ids: string[] = []
  for (const title of ['A', 'B', 'C']) {
    const { videoId } = await addVideo(app, { title })
    ids.push(videoId)
    await watch(viewer, videoId)
    app.clock.advance(1)
  }
  await watch(viewer, ids[0] ?? '')
  expect(await titles(viewer)).toEqual(['A', 'C', 'B'])
  const first = await viewer.call(api.history.list, { query: { limit: 2 } })
  expect(first.data[0]).toMatchObject({
    watchedAt: expect.stringMatching(/^\d{4}-.+Z$/),
    video: { _id: ids[0], owner: { fullname: 'Test Person' } },
  })
  const cursor = first.data.at(-1)?.cursor ?? ''
  const second = await viewer.call(api.history.list, { query: { limit: 2, cursor } })
  expect(second.data.map((entry) => entry.video.title)).toEqual(['B'])
  const dated = (year: string) => Buffer.from(JSON.stringify([`${year}-01-01T00:00:00.000Z`, ids[0]]))
  const wrong = ['nonsense', '-000001-01-01T00:00:00.000Z', dated('-000001').toString('base64url')]
  for (const cursor of wrong)
    expect((await viewer.call(api.history.list, { query: { cursor } })).status, cursor).toBe(400)
})

it('lists say where the viewer left off, only to them', async () => {
  const [viewer, owner] = [await app.signedIn(), await app.signedIn()]
  const { videoId } = await addVideo(app, { ownerId: owner.person.id, title: 'Ortolan', duration: 60 })
  const { videoId: opened } = await addVideo(app, { ownerId: owner.person.id, title: 'Ortolan two' })
  await viewer.call(api.subscriptions.toggle, { params: { channelId: owner.person.id }, body: {} })
  const lists = { home: {}, search: { query: 'ortolan' }, profile: { userId: owner.person.id } }
  const secondsIn = async (client: TestClient) => {
    const found: Record<string, unknown> = {}
    for (const [name, query] of Object.entries(lists)) {
      const { data } = await client.call(api.videos.list, { query })
      found[name] = data.docs
        .map(({ _id, watchedSeconds }) => _id === videoId && watchedSeconds)
        .filter(Boolean)
    }
    return found
  }
  const nowhere = { home: [], search: [], profile: [] }
  expect(await secondsIn(viewer)).toEqual(nowhere)
  await watch(viewer, videoId, 12.5)
  await watch(viewer, opened, 0)
  expect(await secondsIn(viewer)).toEqual({ home: [12.5], search: [12.5], profile: [12.5] })
  const { data } = await viewer.call(api.subscriptionFeed.list, { query: {} })
  expect(data.docs.map(({ video }) => video?.watchedSeconds)).toEqual([undefined, 12.5])
  for (const client of [app.visitor(), owner]) expect(await secondsIn(client)).toEqual(nowhere)
  await viewer.call(api.history.remove, { params: { videoId } })
  expect(await secondsIn(viewer)).toEqual(nowhere)
})

it('the history loses no entry between pages, neither of the same moment nor after a page of hidden videos', async () => {
  const viewer = await app.signedIn()
  const { sql, clock } = app.context
  const videos = []
  for (let i = 0; i < 9; i++) videos.push(await addVideo(app))
  const now = clock.now()
  const rows = videos.map(({ videoId }) => ({
    user_id: viewer.person.id,
    video_id: videoId,
    watched_at: now,
  }))
  await sql`insert into watch_history ${sql(rows)}`
  const ids = videos.map(({ videoId }) => videoId).sort()
  const hidden = ids.slice(3, 7)
  await sql`update videos set visibility = 'private' where id = any(${hidden})`
  const met: string[] = []
  for (let cursor: string | undefined = undefined as string | undefined; ; ) {
    const { data } = await viewer.call(api.history.list, { query: { limit: 2, ...(cursor && { cursor }) } })
    if (data.length === 0) break
    met.push(...data.map((entry) => entry.video._id))
    cursor = data.at(-1)?.cursor
  }
  expect(met).toEqual(ids.filter((id) => !hidden.includes(id)).reverse())
})

it('watching counts as a view once in six hours, unless it is the owner’s or the client reports views itself', async () => {
  const [owner, viewer] = [await app.signedIn(), await app.signedIn()]
  const { videoId } = await addVideo(app, { ownerId: owner.person.id })
  const views = async () => {
    await app.runJobs()
    return (await app.visitor().call(api.videos.get, { params: { id: videoId } })).data.views
  }
  await viewer.call(api.history.add, { params: { videoId }, body: { reportsViews: true } })
  await watch(owner, videoId)
  expect(await views()).toBe(0)
  await Promise.all([watch(viewer, videoId), watch(viewer, videoId), watch(viewer, videoId, 3)])
  expect(await views()).toBe(1)
  const { data } = await viewer.call(api.videos.get, { params: { id: videoId } })
  app.clock.advance(limits.viewAgainAfterSeconds - 600)
  const report = { params: { id: videoId }, body: { viewToken: data.viewToken } }
  const reported = await viewer.call(api.videos.recordView, report)
  expect(reported.data.isCounted, 'the same viewer reports a view').toBe(false)
  app.clock.advance(601)
  await watch(viewer, videoId)
  expect(await views()).toBe(2)
})

it('the history keeps the position in a video, or the start if the video was nearly over', async () => {
  const viewer = await app.signedIn()
  const { videoId } = await addVideo(app, { duration: 60 })
  const resumeAt = async () => (await viewer.call(api.videos.get, { params: { id: videoId } })).data.resumeAt
  expect(await resumeAt()).toBe(0)
  await watch(viewer, videoId, 21.5)
  expect(await resumeAt()).toBe(21.5)
  await watch(viewer, videoId)
  expect(await resumeAt(), 'opening again keeps the place').toBe(21.5)
  await watch(viewer, videoId, 58)
  expect(await resumeAt()).toBe(0)
  const { data } = await viewer.call(api.history.list, { query: {} })
  expect(data[0]?.position, 'the list still shows how far it was watched').toBe(58)
  const wrong = await viewer.call(api.history.add, { params: { videoId }, body: { position: -1 } })
  expect(wrong.envelope.errors?.[0]?.field).toBe('position')
})

it('positions that arrive at the same time are all kept, even if some of them are invalid', async () => {
  const { sql } = app.context
  const videos = [await addVideo(app), await addVideo(app), await addVideo(app, { visibility: 'private' })]
  const [open = '', other = '', hidden = ''] = videos.map(({ videoId }) => videoId)
  const viewers = await Promise.all(Array.from({ length: 10 }, () => app.signedIn()))
  const paused = await app.signedIn()
  await pause(paused, true)
  const answers = await Promise.all([
    ...viewers.flatMap((viewer, i) => [
      watch(viewer, open, i),
      watch(viewer, other),
      watch(viewer, hidden, 5),
    ]),
    watch(paused, open, 5),
    watch(paused, newId(), 5),
    watch(paused, 'nonsense', 5),
  ])
  const statuses = [...viewers.flatMap(() => [200, 200, 404]), 200, 404, 404]
  expect(answers.map(({ status }) => status)).toEqual(statuses)
  const rows = await sql`
    select user_id, position from watch_history where video_id = ${open} order by position`
  expect(rows).toEqual(viewers.map(({ person }, i) => ({ user_id: person.id, position: i })))
  expect(await sql`select from watch_history where video_id = ${other} and position = 0`).toHaveLength(10)
  expect(await sql`select from watch_history where video_id = ${hidden}`).toHaveLength(0)
})

it('an id in capitals is the same video, also at the same time', async () => {
  const { videoId } = await addVideo(app)
  const [first, viewer] = [await app.signedIn(), await app.signedIn()]
  expect((await watch(viewer, videoId.toUpperCase(), 3)).status).toBe(200)
  // Called directly, so that all are there before the first one is written, and the others are written together.
  const record = createHistoryRecorder(app.context)
  await Promise.all([
    record({ userId: first.person.id, videoId, position: 1 }),
    record({ userId: viewer.person.id, videoId, position: 7 }),
    record({ userId: viewer.person.id, videoId: videoId.toUpperCase(), position: 7 }),
  ])
  expect(await entries(viewer)).toMatchObject([{ video: { _id: videoId }, position: 7 }])
})

/** The statements that wait for a lock of another transaction. */
const lockWaits = () => app.context.sql`
  select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

it('a video that is deleted meanwhile fails its own entry only', async () => {
  const { sql } = app.context
  const [kept, gone] = [await addVideo(app), await addVideo(app)]
  const viewers = await Promise.all(Array.from({ length: 4 }, () => app.signedIn()))
  const held = await sql.reserve()
  await held`begin`
  await held`delete from videos where id = ${gone.videoId}`
  // The first is written at once; the others wait together for the deletion.
  const watched = viewers.map((viewer, i) => watch(viewer, i === 2 ? gone.videoId : kept.videoId, i))
  await expect.poll(() => lockWaits(), patiently).toHaveLength(1)
  await held`commit`
  held.release()
  expect((await Promise.all(watched)).map(({ status }) => status)).toEqual([200, 200, 404, 200])
  expect(await sql`select from watch_history where video_id = ${kept.videoId}`).toHaveLength(3)
})

it('the history is private, visitors have none, and videos that became hidden are omitted', async () => {
  const viewer = await app.signedIn()
  const { videoId } = await addVideo(app, { title: 'Then open' })
  await watch(viewer, videoId)
  expect(await titles(await app.signedIn())).toEqual([])
  expect((await watch(app.visitor(), videoId)).status).toBe(401)
  await app.context.sql`update videos set visibility = 'private' where id = ${videoId}`
  expect(await titles(viewer)).toEqual([])
  expect((await watch(viewer, videoId)).status).toBe(404)
})

const remove = (client: TestClient, videoId: string) =>
  client.call(api.history.remove, { params: { videoId } })

const restore = (client: TestClient, videoId: string, body: { watchedAt: string; position: number }) =>
  client.call(api.history.restore, { params: { videoId }, body })

const pause = (client: TestClient, isPaused: boolean) =>
  client.call(api.history.changeSettings, { body: { isPaused } })

const search = async (client: TestClient, query: string) =>
  (await client.call(api.history.search, { query: { query } })).data.docs.map((entry) => entry.video.title)

const entries = async (client: TestClient) => (await client.call(api.history.list, { query: {} })).data

async function watchThree(viewer: TestClient) {
  const ids: string[] = []
  for (const title of ['A', 'B', 'C']) {
    const { videoId } = await addVideo(app, { title })
    await watch(viewer, videoId, 12.5)
    app.clock.advance(60)
    ids.push(videoId)
  }
  return ids
}

it('an entry is removed, and restored to the same time and position', async () => {
  const viewer = await app.signedIn()
  const [, middle = ''] = await watchThree(viewer)
  const before = await entries(viewer)
  const removed = await remove(viewer, middle)
  expect(removed.data).toEqual({ watchedAt: before[1]?.watchedAt, position: 12.5 })
  expect(await titles(viewer)).toEqual(['C', 'A'])
  expect((await viewer.call(api.videos.get, { params: { id: middle } })).data.resumeAt).toBe(0)
  expect((await remove(viewer, middle)).envelope.code).toBe('history.not-found')

  await Promise.all([1, 2].map(() => restore(viewer, middle, removed.data)))
  expect(await entries(viewer)).toEqual(before)
})

const never = { watchedAt: '2000-01-01T00:00:00.000Z', position: 0 }

it('restoring does not overwrite a video that was watched again since, nor use a time in the future', async () => {
  const viewer = await app.signedIn()
  const [first = '', second = ''] = await watchThree(viewer)
  const removed = await remove(viewer, first)
  await watch(viewer, first, 40)
  await restore(viewer, first, removed.data)
  expect((await entries(viewer))[0]).toMatchObject({ video: { title: 'A' }, position: 40 })

  await remove(viewer, second)
  await restore(viewer, second, { watchedAt: '9999-12-31T23:59:59.999Z', position: 1 })
  const restored = (await entries(viewer)).find(({ video }) => video.title === 'B')
  expect(new Date(restored?.watchedAt ?? '').getTime()).toBeLessThanOrEqual(app.clock.now().getTime())
  for (const watchedAt of ['yesterday', '0000-01-01T00:00:00.000Z', '2026-99-01T00:00:00.000Z'])
    expect((await restore(viewer, second, { watchedAt, position: 1 })).status, watchedAt).toBe(400)
})

it('clearing removes only the entries of the person who clears', async () => {
  const [viewer, other] = [await app.signedIn(), await app.signedIn()]
  const [videoId = ''] = await watchThree(viewer)
  await watch(other, videoId)
  expect((await viewer.call(api.history.clear)).status).toBe(200)
  expect(await titles(viewer)).toEqual([])
  expect(await titles(other)).toEqual(['A'])
  expect((await remove(viewer, videoId)).status).toBe(404)
  expect(await titles(other), 'nor does removing').toEqual(['A'])
})

it('while paused, neither new videos nor positions are recorded', async () => {
  const [viewer, other] = [await app.signedIn(), await app.signedIn()]
  const [first = ''] = await watchThree(viewer)
  const { videoId } = await addVideo(app, { title: 'D' })
  const before = await entries(viewer)
  const settings = async (client: TestClient) => (await client.call(api.history.settings)).data
  expect(await settings(viewer)).toEqual({ isPaused: false })
  expect((await pause(viewer, true)).data).toEqual({ isPaused: true })
  expect(await settings(viewer)).toEqual({ isPaused: true })
  expect(await settings(other)).toEqual({ isPaused: false })

  expect((await watch(viewer, videoId)).status).toBe(200)
  expect((await watch(viewer, first, 50)).status).toBe(200)
  expect(await entries(viewer)).toEqual(before)
  const shown = await viewer.call(api.videos.get, { params: { id: first } })
  expect(shown.data.resumeAt, 'the place from before the pause').toBe(12.5)
  await watch(other, videoId)
  expect(await titles(other)).toEqual(['D'])

  await pause(viewer, false)
  await watch(viewer, videoId)
  expect(await titles(viewer)).toEqual(['D', 'C', 'B', 'A'])
})

it('the history is searched by words of title and channel, ignoring case, accents and punctuation', async () => {
  const viewer = await app.signedIn()
  const owner = await app.createPerson()
  await app.context.sql`update users set fullname = 'Café Ornithology' where id = ${owner.id}`
  const all = [
    { title: 'Don’t feed the Herons' },
    { title: 'Bläßhuhn 100%', ownerId: owner.id },
    { title: '東京の鳥' },
    { title: 'An unlisted heron', visibility: 'unlisted' as const },
    { title: 'A private heron', ownerId: viewer.person.id, visibility: 'private' as const },
  ]
  for (const overrides of all) {
    await watch(viewer, (await addVideo(app, overrides)).videoId)
    app.clock.advance(1)
  }
  expect(await search(viewer, 'HERON')).toEqual([
    'A private heron',
    'An unlisted heron',
    'Don’t feed the Herons',
  ])
  expect(await search(viewer, 'herons don’t')).toEqual(['Don’t feed the Herons'])
  expect(await search(viewer, 'blasshuhn cafe')).toEqual(['Bläßhuhn 100%'])
  expect(await search(viewer, '東京')).toEqual(['東京の鳥'])
  for (const nothing of ['%', '_', 'heron cafe', '!!', ' ']) expect(await search(viewer, nothing)).toEqual([])
  expect(await search(await app.signedIn(), 'heron'), 'only one’s own').toEqual([])
})

it('a search is paged, continues past entries that do not match, and omits hidden videos', async () => {
  const viewer = await app.signedIn()
  const { sql } = app.context
  const owner = await app.createPerson()
  const suspended = await app.createPerson()
  const ids: string[] = []
  for (let i = 0; i < 6; i++)
    ids.push((await addVideo(app, { title: `Heron ${i}`, ownerId: owner.id })).videoId)
  const hidden = await addVideo(app, { title: 'Heron, suspended', ownerId: suspended.id })
  for (const videoId of [...ids, hidden.videoId]) {
    await watch(viewer, videoId)
    app.clock.advance(1)
  }
  await sql`update users set suspended_at = now() where id = ${suspended.id}`
  await sql`update videos set visibility = 'private' where id = ${ids[3] ?? ''}`
  await sql`update videos set owner_id = null where id = ${ids[2] ?? ''}`
  const met: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { query: 'heron', limit: 2, ...(cursor && { cursor }) }
    const { data } = await viewer.call(api.history.search, { query })
    met.push(...data.docs.map((entry) => entry.video.title))
    cursor = data.nextCursor
  }
  expect(met).toEqual(['Heron 5', 'Heron 4', 'Heron 1', 'Heron 0'])
  expect(await titles(viewer)).toEqual(met)
})

it('visitors cannot change a history, and a hidden video can be removed but not restored', async () => {
  const [viewer, visitor] = [await app.signedIn(), app.visitor()]
  const { videoId } = await addVideo(app, { visibility: 'private' })
  await app.context.sql`
    insert into watch_history (user_id, video_id, watched_at) values (${viewer.person.id}, ${videoId}, now())`
  expect((await remove(viewer, videoId)).data).toMatchObject({ position: 0 })
  for (const id of [videoId, newId(), 'nonsense']) {
    expect((await restore(viewer, id, never)).status, id).toBe(404)
    expect((await remove(viewer, id)).status, id).toBe(404)
  }
  const answers = [
    await remove(visitor, videoId),
    await restore(visitor, videoId, never),
    await visitor.call(api.history.clear),
    await visitor.call(api.history.search, { query: { query: 'a' } }),
    await visitor.call(api.history.settings),
    await pause(visitor, true),
  ]
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(401))
})

it('a person reports a limited number of positions a minute, and others are not affected', async () => {
  const [busy, other] = [await app.signedIn(), await app.signedIn()]
  const { videoId } = await addVideo(app)
  app.clock.stop()
  // At the start of a window.
  app.clock.advance(61)
  const report = async (client: TestClient) =>
    (await client.call(api.history.add, { params: { videoId }, body: { position: 5 } })).status
  const statuses = await Promise.all(Array.from({ length: 245 }, () => report(busy)))
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
  expect(await report(other)).toBe(200)
  app.clock.advance(61)
  expect(await report(busy)).toBe(200)
})
