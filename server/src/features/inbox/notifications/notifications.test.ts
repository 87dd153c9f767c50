import { api, latestNotifications, type Notification } from '@vireo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import type { TestClient } from '../../../../test/app/client.ts'
import { addTweet, postTweet } from '../../../../test/content/tweets.ts'
import { addVideo } from '../../../../test/content/videos.ts'
import { sweepExpiredJob } from '../../lifecycle/housekeeping/housekeeping.jobs.ts'
import { notify } from '../../people/notify/notify.service.ts'
import { announceOnce } from '../../publishing/videos/processing/progress.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Member = Awaited<ReturnType<TestApp['signedIn']>>
const day = 24 * 3600

async function notificationsOf(client: TestClient) {
  await app.runJobs()
  return (await (await client.fetch('/api/notifications')).json()) as Notification[]
}
const actionsOf = async (client: TestClient) => (await notificationsOf(client)).map(({ action }) => action)
const pageOf = async (client: TestClient, query = {}) => {
  await app.runJobs()
  return (await client.call(api.notifications.page, { query })).data
}
const unreadCount = async (client: TestClient) => (await pageOf(client)).unreadCount

/** A channel and a person who is subscribed to it. */
async function channelWithFan() {
  const [channel, fan] = [await app.signedIn(undefined, 'Kino Club'), await app.signedIn()]
  await fan.call(api.subscriptions.toggle, { params: { channelId: channel.person.id } })
  return { channel, fan }
}

async function publish(channel: Member, title = 'A video') {
  const { videoId } = await addVideo(app, { ownerId: channel.person.id, title })
  await app.context.sql.begin((tx) => announceOnce(tx, videoId, app.clock.now()))
  return videoId
}

const setVisibility = (owner: TestClient, id: string, visibility: string) => {
  const form = new FormData()
  form.append('visibility', visibility)
  return owner.call(api.videos.update, { params: { id }, form })
}

it('notifications are a bare array outside /api/v1, newest first, of the signed-in person only', async () => {
  const robin = await app.signedIn()
  const empty = await robin.fetch('/api/notifications')
  expect([empty.status, await empty.json()]).toEqual([200, []])
  const wren = await app.signedIn('wren', 'Wren Field')
  const { videoId } = await addVideo(app, { ownerId: robin.person.id, title: 'Dawn' })
  await wren.call(api.subscriptions.toggle, { params: { channelId: robin.person.id } })
  await wren.call(api.likes.toggleVideo, { params: { videoId } })
  await app.runJobs()
  const list = await (await robin.fetch('/api/notifications')).json()
  const common = {
    id: expect.any(String),
    name: 'Wren Field',
    avatarUrl: null,
    time: expect.any(String),
    read: false,
  }
  expect(list).toEqual([
    {
      ...common,
      message: 'Wren Field liked your video',
      action: 'liked your video',
      kind: 'like',
      excerpt: 'Dawn',
      link: `/watch/${videoId}`,
    },
    {
      ...common,
      message: 'Wren Field subscribed to your channel',
      action: 'subscribed to your channel',
      kind: 'subscriber',
      excerpt: null,
      link: '/profile/wren',
    },
  ])
  const other = await app.signedIn()
  expect(await notificationsOf(other)).toEqual([])
})

it('notifications require a session, and the refusal is an envelope like any other', async () => {
  const answer = await app.visitor().call(api.notifications.list)
  expect(answer).toMatchObject({ status: 401, message: 'Please sign in' })
})

