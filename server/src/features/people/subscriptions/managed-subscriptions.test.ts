import { api, type QueryOf } from '@vireo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import type { TestClient } from '../../../../test/app/client.ts'
import { addTweet } from '../../../../test/content/tweets.ts'
import { addVideo } from '../../../../test/content/videos.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** The usernames on all pages. */
async function namesOf(client: TestClient, query: QueryOf<typeof api.subscriptions.list> = {}) {
  const names: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { data } = await client.call(api.subscriptions.list, {
      query: { ...query, limit: 2, ...(cursor && { cursor }) },
    })
    names.push(...data.docs.map(({ channel }) => channel.username))
    cursor = data.nextCursor
  }
  return names
}

it('subscriptions are listed with their bells by name, by the newest, or by the latest activity, and can be searched', async () => {
  const robin = await app.signedIn()
  expect(await namesOf(robin)).toEqual([])
  const [twin, dora, aino, elsa] = [
    await app.createPerson('ouzel1', 'Same Name'),
    await app.createPerson('dora', 'dora Dipper'),
    await app.createPerson('aino', 'Äino Dipper'),
    await app.createPerson('ouzel2', 'Same Name'),
  ]
  for (const { id } of [twin, dora, aino, elsa]) {
    app.clock.advance(60)
    await robin.call(api.subscriptions.toggle, { params: { channelId: id }, body: {} })
  }
  const byName = await namesOf(robin)
  expect([...byName].sort()).toEqual(['aino', 'dora', 'ouzel1', 'ouzel2'])
  expect(byName.indexOf('dora')).toBeLessThan(byName.indexOf('ouzel1'))
  expect(await namesOf(robin, { sort: 'newest' })).toEqual(['ouzel2', 'aino', 'dora', 'ouzel1'])
  await addVideo(app, { ownerId: dora.id })
  app.clock.advance(60)
  await addTweet(app, { ownerId: twin.id })
  app.clock.advance(60)
  await addVideo(app, { ownerId: aino.id, visibility: 'private' })
  const byActivity = await namesOf(robin, { sort: 'activity' })
  expect(byActivity.slice(0, 2)).toEqual(['ouzel1', 'dora'])
  expect(byActivity).toHaveLength(4)

  expect((await namesOf(robin, { query: ' DIP ' })).sort()).toEqual(['aino', 'dora'])
  expect(await namesOf(robin, { query: 'aino dipper' })).toEqual(['aino'])
  expect(await namesOf(robin, { query: '@ouzel2' })).toEqual(['ouzel2'])
  for (const query of ['ipper', '%', "'", '\\\\', '!!'])
    expect(await namesOf(robin, { query }), query).toEqual([])

  await robin.call(api.subscriptions.setBell, { params: { channelId: dora.id }, body: { bell: 'none' } })
  const { data } = await robin.call(api.subscriptions.list, { query: { query: 'dora' } })
  expect(data.docs).toEqual([
    {
      _id: dora.id,
      channel: expect.objectContaining({ fullname: 'dora Dipper' }),
      totalSubscriber: 1,
      bell: 'none',
    },
  ])
  await app.context.sql`update users set suspended_at = now() where id = ${dora.id}`
  expect(await namesOf(robin, { query: 'dora' })).toEqual([])
  expect(await namesOf(await app.signedIn())).toEqual([])
  expect((await app.visitor().call(api.subscriptions.list, { query: {} })).status).toBe(401)
})
