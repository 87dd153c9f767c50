import { api } from '@vireo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import { codeOf, type TestClient } from '../../../../test/app/client.ts'
import { addVideo } from '../../../../test/content/videos.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** The places where a video is shown to someone. */
async function placesOf(client: TestClient, videoId: string, ownerId: string, word: string) {
  const has = async (query: Record<string, string>) =>
    (await client.call(api.videos.list, { query })).data.docs.some(({ _id }) => _id === videoId)
  const { titles, channels } = (await client.call(api.search.suggest, { query: { q: word } })).data
  const places = {
    home: await has({}),
    filteredHome: await has({ sortBy: 'title', sortType: 'asc', duration: 'short' }),
    related: await has({ sortBy: 'views', sortType: 'desc' }),
    suggestion: titles.includes(`${word} dance`),
    suggestedChannel: channels.some(({ _id }) => _id === ownerId),
    search: await has({ query: word }),
    channel: await has({ userId: ownerId }),
    page: (await client.call(api.videos.get, { params: { id: videoId } })).status === 200,
  }
  return Object.entries(places).flatMap(([name, isShown]) => (isShown ? [name] : []))
}
const everywhere = [
  'home',
  'filteredHome',
  'related',
  'suggestion',
  'suggestedChannel',
  'search',
  'channel',
  'page',
]

it('a hidden video is not recommended to this person, but can be found', async () => {
  const [robin, other] = [await app.signedIn(), await app.signedIn()]
  const owner = await app.createPerson(undefined, 'Heron Club')
  const { videoId } = await addVideo(app, { ownerId: owner.id, title: 'Heron dance' })
  const places = (client: TestClient) => placesOf(client, videoId, owner.id, 'Heron')
  const params = { videoId }
  await Promise.all([
    robin.call(api.hidden.addVideo, { params }),
    robin.call(api.hidden.addVideo, { params }),
  ])
  expect(await places(robin)).toEqual(['suggestedChannel', 'search', 'channel', 'page'])
  expect(await places(other)).toEqual(everywhere)
  expect(await places(app.visitor())).toEqual(everywhere)
  const list = await robin.call(api.hidden.listVideos, { query: {} })
  expect(list.data.docs).toMatchObject([{ _id: videoId, title: 'Heron dance' }])
  expect((await other.call(api.hidden.listVideos, { query: {} })).data.docs).toEqual([])
  await other.call(api.hidden.removeVideo, { params })
  expect(await places(robin)).not.toContain('home')
  await robin.call(api.hidden.removeVideo, { params })
  expect(await places(robin)).toEqual(everywhere)
})

it('no video of a hidden channel is recommended to this person, but they can be found', async () => {
  const [robin, other] = [await app.signedIn(), await app.signedIn()]
  const owner = await app.createPerson(undefined, 'Egret Club')
  const { videoId } = await addVideo(app, { ownerId: owner.id, title: 'Egret dance' })
  const places = (client: TestClient) => placesOf(client, videoId, owner.id, 'Egret')
  const params = { channelId: owner.id }
  const hide = () => robin.call(api.hidden.addChannel, { params })
  await Promise.all([hide(), hide()])
  expect(await places(robin)).toEqual(['search', 'channel', 'page'])
  expect(await places(other)).toEqual(everywhere)
  const list = (client: TestClient) => client.call(api.hidden.listChannels, { query: {} })
  expect((await list(robin)).data.docs).toMatchObject([{ _id: owner.id, fullname: 'Egret Club' }])
  expect((await list(other)).data.docs).toEqual([])
  await robin.call(api.hidden.removeChannel, { params })
  expect(await places(robin)).toEqual(everywhere)
})

it('the lists of hidden items are latest first, paged by cursor, without items that are no longer visible', async () => {
  const robin = await app.signedIn()
  const videos: string[] = []
  for (let i = 0; i < 4; i++) {
    const { videoId, ownerId } = await addVideo(app)
    videos.unshift(videoId)
    app.clock.advance(1)
    await robin.call(api.hidden.addVideo, { params: { videoId } })
    await robin.call(api.hidden.addChannel, { params: { channelId: ownerId } })
  }
  const { sql } = app.context
  await sql`update videos set visibility = 'private' where id = ${videos[1] ?? ''}`
  await sql`
    update users set suspended_at = now() where id = (select owner_id from videos where id = ${videos[2] ?? ''})`
  const first = (await robin.call(api.hidden.listVideos, { query: { limit: 1 } })).data
  const cursor = first.nextCursor ?? ''
  const rest = (await robin.call(api.hidden.listVideos, { query: { limit: 1, cursor } })).data
  expect([...first.docs, ...rest.docs].map(({ _id }) => _id)).toEqual([videos[0], videos[3]])
  expect(rest.nextCursor).toBeNull()
  expect((await robin.call(api.hidden.listChannels, { query: {} })).data.docs).toHaveLength(3)
})

it('unknown items, another person’s private video and the person’s own channel cannot be hidden', async () => {
  const robin = await app.signedIn()
  const { videoId } = await addVideo(app, { visibility: 'private' })
  const hideVideo = (id: string) => robin.call(api.hidden.addVideo, { params: { videoId: id } })
  expect(codeOf(await hideVideo(videoId))).toEqual([404, 'video.not-found'])
  expect(codeOf(await hideVideo('none'))).toEqual([404, 'video.not-found'])
  const hideChannel = (channelId: string) => robin.call(api.hidden.addChannel, { params: { channelId } })
  expect(codeOf(await hideChannel(robin.person.id))).toEqual([400, 'channel.own'])
  expect(codeOf(await hideChannel('none'))).toEqual([404, 'channel.not-found'])
  for (const call of [api.hidden.listVideos, api.hidden.listChannels])
    expect((await app.visitor().call(call, { query: {} })).status).toBe(401)
})
