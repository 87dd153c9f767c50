import { api } from '@vireo/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import { codeOf } from '../../../../test/app/client.ts'
import { addTweet, smallPicture, tweetForm } from '../../../../test/content/tweets.ts'
import { addVideo } from '../../../../test/content/videos.ts'
import { getOpenCase, latestEntry, remove, report, reverse, staff } from '../../staff/moderation/test-kit.ts'
import { isBlockedBetween } from './blocks.access.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Person = Awaited<ReturnType<TestApp['signedIn']>>

const block = (who: Person, whom: Person) => who.call(api.blocks.add, { params: { userId: whom.person.id } })
const comment = (who: Person, videoId: string, text = 'Hello', parentId?: string) =>
  who.call(api.comments.addToVideo, {
    params: { videoId },
    body: { comment: text, ...(parentId && { parentId }) },
  })
const reply = (who: Person, tweetId: string, text = 'Hello') =>
  who.call(api.comments.addToTweet, { params: { tweetId }, body: { content: text } })
const subscribe = (who: Person, whom: Person) =>
  who.call(api.subscriptions.toggle, { params: { channelId: whom.person.id }, body: { isSubscribed: true } })

/** Two people with a video, a tweet and comments each, on the video and the tweet of a third. */
async function makeWorld() {
  const [robin, wren, third] = [await app.signedIn(), await app.signedIn(), await app.signedIn()]
  const { videoId } = await addVideo(app, { ownerId: third.person.id })
  const { tweetId } = await addTweet(app, { ownerId: third.person.id })
  const own = async (client: Person) => ({
    videoId: (await addVideo(app, { ownerId: client.person.id })).videoId,
    tweetId: (await addTweet(app, { ownerId: client.person.id, content: 'Quokka' })).tweetId,
    commentId: (await comment(client, videoId)).data.comment._id,
    replyId: (await reply(client, tweetId)).data.comment._id,
  })
  const of = { robin: await own(robin), wren: await own(wren) }
  const thread = (await comment(third, videoId)).data.comment._id
  for (const client of [robin, wren]) await comment(client, videoId, 'An answer', thread)
  return { robin, wren, third, videoId, tweetId, of, thread }
}
type World = Awaited<ReturnType<typeof makeWorld>>

/** Which comments and tweets of one person another one sees in each place, and the counts there. */
async function seen(client: Person, whose: World['of']['robin'], { videoId, tweetId, thread }: World) {
  const tweets = async (query: Record<string, string>) =>
    (await client.call(api.tweets.list, { query })).data.docs.some(({ _id }) => _id === whose.tweetId)
  const onVideo = (await client.call(api.comments.listOfVideo, { params: { videoId }, query: {} })).data
  const onTweet = (await client.call(api.comments.listOfTweet, { params: { tweetId }, query: {} })).data
  const answers = await client.call(api.comments.replies, { params: { commentId: thread }, query: {} })
  const tweet = (await client.call(api.tweets.get, { params: { id: tweetId } })).data.tweet
  return {
    tweet: (await client.call(api.tweets.get, { params: { id: whose.tweetId } })).status,
    listed: await tweets({}),
    found: await tweets({ query: 'quokka' }),
    comment: onVideo.comments.some(({ _id }) => _id === whose.commentId),
    reply: onTweet.comments.some(({ _id }) => _id === whose.replyId),
    answersOf: (
      await client.call(api.comments.replies, { params: { commentId: whose.commentId }, query: {} })
    ).status,
    replies: (await client.call(api.comments.listOfTweet, { params: { tweetId: whose.tweetId }, query: {} }))
      .status,
    video: (await client.call(api.videos.get, { params: { id: whose.videoId } })).status,
    totals: [onVideo.totalDocs, onTweet.totalDocs, tweet.repliesCount],
    commentsCount: (await client.call(api.videos.get, { params: { id: videoId } })).data.commentsCount,
    answers: [
      onVideo.comments.find(({ _id }) => _id === thread)?.repliesCount,
      answers.data.comments.length,
      answers.data.totalDocs,
    ],
  }
}

