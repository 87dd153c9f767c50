import { api, type Notification } from '@vireo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import type { TestClient } from '../../../../test/app/client.ts'
import { deleteAccountPermanently } from '../../../../test/content/deletion.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

it('subscribing and unsubscribing update the counts of both people and the list', async () => {
  const viewer = await app.signedIn()
  const channel = await app.createPerson(undefined, 'Kino Club')
  const params = { channelId: channel.id }
  const on = await viewer.call(api.subscriptions.toggle, { params })
  expect(on.data).toEqual({ isSubscribed: true, totalSubscriber: 1, bell: 'all', isBlocked: false })
  const list = await viewer.call(api.subscriptions.listChannels)
  expect(list.data.subscribedChannel).toMatchObject([
    {
      channel: { _id: channel.id, username: channel.username, fullname: 'Kino Club', avatar: null },
      isLive: false,
    },
  ])
  const profile = await viewer.call(api.accounts.channel, { params: { username: viewer.person.username } })
  expect(profile.data.channelSubscribedToCount).toBe(1)
  const off = await viewer.call(api.subscriptions.toggle, { params })
  expect(off.data).toEqual({ isSubscribed: false, totalSubscriber: 0, bell: null, isBlocked: false })
  expect((await viewer.call(api.subscriptions.listChannels)).data.subscribedChannel).toEqual([])
})

it('the count is exact after 50 toggles at once', async () => {
  const viewers = [await app.signedIn(), await app.signedIn()] as const
  const params = { channelId: (await app.createPerson()).id }
  await Promise.all(
    Array.from({ length: 50 }, (_, i) => viewers[i % 2 ? 0 : 1].call(api.subscriptions.toggle, { params })),
  )
  const { data } = await app.visitor().call(api.subscriptions.info, { params })
  expect(data).toEqual({ isSubscribed: false, totalSubscriber: 2, bell: null, isBlocked: false })
})

it('requesting the same state repeatedly subscribes once and notifies once', async () => {
  const channel = await app.signedIn()
  const viewer = await app.signedIn()
  const params = { channelId: channel.person.id }
  const subscribe = () => viewer.call(api.subscriptions.toggle, { params, body: { isSubscribed: true } })
  await Promise.all([subscribe(), subscribe(), subscribe()])
  expect((await subscribe()).data.totalSubscriber).toBe(1)
  const notifications = (await (await channel.fetch('/api/notifications')).json()) as unknown[]
  expect(notifications).toMatchObject([
    { name: viewer.person.fullname, action: 'subscribed to your channel' },
  ])
})

it('a subscription is announced once a day, however often it is toggled', async () => {
  const channel = await app.signedIn()
  const viewer = await app.signedIn()
  const params = { channelId: channel.person.id }
  const readNotifications = async () =>
    (await (await channel.fetch('/api/notifications')).json()) as Notification[]
  for (let i = 0; i < 7; i++) await viewer.call(api.subscriptions.toggle, { params })
  const [first, ...more] = await readNotifications()
  expect([first !== undefined, more]).toEqual([true, []])
  for (let i = 0; i < 2; i++) await viewer.call(api.subscriptions.toggle, { params })
  expect(await readNotifications()).toEqual([first])
  app.clock.advance(25 * 3600)
  for (let i = 0; i < 2; i++) await viewer.call(api.subscriptions.toggle, { params })
  const [next, ...others] = await readNotifications()
  expect(next?.time).not.toBe(first?.time)
  expect(others).toEqual([])
})

it('each subscriber chooses a bell for a channel, which is reset by unsubscribing', async () => {
  const [viewer, other] = [await app.signedIn(), await app.signedIn()]
  const params = { channelId: (await app.createPerson()).id }
  const choose = (client: TestClient, bell: string) =>
    client.callUnchecked(api.subscriptions.setBell, { params, body: { bell } })
  expect(await choose(viewer, 'none')).toMatchObject({
    status: 404,
    envelope: { code: 'subscription.not-found' },
  })
  await viewer.call(api.subscriptions.toggle, { params })
  expect((await choose(viewer, 'none')).data).toMatchObject({ isSubscribed: true, bell: 'none' })
  expect((await viewer.call(api.subscriptions.info, { params })).data.bell).toBe('none')
  expect((await other.call(api.subscriptions.info, { params })).data.bell).toBe(null)
  expect((await choose(viewer, 'some')).status).toBe(400)
  expect((await choose(app.visitor(), 'none')).status).toBe(401)
  for (let i = 0; i < 2; i++) await viewer.call(api.subscriptions.toggle, { params })
  expect((await viewer.call(api.subscriptions.info, { params })).data.bell).toBe('all')
})

it('a subscription to oneself, to an unknown person or by a visitor is refused', async () => {
  const viewer = await app.signedIn()
  const toggle = (channelId: string) => viewer.call(api.subscriptions.toggle, { params: { channelId } })
  expect((await toggle(viewer.person.id)).status).toBe(400)
  expect((await toggle('nobody')).status).toBe(404)
  const params = { channelId: viewer.person.id }
  expect((await app.visitor().call(api.subscriptions.toggle, { params })).status).toBe(401)
  expect((await app.visitor().call(api.subscriptions.listChannels)).status).toBe(401)
})

it('the counts are updated when either account is deleted', async () => {
  const [leaver, channel] = [await app.signedIn(), await app.signedIn()]
  await leaver.call(api.subscriptions.toggle, { params: { channelId: channel.person.id } })
  await deleteAccountPermanently(app, leaver)
  const params = { username: channel.person.username }
  expect((await channel.call(api.accounts.channel, { params })).data.subscribersCount).toBe(0)
})