it('subscribers get one notification of each video and tweet published after they subscribed', async () => {
  const { channel, fan } = await channelWithFan()
  const late = await app.signedIn()
  const videoId = await publish(channel, 'Dawn')
  await app.context.sql.begin((tx) => announceOnce(tx, videoId, app.clock.now()))
  const tweet = await postTweet(channel, 'Hello there')
  await late.call(api.subscriptions.toggle, { params: { channelId: channel.person.id } })
  expect(await notificationsOf(fan)).toMatchObject([
    {
      id: tweet._id,
      name: 'Kino Club',
      action: 'posted a new tweet',
      excerpt: 'Hello there',
      link: `/tweet/${tweet._id}`,
    },
    {
      id: videoId,
      name: 'Kino Club',
      action: 'uploaded a video: Dawn',
      link: `/watch/${videoId}`,
      read: false,
    },
  ])
  expect(await notificationsOf(late)).toEqual([])
  expect(await actionsOf(channel)).toEqual(['and 1 other subscribed to your channel'])
})

it('subscribers are notified of a video that becomes public later, and not of a private, unlisted or deleted one', async () => {
  const { channel, fan } = await channelWithFan()
  const { videoId } = await addVideo(app, {
    ownerId: channel.person.id,
    visibility: 'private',
    title: 'Secret',
  })
  expect(await notificationsOf(fan)).toEqual([])
  await setVisibility(channel, videoId, 'public')
  expect(await actionsOf(fan)).toEqual(['uploaded a video: Secret'])
  expect(await unreadCount(fan)).toBe(1)
  for (const visibility of ['private', 'unlisted']) {
    await setVisibility(channel, videoId, visibility)
    expect([await actionsOf(fan), await unreadCount(fan)]).toEqual([[], 0])
  }
  await setVisibility(channel, videoId, 'public')
  await channel.call(api.videos.remove, { params: { id: videoId } })
  expect([await actionsOf(fan), await unreadCount(fan)]).toEqual([[], 0])
})

it('notifications omit items that are no longer visible, and actions of suspended people', async () => {
  const [me, other] = [await app.signedIn('blackbird'), await app.signedIn(undefined, 'Other')]
  const { videoId } = await addVideo(app, { ownerId: other.person.id })
  const { tweetId } = await addTweet(app, { ownerId: me.person.id })
  const mine = await me.call(api.comments.addToVideo, { params: { videoId }, body: { comment: 'Mine' } })
  await other.call(api.comments.addToVideo, { params: { videoId }, body: { comment: 'Look, @blackbird' } })
  await other.call(api.likes.toggleComment, { params: { commentId: mine.data.comment._id }, body: {} })
  const onTweet = await other.call(api.comments.addToTweet, {
    params: { tweetId },
    body: { comment: 'Nice' },
  })
  await other.call(api.subscriptions.toggle, { params: { channelId: me.person.id } })
  expect([(await notificationsOf(me)).length, await unreadCount(me)]).toEqual([4, 4])

  await setVisibility(other, videoId, 'private')
  expect(await actionsOf(me)).toEqual(['subscribed to your channel', 'replied to your tweet'])
  const params = { commentId: onTweet.data.comment._id }
  await other.call(api.comments.removeFromTweet, { params })
  expect(await actionsOf(me)).toEqual(['subscribed to your channel'])
  await setVisibility(other, videoId, 'public')
  const { sql } = app.context
  const suspend = (at: Date | null) =>
    sql`update users set suspended_at = ${at} where id = ${other.person.id}`
  await suspend(new Date())
  expect([await notificationsOf(me), await unreadCount(me)]).toEqual([[], 0])
  await suspend(null)
  expect(await unreadCount(me)).toBe(3)
})

it('notifications of a moderation decision are shown even when its subject is not visible', async () => {
  const [me, moderator] = [await app.signedIn(), await app.signedIn()]
  const { videoId } = await addVideo(app, { ownerId: moderator.person.id, visibility: 'private' })
  const subject = { kind: 'video', id: videoId } as const
  const news = {
    userId: me.person.id,
    kind: 'moderation',
    subject,
    text: 'removed your comment: spam',
  } as const
  await app.context.sql.begin((tx) => notify(tx, news, app.clock.now()))
  expect(await notificationsOf(me)).toMatchObject([
    {
      name: 'The moderators',
      message: 'The moderators removed your comment: spam',
      link: null,
      avatarUrl: null,
    },
  ])
})

