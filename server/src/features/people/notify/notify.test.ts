import { api, type Notification } from '@vireo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import type { TestClient } from '../../../../test/app/client.ts'
import { addTweet, postTweet } from '../../../../test/content/tweets.ts'
import { addVideo, uploadForm } from '../../../../test/content/videos.ts'
import { notifyOutcome } from '../../publishing/videos/processing/progress.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const day = 24 * 3600
const comment = 'Hello'

async function notificationsOf(client: TestClient) {
  await app.runJobs()
  return (await (await client.fetch('/api/notifications')).json()) as Notification[]
}
const sentencesFor = async (client: TestClient) =>
  (await notificationsOf(client)).map(({ message }) => message)
const subscribe = (client: TestClient, channelId: string, isSubscribed = true) =>
  client.call(api.subscriptions.toggle, { params: { channelId }, body: { isSubscribed } })
const like = (client: TestClient, videoId: string, isLiked = true) =>
  client.call(api.likes.toggleVideo, { params: { videoId }, body: { isLiked } })

it('the message of every kind of notification is a whole sentence', async () => {
  const robin = await app.signedIn('robin', 'Robin Red')
  const wren = await app.signedIn('wrensong', 'Wren Song')
  const { videoId } = await addVideo(app, { ownerId: robin.person.id, title: 'Dawn' })
  const { tweetId } = await addTweet(app, { ownerId: robin.person.id, content: 'At  the\nlake' })
  const onVideo = await robin.call(api.comments.addToVideo, { params: { videoId }, body: { comment } })
  const onTweet = await robin.call(api.comments.addToTweet, { params: { tweetId }, body: { comment } })
  const [videoComment, tweetReply] = [onVideo.data.comment._id, onTweet.data.comment._id]

  await subscribe(wren, robin.person.id)
  const said: string[] = []
  for (const parentId of [undefined, videoComment]) {
    const body = { comment, ...(parentId && { parentId }) }
    const { data } = await wren.call(api.comments.addToVideo, { params: { videoId }, body })
    said.push(`/watch/${videoId}?comment=${data.comment._id}`)
  }
  for (const parentId of [undefined, tweetReply]) {
    const body = { comment, ...(parentId && { parentId }) }
    const { data } = await wren.call(api.comments.addToTweet, { params: { tweetId }, body })
    said.push(`/tweet/${tweetId}?comment=${data.comment._id}`)
  }
  await like(wren, videoId)
  await wren.call(api.likes.toggleTweet, { params: { tweetId }, body: {} })
  await wren.call(api.likes.toggleComment, { params: { commentId: videoComment }, body: {} })
  await wren.call(api.likes.toggleComment, { params: { commentId: tweetReply }, body: {} })
  const notifications = await notificationsOf(robin)
  expect(notifications.map(({ message, excerpt, link }) => [message, excerpt, link])).toEqual([
    ['Wren Song liked your reply', 'Hello', `/tweet/${tweetId}?comment=${tweetReply}`],
    ['Wren Song liked your comment', 'Hello', `/watch/${videoId}?comment=${videoComment}`],
    ['Wren Song liked your tweet', 'At the lake', `/tweet/${tweetId}`],
    ['Wren Song liked your video', 'Dawn', `/watch/${videoId}`],
    ['Wren Song answered your reply', 'Hello', said[3]],
    ['Wren Song replied to your tweet', 'Hello', said[2]],
    ['Wren Song replied to your comment', 'Hello', said[1]],
    ['Wren Song commented on your video', 'Hello', said[0]],
    ['Wren Song subscribed to your channel', null, '/profile/wrensong'],
  ])

  await postTweet(robin, 'A tweet')
  await robin.call(api.videos.upload, { form: await uploadForm('tiny', { title: 'Dawn chorus' }) })
  expect(await sentencesFor(wren)).toEqual([
    'Robin Red uploaded a video: Dawn chorus',
    'Robin Red posted a new tweet',
  ])
  expect((await sentencesFor(robin))[0]).toBe('Your video “Dawn chorus” is ready to watch')
})

it('notifications use current names and titles', async () => {
  const owner = await app.signedIn()
  const fan = await app.signedIn('goldcrest', 'Gold Crest')
  const { videoId } = await addVideo(app, { ownerId: owner.person.id, title: 'Old' })
  await like(fan, videoId)
  await app.context.sql`update users set fullname = 'Golden Crest' where id = ${fan.person.id}`
  await app.context.sql`update videos set title = 'New' where id = ${videoId}`
  expect(await notificationsOf(owner)).toMatchObject([{ name: 'Golden Crest', excerpt: 'New' }])
})