const everything = {
  tweet: 200,
  listed: true,
  found: true,
  comment: true,
  reply: true,
  answersOf: 200,
  replies: 200,
  video: 200,
  totals: [5, 2, 2],
  commentsCount: 5,
  answers: [2, 2, 2],
}
const nothing = {
  tweet: 404,
  listed: false,
  found: false,
  comment: false,
  reply: false,
  answersOf: 404,
  replies: 404,
  video: 200,
  totals: [3, 1, 1],
  commentsCount: 3,
  answers: [1, 1, 1],
}

it('a block hides comments and tweets of the two people from each other only, until it is removed', async () => {
  const world = await makeWorld()
  const { robin, wren, third, of } = world
  expect(await seen(wren, of.robin, world)).toEqual(everything)
  await block(robin, wren)
  expect(await seen(robin, of.wren, world)).toEqual(nothing)
  expect(await seen(wren, of.robin, world)).toEqual(nothing)
  for (const whose of [of.robin, of.wren]) {
    expect(await seen(third, whose, world)).toEqual(everything)
    expect(await seen(app.visitor() as Person, whose, world)).toEqual(everything)
  }
  expect(await seen(robin, of.robin, world)).toMatchObject({ tweet: 200, comment: true, reply: true })
  await robin.call(api.blocks.remove, { params: { userId: wren.person.id } })
  expect(await seen(robin, of.wren, world)).toEqual(everything)
  expect(await seen(wren, of.robin, world)).toEqual(everything)
})

describe('a block refuses in both directions, with an error code,', () => {
  const directions = [
    [
      'the one who blocked',
      (world: World) => [world.robin, world.wren, world.of.wren] as const,
      'block.by-you',
    ],
    [
      'the one who is blocked',
      (world: World) => [world.wren, world.robin, world.of.robin] as const,
      'block.by-them',
    ],
  ] as const
  let world: World
  beforeAll(async () => {
    world = await makeWorld()
    await block(world.robin, world.wren)
  })

  it.each(directions)('comments, replies, likes and subscriptions of %s', async (_who, sides, code) => {
    const [actor, other, theirs] = sides(world)
    expect(codeOf(await comment(actor, theirs.videoId))).toEqual([403, code])
    expect(codeOf(await subscribe(actor, other))).toEqual([403, code])
    expect(codeOf(await reply(actor, theirs.tweetId))).toEqual([404, 'tweet.not-found'])
    const answer = await comment(actor, world.videoId, 'Hello', theirs.commentId)
    expect(codeOf(answer)).toEqual([404, 'comment.not-found'])
    const tweetLike = await actor.call(api.likes.toggleTweet, { params: { tweetId: theirs.tweetId } })
    expect(codeOf(tweetLike)).toEqual([404, 'tweet.not-found'])
    const commentLike = await actor.call(api.likes.toggleComment, { params: { commentId: theirs.commentId } })
    expect(codeOf(commentLike)).toEqual([404, 'comment.not-found'])
  })

  it.each(directions)('mentions by %s, in new texts and in changed ones', async (_who, sides, code) => {
    const [actor, other] = sides(world)
    const strangers = Array.from({ length: 120 }, (_, i) => `@nobody${i}`).join(' ')
    const text = `Hello @${other.person.username.toUpperCase()}.`
    expect(codeOf(await comment(actor, world.videoId, `${strangers} ${text}`))).toEqual([403, code])
    expect(codeOf(await comment(actor, world.videoId, text))).toEqual([403, code])
    expect(codeOf(await reply(actor, world.tweetId, text))).toEqual([403, code])
    const form = tweetForm({ content: text }, [await smallPicture()])
    expect(codeOf(await actor.call(api.tweets.create, { form }))).toEqual([403, code])
    const own = actor === world.robin ? world.of.robin : world.of.wren
    const changed = { params: { commentId: own.commentId }, body: { comment: text } }
    expect(codeOf(await actor.call(api.comments.updateOnVideo, changed))).toEqual([403, code])
    const tweet = { params: { id: own.tweetId }, body: { content: text } }
    expect(codeOf(await actor.call(api.tweets.update, tweet))).toEqual([403, code])
    expect((await comment(world.third, world.videoId, text)).status).toBe(200)
  })
})