it('notifications are marked as read one by one or all at once, by their reader only', async () => {
  const { channel, fan } = await channelWithFan()
  const other = await app.signedIn()
  const [first, second] = [await publish(channel), await publish(channel)]
  const { videoId } = await addVideo(app, { ownerId: fan.person.id })
  await channel.call(api.likes.toggleVideo, { params: { videoId } })
  const like = (await notificationsOf(fan)).find(({ kind }) => kind === 'like')?.id ?? ''
  const markRead = (client: TestClient, id: string) =>
    client.call(api.notifications.markRead, { params: { id } })
  for (const id of [first, like, 'nonsense']) expect((await markRead(other, id)).status).toBe(404)
  expect((await markRead(app.visitor(), first)).status).toBe(401)
  expect(await unreadCount(fan)).toBe(3)
  for (const [id, left] of [
    [first, 2],
    [first, 2],
    [like, 1],
  ] as const)
    expect([(await markRead(fan, id)).status, await unreadCount(fan)]).toEqual([200, left])
  const read = (await notificationsOf(fan)).filter((one) => one.read).map(({ id }) => id)
  expect(read.sort()).toEqual([first, like].sort())

  const markAll = (client: TestClient, until?: string) =>
    client.call(api.notifications.markAllRead, { body: until ? { until } : {} })
  expect((await markAll(other)).status).toBe(200)
  expect((await markAll(fan, 'yesterday')).status).toBe(400)
  expect((await markAll(fan, '2020-01-01T00:00:00Z')).status).toBe(200)
  expect(await unreadCount(fan)).toBe(1)
  expect((await markAll(fan)).status).toBe(200)
  expect((await notificationsOf(fan)).map((one) => one.read)).toEqual([true, true, true])
  expect([(await markRead(fan, second)).status, await unreadCount(fan)]).toEqual([200, 0])
  app.clock.advance(1)
  await publish(channel)
  expect(await unreadCount(fan)).toBe(1)
})

it('the latest fifty notifications prefer older unread ones to newer read ones', async () => {
  const { channel, fan } = await channelWithFan()
  const { tweetId: old } = await addTweet(app, { ownerId: channel.person.id })
  for (let i = 0; i < latestNotifications; i++) {
    app.clock.advance(1)
    const { tweetId: id } = await addTweet(app, { ownerId: channel.person.id })
    await fan.call(api.notifications.markRead, { params: { id } })
  }
  const latest = await notificationsOf(fan)
  expect(latest).toHaveLength(latestNotifications)
  expect(latest.filter(({ read }) => !read).map(({ id }) => id)).toEqual([old])
  expect(latest.at(-1)?.id).toBe(old)
})

it('the comments of one person cause at most thirty notifications an hour', async () => {
  const [owner, talker] = [await app.signedIn(), await app.signedIn()]
  const { tweetId } = await addTweet(app, { ownerId: owner.person.id })
  const say = () => talker.call(api.comments.addToTweet, { params: { tweetId }, body: { comment: 'Hello' } })
  for (let i = 0; i < 28; i++) await say()
  app.clock.advance(120)
  for (let i = 0; i < 4; i++) expect((await say()).status).toBe(200)
  expect(await unreadCount(owner)).toBe(30)
  app.clock.advance(3600)
  await say()
  expect(await unreadCount(owner)).toBe(31)
})

it('personal and channel notifications are paged by cursor in one order, without duplicates', async () => {
  const { channel, fan } = await channelWithFan()
  const expected: string[] = []
  for (let i = 0; i < 5; i++) {
    app.clock.advance(1)
    expected.unshift(await publish(channel, `Number ${i}`))
    app.clock.advance(1)
    const { videoId } = await addVideo(app, { ownerId: fan.person.id })
    await channel.call(api.likes.toggleVideo, { params: { videoId } })
    expected.unshift(`/watch/${videoId}`)
  }
  const listed: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await pageOf(fan, { limit: 3, ...(cursor && { cursor }) })
    expect(page.docs.length).toBeLessThanOrEqual(3)
    listed.push(...page.docs.map(({ kind, id, link }) => (kind === 'like' ? String(link) : id)))
    cursor = page.nextCursor
  }
  expect(listed).toEqual(expected)
})