it('likes are grouped into one unread notification, even two at the same moment', async () => {
  const owner = await app.signedIn()
  const fans = await Promise.all(['Ann', 'Ben', 'Cy', 'Dee'].map((name) => app.signedIn(undefined, name)))
  const { videoId } = await addVideo(app, { ownerId: owner.person.id })
  // Each twice, as by a double click or a repeated request.
  await Promise.all(fans.flatMap((fan) => [like(fan, videoId), like(fan, videoId)]))
  const [first, ...others] = await notificationsOf(owner)
  expect([first?.message, others]).toEqual([expect.stringMatching(/^\w+ and 3 others liked your video$/), []])

  const [ann, ben] = fans
  if (ann) await like(ann, videoId, false)
  if (ben) await like(ben, videoId, false)
  expect((await notificationsOf(owner))[0]).toMatchObject({
    id: first?.id,
    action: 'and 1 other liked your video',
  })
  await owner.call(api.notifications.markRead, { params: { id: first?.id ?? '' } })
  const late = await app.signedIn(undefined, 'Eve')
  await like(late, videoId)
  expect(await sentencesFor(owner)).toEqual([
    'Eve liked your video',
    expect.stringMatching(/and 1 other liked your video$/),
  ])
  expect((await notificationsOf(owner)).map(({ read }) => read)).toEqual([false, true])
})

it('the same like or subscription is announced at most once a day, however often it is toggled', async () => {
  const owner = await app.signedIn()
  const fan = await app.signedIn()
  const { videoId } = await addVideo(app, { ownerId: owner.person.id })
  const channelId = owner.person.id
  for (const isGiven of [true, false, true]) {
    await like(fan, videoId, isGiven)
    await subscribe(fan, channelId, isGiven)
  }
  const first = await notificationsOf(owner)
  expect(first).toHaveLength(2)
  await owner.call(api.notifications.markAllRead)
  for (const isGiven of [false, true]) {
    await like(fan, videoId, isGiven)
    await subscribe(fan, channelId, isGiven)
  }
  expect(await notificationsOf(owner)).toEqual(first.map((one) => ({ ...one, read: true })))

  app.clock.advance(day + 60)
  for (const isGiven of [false, true]) await like(fan, videoId, isGiven)
  expect((await notificationsOf(owner))[0]).toMatchObject({ kind: 'like', read: false })
  await like(fan, videoId, false)
  await subscribe(fan, channelId, false)
  expect(await notificationsOf(owner)).toEqual([])
})

it('people are not notified of their own actions', async () => {
  const owner = await app.signedIn('selfmade')
  const { videoId } = await addVideo(app, { ownerId: owner.person.id })
  await like(owner, videoId)
  await owner.call(api.comments.addToVideo, { params: { videoId }, body: { comment: 'by @selfmade' } })
  expect(await notificationsOf(owner)).toEqual([])
})

it('people mentioned in a comment, reply or tweet are notified once per text', async () => {
  const [writer, finch] = [await app.signedIn(undefined, 'Writer'), await app.signedIn('Finch_1')]
  const { videoId } = await addVideo(app)
  const text = 'Hi @finch_1. and @FINCH_1, not a@finch_1 nor @nobody.here'
  const { data } = await writer.call(api.comments.addToVideo, {
    params: { videoId },
    body: { comment: text },
  })
  expect(await sentencesFor(finch)).toEqual(['Writer mentioned you in a comment'])
  const params = { commentId: data.comment._id }
  await writer.call(api.comments.updateOnVideo, { params, body: { comment: 'Again, @finch_1' } })
  expect(await sentencesFor(finch)).toHaveLength(1)

  const tweet = await postTweet(writer, 'No names')
  await writer.call(api.tweets.update, { params: { id: tweet._id }, body: { content: 'Now @finch_1' } })
  expect((await sentencesFor(finch))[0]).toBe('Writer mentioned you in a tweet')

  // A reply that also mentions the person it answers causes one notification, of the reply.
  const own = await finch.call(api.comments.addToVideo, { params: { videoId }, body: { comment } })
  const reply = { comment: '@finch_1 yes', parentId: own.data.comment._id }
  await writer.call(api.comments.addToVideo, { params: { videoId }, body: reply })
  expect((await sentencesFor(finch))[0]).toBe('Writer replied to your comment')
  expect(await sentencesFor(finch)).toHaveLength(3)
})

