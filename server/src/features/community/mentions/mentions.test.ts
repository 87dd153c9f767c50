import { api } from '@vireo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import type { TestClient } from '../../../../test/app/client.ts'
import { addVideo } from '../../../../test/content/videos.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const suggest = async (client: TestClient, name: string, about: { videoId?: string } = {}) => {
  const { data } = await client.call(api.mentions.suggest, { query: { name, ...about } })
  return data.people.map(({ username }) => username)
}

it('people who take part in the conversation come first, then subscribed channels, then others by name', async () => {
  const viewer = await app.signedIn('swift_viewer')
  const people = []
  for (const name of ['Swift_d', 'swift_c', 'swift.b', 'swift_a', 'swiff'])
    people.push(await app.signedIn(name))
  const [commenter, channel] = people
  if (!commenter || !channel) throw new Error('There is nobody')
  const { videoId } = await addVideo(app, { ownerId: viewer.person.id })
  await commenter.call(api.comments.addToVideo, { params: { videoId }, body: { comment: 'Hello' } })
  await viewer.call(api.subscriptions.toggle, { params: { channelId: channel.person.id }, body: {} })
  expect(await suggest(viewer, 'SWIFT', { videoId })).toEqual(['Swift_d', 'swift_c', 'swift.b', 'swift_a'])
  expect(await suggest(viewer, 'swift_')).toEqual(['swift_c', 'swift_a', 'Swift_d'])
  expect(await suggest(viewer, 'swift%')).toEqual([])
  expect(await suggest(viewer, 'nobody-here')).toEqual([])
})

it('leaves out people with a block between them and those whose account is not shown', async () => {
  const [viewer, blocked, blocking, gone] = [
    await app.signedIn('finch_a'),
    await app.signedIn('finch_b'),
    await app.signedIn('finch_c'),
    await app.signedIn('finch_d'),
  ]
  await viewer.call(api.blocks.add, { params: { userId: blocked.person.id } })
  await blocking.call(api.blocks.add, { params: { userId: viewer.person.id } })
  await app.context.sql`update users set suspended_at = now() where id = ${gone.person.id}`
  await app.signedIn('finch_e')
  expect(await suggest(viewer, 'finch')).toEqual(['finch_e'])
})

it('does not reveal who takes part in a conversation that the viewer may not see', async () => {
  const owner = await app.signedIn()
  const { videoId } = await addVideo(app, { ownerId: owner.person.id, visibility: 'private' })
  const viewer = await app.signedIn()
  const query = { name: 'a', videoId }
  expect((await viewer.call(api.mentions.suggest, { query })).status).toBe(404)
  expect((await owner.call(api.mentions.suggest, { query })).status).toBe(200)
})

it('is for signed-in people, and limited', async () => {
  const query = { name: 'a' }
  expect((await app.visitor().call(api.mentions.suggest, { query })).status).toBe(401)
  const viewer = await app.signedIn()
  await app.context.sql`
    insert into rate_limits (key, count, resets_at)
    values (${`mention:${viewer.person.id}`}, 300, ${new Date(app.context.clock.now().getTime() + 60_000)})`
  expect((await viewer.call(api.mentions.suggest, { query })).status).toBe(429)
})