it('notifications follow the settings by kind and the bell of a channel', async () => {
  const { channel, fan } = await channelWithFan()
  const settings = async () => (await fan.call(api.notifications.settings)).data
  expect(await settings()).toEqual({ mutedKinds: [], digest: 'off' })
  const update = (body: object) => fan.call(api.notifications.updateSettings, { body: { ...body } })
  expect((await update({ mutedKinds: ['new-video', 'like', 'like'] })).data.mutedKinds).toEqual([
    'like',
    'new-video',
  ])
  const videoId = await publish(channel)
  await postTweet(channel)
  const mine = await addVideo(app, { ownerId: fan.person.id })
  await channel.call(api.likes.toggleVideo, { params: { videoId: mine.videoId } })
  expect(await actionsOf(fan)).toEqual(['posted a new tweet'])
  const params = { channelId: channel.person.id }
  await fan.call(api.subscriptions.setBell, { params, body: { bell: 'none' } })
  expect([await actionsOf(fan), await unreadCount(fan)]).toEqual([[], 0])
  await fan.call(api.subscriptions.setBell, { params, body: { bell: 'all' } })
  await update({ digest: 'weekly', mutedKinds: [] })
  // Notifications of channels are computed on reading, so they reappear; muted personal ones were never stored.
  expect((await notificationsOf(fan)).map(({ id }) => id)).toContain(videoId)
  expect(await actionsOf(fan)).not.toContain('liked your video')
  expect(await settings()).toEqual({ mutedKinds: [], digest: 'weekly' })
  expect((await update({ mutedKinds: ['moderation'] })).status).toBe(400)
  expect((await app.visitor().call(api.notifications.settings)).status).toBe(401)
  await Promise.all([update({ mutedKinds: ['reply'] }), update({ digest: 'daily' })])
  expect(await settings()).toEqual({ mutedKinds: ['reply'], digest: 'daily' })
})

it('notifications are kept for 90 days', async () => {
  const { channel, fan } = await channelWithFan()
  const videoId = await publish(channel)
  const mine = await addVideo(app, { ownerId: fan.person.id })
  await channel.call(api.likes.toggleVideo, { params: { videoId: mine.videoId } })
  await fan.call(api.notifications.markRead, { params: { id: videoId } })
  app.clock.advance(91 * day)
  const member = await app.visitor()
  for (const [name, value] of fan.cookies) member.cookies.set(name, value)
  const { sql } = app.context
  const run = {
    signal: new AbortController().signal,
    isStopping: () => false,
    attempt: 1,
    isLastAttempt: false,
    priority: 0,
  }
  await sweepExpiredJob.handler(app.context, {}, run)
  const left = async (table: string) =>
    (await sql`select from ${sql(table)} where user_id = ${fan.person.id}`).length
  expect([await left('notifications'), await left('notification_reads')]).toEqual([0, 0])
  const { username, password } = fan.person
  await member.call(api.signIn.login, { body: { username, password } })
  expect(await notificationsOf(member)).toEqual([])
})

it('a notification of a kind that only a newer version knows is left out', async () => {
  const [robin, wren] = [await app.signedIn(), await app.signedIn()]
  const { sql } = app.context
  const { videoId } = await addVideo(app, { ownerId: robin.person.id })
  const mention = {
    userId: robin.person.id,
    kind: 'mention',
    actorId: wren.person.id,
    subject: { kind: 'video', id: videoId },
  } as const
  await sql.begin((tx) => notify(tx, mention, app.clock.now()))
  expect(await notificationsOf(robin)).toHaveLength(1)
  await sql`alter table notifications drop constraint notifications_kind_check`
  await sql`update notifications set kind = 'later' where user_id = ${robin.person.id}`
  expect(await notificationsOf(robin)).toEqual([])
})
