import { api } from '@vireo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/app.ts'
import type { TestClient } from '../../../test/client.ts'
import { addVideo } from '../../../test/videos.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ TRUST_PROXY: 'true' })
})
afterAll(() => app.close())

const headers = (address: number) => ({ 'x-forwarded-for': `192.0.2.${address}` })

async function open(client: TestClient, videoId: string) {
  const { data } = await client.call(api.video.get, { params: { id: videoId } })
  return data.viewToken
}

async function view(client: TestClient, videoId: string, viewToken: string, address = 1) {
  const input = { params: { id: videoId }, body: { viewToken }, headers: headers(address) }
  return (await client.call(api.video.recordView, input)).data.isCounted
}

const viewsOf = async (videoId: string) =>
  (await app.visitor().call(api.video.get, { params: { id: videoId } })).data.views

it('counts after ten seconds, once per viewer and six hours, and shows it within seconds', async () => {
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
  await expect.poll(() => viewsOf(videoId), { timeout: 15_000 }).toBe(3)
})

it('a shorter video counts when the whole of it can have been played', async () => {
  const { videoId } = await addVideo(app, { duration: 3.4 })
  const visitor = app.visitor()
  const token = await open(visitor, videoId)
  app.clock.advance(4)
  expect(await view(visitor, videoId, token, 3)).toBe(true)
})

it('neither the owner nor a made-up, foreign or old token counts', async () => {
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

it('fetching never counts, and twenty claims at once count once', async () => {
  const { videoId } = await addVideo(app)
  const visitor = app.visitor()
  const token = await open(visitor, videoId)
  app.clock.advance(10)
  const answers = await Promise.all(Array.from({ length: 20 }, () => view(visitor, videoId, token, 5)))
  expect(answers.filter(Boolean)).toHaveLength(1)
  await expect.poll(() => viewsOf(videoId), { timeout: 15_000 }).toBe(1)
})
