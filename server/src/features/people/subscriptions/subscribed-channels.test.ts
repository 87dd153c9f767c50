import { api } from '@vireo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

it('the subscribed channels are an empty list at first, and then sorted by name', async () => {
  const robin = await app.signedIn()
  const empty = await robin.call(api.subscriptions.listChannels)
  expect(empty).toMatchObject({ status: 200, data: { subscribedChannel: [] } })

  const channels = [
    await app.createPerson('wren', 'wren Field'),
    await app.createPerson('amal', 'Amal Haddad'),
  ]
  for (const { id } of channels)
    await app.context.sql`
      insert into subscriptions (subscriber_id, channel_id, created_at)
      values (${robin.person.id}, ${id}, ${app.clock.now()})`
  await app.context.sql`update users set is_live = true where username = 'wren'`
  const { data } = await robin.call(api.subscriptions.listChannels)
  expect(
    data.subscribedChannel.map(({ channel, isLive }) => [channel.fullname, channel.username, isLive]),
  ).toEqual([
    ['Amal Haddad', 'amal', false],
    ['wren Field', 'wren', true],
  ])
})
