import { api, type Notification } from '@vireo/contract'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import { TestClient } from '../../../../test/app/client.ts'
import { listenTo } from '../../../../test/app/events.ts'
import { addVideo } from '../../../../test/content/videos.ts'
import { patiently } from '../../../../test/patience.ts'
import { buildApp } from '../../../program/app.ts'
import { announceOnce } from '../../publishing/videos/processing/progress.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Member = Awaited<ReturnType<TestApp['signedIn']>>
const subscribe = (fan: Member, channel: Member) =>
  fan.call(api.subscriptions.toggle, {
    params: { channelId: channel.person.id },
    body: { isSubscribed: true },
  })

async function publish(channel: Member, title = 'A video') {
  const { videoId } = await addVideo(app, { ownerId: channel.person.id, title })
  await app.context.sql.begin((tx) => announceOnce(tx, videoId, app.clock.now()))
  return videoId
}

/** The notifications as a page stores them: each replaces an earlier one with the same id. */
const keptFrom = ({ received }: { received: Notification[] }) => [
  ...new Map(received.map((one) => [one.id, one])).values(),
]

it('notifications arrive live at their reader only, even from another process', async () => {
  const [owner, fan, other] = [await app.signedIn(), await app.signedIn(), await app.signedIn()]
  // A second process of the same site.
  const second = await buildApp(app.context)
  onTestFinished(() => second.close())
  const elsewhere = new TestClient(await second.listen({ port: 0, host: '127.0.0.1' }))
  for (const [name, value] of owner.cookies) elsewhere.cookies.set(name, value)
  const [here, there, overheard] = [
    await listenTo(owner, 'notification'),
    await listenTo(elsewhere, 'notification'),
    await listenTo(other, 'notification'),
  ]
  const { videoId } = await addVideo(app, { ownerId: owner.person.id })
  await fan.call(api.likes.toggleVideo, { params: { videoId } })
  await app.runJobs()
  await expect
    .poll(() => [keptFrom(here), keptFrom(there)], patiently)
    .toMatchObject([
      [{ action: 'liked your video', read: false }],
      [{ action: 'liked your video', read: false }],
    ])
  await other.call(api.likes.toggleVideo, { params: { videoId } })
  await app.runJobs()
  await expect
    .poll(() => keptFrom(here).map(({ action }) => action), patiently)
    .toEqual(['and 1 other liked your video'])
  expect(overheard.received).toEqual([])
})

it('notifications of a channel arrive live at connected subscribers who want them', async () => {
  const channel = await app.signedIn(undefined, 'Kino Club')
  const people = [await app.signedIn(), await app.signedIn(), await app.signedIn(), await app.signedIn()]
  const [fan, silent, muted] = people as [Member, Member, Member, Member]
  for (const one of [fan, silent, muted]) await subscribe(one, channel)
  const params = { channelId: channel.person.id }
  await silent.call(api.subscriptions.setBell, { params, body: { bell: 'none' } })
  await muted.call(api.notifications.updateSettings, { body: { mutedKinds: ['new-video'] } })
  const streams = await Promise.all(people.map((one) => listenTo(one, 'notification')))
  const videoId = await publish(channel, 'Dawn')
  await expect
    .poll(() => streams.slice(0, 1).flatMap(keptFrom), patiently)
    .toMatchObject([{ id: videoId, name: 'Kino Club', action: 'uploaded a video: Dawn' }])
  expect(streams.slice(1).map(({ received }) => received)).toEqual([[], [], []])
})

it('notifications that are read on one page become read on the person’s other pages', async () => {
  const [owner, fan, other] = [await app.signedIn(), await app.signedIn(), await app.signedIn()]
  const streams = [await listenTo(owner, 'notifications-read'), await listenTo(other, 'notifications-read')]
  await subscribe(fan, owner)
  const { data } = await owner.call(api.notifications.page, { query: {} })
  const id = data.docs[0]?.id ?? ''
  await owner.call(api.notifications.markRead, { params: { id } })
  await owner.call(api.notifications.markAllRead, { body: {} })
  await expect
    .poll(() => streams.map(({ received }) => received), patiently)
    .toMatchObject([[{ id }, { id: null }], []])
})

it('the notification of a like disappears live when the like is removed', async () => {
  const [owner, fan] = [await app.signedIn(), await app.signedIn()]
  const { videoId } = await addVideo(app, { ownerId: owner.person.id })
  const [shown, gone] = [await listenTo(owner, 'notification'), await listenTo(owner, 'notifications-read')]
  const like = async (isLiked: boolean) => {
    await fan.call(api.likes.toggleVideo, { params: { videoId }, body: { isLiked } })
    await app.runJobs()
  }
  await like(true)
  await expect.poll(() => keptFrom(shown).length, patiently).toBe(1)
  await like(false)
  await expect.poll(() => gone.received[0]?.id, patiently).toBe(shown.received[0]?.id)
})

it('notifications between two connections are delivered later, under the same ids', async () => {
  const [channel, fan, owner] = [await app.signedIn(), await app.signedIn(), await app.signedIn()]
  await subscribe(fan, channel)
  const first = await listenTo(fan, 'notification')
  const seen = await publish(channel, 'Seen')
  await expect.poll(() => keptFrom(first).map(({ id }) => id), patiently).toEqual([seen])
  first.close()
  app.clock.advance(600)
  const missed = await publish(channel, 'Missed')
  const { videoId } = await addVideo(app, { ownerId: fan.person.id })
  await owner.call(api.likes.toggleVideo, { params: { videoId } })
  await app.runJobs()
  app.clock.advance(600)
  const back = await listenTo(fan, 'notification', { 'last-event-id': first.lastId })
  await expect.poll(() => back.received.some(({ kind }) => kind === 'like'), patiently).toBe(true)
  const kept = keptFrom(back).filter(({ id }) => id !== seen)
  expect(kept.map(({ action }) => action)).toEqual(['uploaded a video: Missed', 'liked your video'])
  expect(kept[0]?.id).toBe(missed)
})
