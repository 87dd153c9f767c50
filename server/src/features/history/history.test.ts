import { api } from '@vireo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/app.ts'
import type { TestClient } from '../../../test/client.ts'
import { addVideo } from '../../../test/videos.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const watch = (client: TestClient, videoId: string, position?: number) =>
  client.call(api.history.add, { params: { videoId }, body: position === undefined ? {} : { position } })

const titles = async (client: TestClient) =>
  (await client.call(api.history.list, { query: {} })).data.map((entry) => entry.video.title)

it('is newest first, a re-watch moves to the top, and it pages', async () => {
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

it('loses nothing between pages: not of the same moment, nor behind a page of hidden videos', async () => {
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

it('remembers the place, from the start again when it was nearly over', async () => {
  const viewer = await app.signedIn()
  const { videoId } = await addVideo(app, { duration: 60 })
  const resumeAt = async () => (await viewer.call(api.video.get, { params: { id: videoId } })).data.resumeAt
  expect(await resumeAt()).toBe(0)
  await watch(viewer, videoId, 21.5)
  expect(await resumeAt()).toBe(21.5)
  await watch(viewer, videoId)
  expect(await resumeAt(), 'opening again keeps the place').toBe(21.5)
  await watch(viewer, videoId, 58)
  expect(await resumeAt()).toBe(0)
  const wrong = await viewer.call(api.history.add, { params: { videoId }, body: { position: -1 } })
  expect(wrong.envelope.errors?.[0]?.field).toBe('position')
})

it('is one’s own: visitors have none, and videos that were hidden since are left out', async () => {
  const viewer = await app.signedIn()
  const { videoId } = await addVideo(app, { title: 'Then open' })
  await watch(viewer, videoId)
  expect(await titles(await app.signedIn())).toEqual([])
  expect((await watch(app.visitor(), videoId)).status).toBe(401)
  await app.context.sql`update videos set visibility = 'private' where id = ${videoId}`
  expect(await titles(viewer)).toEqual([])
  expect((await watch(viewer, videoId)).status).toBe(404)
})