describe('for someone with blocks, counts include only visible comments', () => {
  async function makeThreads() {
    const [author, blocked, viewer] = [await app.signedIn(), await app.signedIn(), await app.signedIn()]
    const { videoId } = await addVideo(app)
    const { tweetId } = await addTweet(app)
    const onVideo = (await comment(author, videoId)).data.comment._id
    const onTweet = (await reply(author, tweetId)).data.comment._id
    await comment(blocked, videoId, 'An answer', onVideo)
    const body = { content: 'An answer', parentId: onTweet }
    await blocked.call(api.comments.addToTweet, { params: { tweetId }, body })
    await block(viewer, blocked)
    await block(author, blocked)
    const counts = async (client: Person) => [
      (await client.call(api.videos.get, { params: { id: videoId } })).data.commentsCount,
      (await client.call(api.comments.listOfVideo, { params: { videoId }, query: {} })).data.totalDocs,
      (await client.call(api.comments.listOfTweet, { params: { tweetId }, query: {} })).data.totalDocs,
      (await client.call(api.tweets.get, { params: { id: tweetId } })).data.tweet.repliesCount,
    ]
    return { author, viewer, videoId, onVideo, onTweet, counts }
  }

  it('when a comment with replies of the blocked person is removed and restored', async () => {
    const { viewer, onVideo, onTweet, counts } = await makeThreads()
    const moderator = await staff(app, 'moderator')
    expect(await counts(viewer)).toEqual([1, 1, 1, 1])
    const entries: string[] = []
    for (const id of [onVideo, onTweet]) {
      await report(viewer, 'comment', id)
      await remove(moderator, (await getOpenCase(moderator, id))._id)
      entries.push((await latestEntry(moderator))._id)
    }
    expect(await counts(viewer)).toEqual([0, 0, 0, 0])
    for (const id of entries) await reverse(moderator, id)
    expect(await counts(viewer)).toEqual([1, 1, 1, 1])
  })

  it('when such a comment is held, which its author sees without those replies', async () => {
    const { author, viewer, videoId, onVideo, onTweet, counts } = await makeThreads()
    await app.context.sql`update comments set is_held = true where id in (${onVideo}, ${onTweet})`
    expect(await counts(viewer)).toEqual([0, 0, 0, 0])
    expect(await counts(author)).toEqual([0, 0, 0, 0])
    const { data } = await author.call(api.comments.listOfVideo, { params: { videoId }, query: {} })
    expect(data.comments).toMatchObject([{ _id: onVideo, isHeld: true, repliesCount: 0 }])
  })
})

it('a block ends the subscriptions between the two people and updates their counts', async () => {
  const [robin, wren] = [await app.signedIn(), await app.signedIn()]
  await subscribe(robin, wren)
  await subscribe(wren, robin)
  await block(robin, wren)
  for (const one of [robin, wren]) {
    const { data } = await one.call(api.accounts.channel, { params: { username: one.person.username } })
    expect(data).toMatchObject({ subscribersCount: 0, channelSubscribedToCount: 0 })
  }
  // Unsubscribing again succeeds.
  const params = { channelId: wren.person.id }
  const off = await robin.call(api.subscriptions.toggle, { params, body: { isSubscribed: false } })
  expect(off.data).toEqual({ isSubscribed: false, totalSubscriber: 0, bell: null, isBlocked: true })
  const seen = await wren.call(api.subscriptions.info, { params: { channelId: robin.person.id } })
  expect(seen.data).toMatchObject({ isBlocked: false })
})