it('a text notifies at most ten people of being mentioned, however often it is edited', async () => {
  const writer = await app.signedIn('busy_writer')
  const people = await Promise.all(Array.from({ length: 14 }, (_, i) => app.createPerson(`mentioned_${i}`)))
  const namesOf = (some: typeof people) => some.map(({ username }) => `@${username}`).join(' ')
  const countNotified = async () => {
    const [row] = await app.context.sql<{ count: number }[]>`
      select count(*)::integer as count from notifications
      where kind = 'mention' and user_id in ${app.context.sql(people.map(({ id }) => id))}`
    return row?.count
  }
  const { videoId } = await addVideo(app)
  const body = { comment: namesOf(people.slice(0, 7)) }
  const { data } = await writer.call(api.comments.addToVideo, { params: { videoId }, body })
  expect(await countNotified()).toBe(7)
  const params = { commentId: data.comment._id }
  for (const some of [people.slice(7), people.slice(9), people])
    await writer.call(api.comments.updateOnVideo, { params, body: { comment: namesOf(some) } })
  expect(await countNotified()).toBe(10)
})

it('a person notifies at most a hundred others a day by mentioning them, in new and in edited texts', async () => {
  const [writer, quiet, ...people] = await Promise.all(Array.from({ length: 6 }, () => app.signedIn()))
  if (!writer || !quiet) throw new Error('There is nobody')
  const { sql } = app.context
  const mutedKinds = ['mention'] as const
  await quiet.call(api.notifications.updateSettings, { body: { mutedKinds: [...mutedKinds] } })
  const mention = (some: typeof people) => some.map(({ person }) => `@${person.username}`).join(' ')
  const tweet = await postTweet(writer, `${mention([quiet])} and ${mention(people.slice(0, 1))}`)
  // Those who are not notified cost nothing.
  const key = `mentions:${writer.person.id}`
  expect(await sql`select count from rate_limits where key = ${key}`).toMatchObject([{ count: 1 }])
  await sql`update rate_limits set count = 98 where key = ${key}`
  await writer.call(api.tweets.update, { params: { id: tweet._id }, body: { content: mention(people) } })
  const other = await postTweet(writer, mention(people))
  expect(other.content).toBe(mention(people))
  const notified = async () => {
    const counts = await Promise.all(people.map(async (one) => (await notificationsOf(one)).length))
    return counts.reduce((sum, count) => sum + count)
  }
  expect(await notified()).toBe(3)
  app.clock.advance(day + 1)
  await postTweet(writer, mention(people))
  expect(await notified()).toBe(3 + people.length)
})

it('a subscriber who is mentioned in a tweet is notified once', async () => {
  const [author, fan] = [await app.signedIn(undefined, 'Kino Club'), await app.signedIn('redstart')]
  await subscribe(fan, author.person.id)
  app.clock.advance(1)
  await postTweet(author, 'Look, @redstart')
  expect(await sentencesFor(fan)).toEqual(['Kino Club mentioned you in a tweet'])
})

it('a notification of subscribers includes current subscribers only, and has the date of the latest of them', async () => {
  const owner = await app.signedIn()
  const people = [await app.signedIn(undefined, 'First'), await app.signedIn(), await app.signedIn()]
  const [first, blocked, fickle] = people as [TestClient, (typeof people)[0], TestClient]
  const channelId = owner.person.id
  await subscribe(blocked, channelId)
  await owner.call(api.blocks.add, { params: { userId: blocked.person.id } })
  await owner.call(api.blocks.remove, { params: { userId: blocked.person.id } })
  await subscribe(first, channelId)
  const [before] = await notificationsOf(owner)
  expect(before).toMatchObject({ name: 'First', action: 'subscribed to your channel' })
  app.clock.advance(60)
  await subscribe(fickle, channelId)
  expect((await notificationsOf(owner))[0]?.action).toBe('and 1 other subscribed to your channel')
  await subscribe(fickle, channelId, false)
  expect(await notificationsOf(owner)).toEqual([before])
})

it('the owner is notified of the result of processing, but not while a video is processed again', async () => {
  const owner = await app.signedIn()
  const { videoId } = await addVideo(app, { ownerId: owner.person.id })
  const { sql } = app.context
  await sql.begin((tx) => notifyOutcome(tx, videoId, app.clock.now()))
  const [ready] = await notificationsOf(owner)
  expect(ready).toMatchObject({ kind: 'processing', link: `/watch/${videoId}`, avatarUrl: null })
  await sql`update videos set status = 'failed', failure = 'No room' where id = ${videoId}`
  expect(await notificationsOf(owner)).toMatchObject([
    { action: '“A video” could not be processed', excerpt: 'No room' },
  ])
  await sql`update videos set status = 'processing' where id = ${videoId}`
  expect(await notificationsOf(owner)).toEqual([])
})