it('a block hides notifications about the other person', async () => {
  const [robin, wren] = [await app.signedIn(), await app.signedIn()]
  const { videoId } = await addVideo(app, { ownerId: robin.person.id })
  await comment(wren, videoId)
  const readNotifications = async () =>
    (await robin.call(api.notifications.list)).envelope as unknown as { name: string }[]
  expect(await readNotifications()).toMatchObject([{ name: wren.person.fullname }])
  await block(wren, robin)
  expect(await readNotifications()).toEqual([])
})

it('simultaneous blocks, subscriptions and comments leave no subscription and no visible comment', async () => {
  const { sql } = app.context
  for (let i = 0; i < 8; i++) {
    const [robin, wren] = [await app.signedIn(), await app.signedIn()]
    const { videoId } = await addVideo(app, { ownerId: robin.person.id })
    const answers = await Promise.all([
      block(robin, wren),
      subscribe(wren, robin),
      comment(wren, videoId),
      subscribe(robin, wren),
      block(wren, robin),
    ])
    for (const { status } of answers) expect([200, 403]).toContain(status)
    expect(
      await sql`select from subscriptions where channel_id in (${robin.person.id}, ${wren.person.id})`,
    ).toEqual([])
    const { data } = await robin.call(api.comments.listOfVideo, { params: { videoId }, query: {} })
    expect(data).toMatchObject({ comments: [], totalDocs: 0 })
    expect(await isBlockedBetween(sql, wren.person.id, robin.person.id)).toBe(true)
  }
})

describe('the list of blocked people', () => {
  it('is private, latest first, paged by cursor, and lists nobody twice', async () => {
    const [robin, wren] = [await app.signedIn(), await app.signedIn()]
    const people = [await app.signedIn(), await app.signedIn(), await app.signedIn()]
    for (const one of people) {
      app.clock.advance(1)
      await Promise.all([block(robin, one), block(robin, one)])
    }
    const first = (await robin.call(api.blocks.list, { query: { limit: 2 } })).data
    const cursor = first.nextCursor ?? ''
    const rest = (await robin.call(api.blocks.list, { query: { limit: 2, cursor } })).data
    const ids = [...first.docs, ...rest.docs].map(({ _id }) => _id)
    expect(ids).toEqual(people.map(({ person }) => person.id).reverse())
    expect(rest.nextCursor).toBeNull()
    const [blocked] = people
    expect((await blocked?.call(api.blocks.list, { query: {} }))?.data.docs).toEqual([])
    expect((await wren.call(api.blocks.list, { query: {} })).data.docs).toEqual([])
    const username = blocked?.person.username ?? ''
    const profile = (client: Person) => client.call(api.accounts.channel, { params: { username } })
    expect((await profile(robin)).data.isBlocked).toBe(true)
    expect((await profile(wren)).data.isBlocked).toBe(false)
    expect((await profile(app.visitor() as Person)).data.isBlocked).toBe(false)
  })

  it('accepts neither unknown people nor oneself, and is refused to visitors', async () => {
    const robin = await app.signedIn()
    const add = (userId: string) => robin.call(api.blocks.add, { params: { userId } })
    expect(codeOf(await add(robin.person.id))).toEqual([400, 'block.self'])
    expect(codeOf(await add('nobody'))).toEqual([404, 'profile.not-found'])
    const gone = await app.createPerson()
    await app.context.sql`update users set suspended_at = now() where id = ${gone.id}`
    expect(codeOf(await add(gone.id))).toEqual([404, 'profile.not-found'])
    const params = { userId: robin.person.id }
    expect((await app.visitor().call(api.blocks.add, { params })).status).toBe(401)
    expect((await app.visitor().call(api.blocks.remove, { params })).status).toBe(401)
    expect((await app.visitor().call(api.blocks.list, { query: {} })).status).toBe(401)
  })
})
