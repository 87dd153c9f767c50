import { api } from '@vireo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import { addTweet } from '../../../../test/content/tweets.ts'
import { addVideo } from '../../../../test/content/videos.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Person = Awaited<ReturnType<TestApp['signedIn']>>

const follow = (who: Person, channelId: string) =>
  who.call(api.subscriptions.toggle, { params: { channelId }, body: { isSubscribed: true } })
const look = (who: Person) => who.call(api.subscriptionFeed.look)
const newIds = async (who: Person) =>
  (await who.call(api.subscriptionFeed.list, { query: {} })).data.docs.flatMap(({ _id, isNew }) =>
    isNew ? [_id] : [],
  )

/** The ids of the whole feed, page by page. */
async function feedOf(who: Person, limit = 2) {
  const ids: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { data } = await who.call(api.subscriptionFeed.list, {
      query: { limit, ...(cursor && { cursor }) },
    })
    ids.push(...data.docs.map(({ _id }) => _id))
    cursor = data.nextCursor
  }
  return ids
}

it('the feed has the videos and tweets of the followed channels only, newest first, paged by cursor', async () => {
  const robin = await app.signedIn()
  expect(await feedOf(robin)).toEqual([])
  const channels = [await app.createPerson(), await app.createPerson(), await app.createPerson()]
  const expected: string[] = []
  for (const [i, { id }] of [...channels, ...channels].entries()) {
    app.clock.advance(60)
    const made =
      i % 2 ? (await addTweet(app, { ownerId: id })).tweetId : (await addVideo(app, { ownerId: id })).videoId
    if (id !== channels[2]?.id) expected.unshift(made)
  }
  for (const { id } of channels.slice(0, 2)) await follow(robin, id)
  expect(await feedOf(robin)).toEqual(expected)
  for (const kind of ['video', 'tweet'] as const) {
    const first = await robin.call(api.subscriptionFeed.list, { query: { kind, limit: 1 } })
    const rest = await robin.call(api.subscriptionFeed.list, {
      query: { kind, cursor: first.data.nextCursor ?? '' },
    })
    const docs = [...first.data.docs, ...rest.data.docs]
    expect(docs.every((entry) => entry[kind])).toBe(true)
    const { data: all } = await robin.call(api.subscriptionFeed.list, { query: {} })
    expect(docs.map(({ _id }) => _id)).toEqual(all.docs.flatMap((entry) => (entry[kind] ? [entry._id] : [])))
  }
  const { data } = await robin.call(api.subscriptionFeed.list, { query: {} })
  expect(data.docs.map(({ video, tweet }) => [video?._id, tweet?._id].filter(Boolean))).toEqual(
    expected.map((id) => [id]),
  )
  expect((await app.visitor().call(api.subscriptionFeed.list, { query: {} })).status).toBe(401)
  expect((await app.visitor().call(api.subscriptionFeed.look)).status).toBe(401)
})

it('the feed omits private, unlisted, unfinished and deleted items, and suspended channels', async () => {
  const robin = await app.signedIn()
  const owner = await app.signedIn()
  const ownerId = owner.person.id
  await follow(robin, ownerId)
  const { videoId } = await addVideo(app, { ownerId })
  const { tweetId } = await addTweet(app, { ownerId })
  for (const visibility of ['private', 'unlisted'] as const) await addVideo(app, { ownerId, visibility })
  await addVideo(app, { ownerId, isPlayable: false })
  const gone = [await addVideo(app, { ownerId }), await addTweet(app, { ownerId })] as const
  await owner.call(api.videos.remove, { params: { id: gone[0].videoId } })
  await owner.call(api.tweets.remove, { params: { id: gone[1].tweetId } })
  expect(await feedOf(robin, 1)).toEqual([tweetId, videoId])
  await app.context.sql`update users set suspended_at = now() where id = ${ownerId}`
  expect(await feedOf(robin)).toEqual([])
  await app.context.sql`update users set suspended_at = null where id = ${ownerId}`
  await robin.call(api.blocks.add, { params: { userId: ownerId } })
  expect(await feedOf(robin)).toEqual([])
})

it('a video that is made public later is on top of the feed, marked as new', async () => {
  const robin = await app.signedIn()
  const owner = await app.signedIn()
  const ownerId = owner.person.id
  await follow(robin, ownerId)
  const { videoId } = await addVideo(app, { ownerId, visibility: 'private' })
  app.clock.advance(3600)
  const { tweetId } = await addTweet(app, { ownerId })
  await look(robin)
  app.clock.advance(3600)
  const form = new FormData()
  form.append('visibility', 'public')
  await owner.call(api.videos.update, { params: { id: videoId }, form })
  await app.runJobs()
  expect(await newIds(robin)).toEqual([videoId])
  expect(await feedOf(robin)).toEqual([videoId, tweetId])
})

it('the feed marks items that are new since the last visit, for the duration of this visit', async () => {
  const [robin, other] = [await app.signedIn(), await app.signedIn()]
  const owner = await app.createPerson()
  for (const one of [robin, other]) await follow(one, owner.id)
  const post = async () => {
    app.clock.advance(60)
    return (await addTweet(app, { ownerId: owner.id })).tweetId
  }
  await post()
  // On the first visit everything would be new, so nothing is marked.
  expect(await newIds(robin)).toEqual([])
  await look(robin)
  app.clock.advance(3600)
  const second = await post()
  expect(await newIds(robin)).toEqual([second])
  await Promise.all([look(robin), look(robin)])
  expect(await newIds(robin)).toEqual([second])
  app.clock.advance(600)
  const third = await post()
  await look(robin)
  expect(await newIds(robin)).toEqual([third, second])
  app.clock.advance(3600)
  expect(await newIds(robin)).toEqual([])
  await look(robin)
  expect(await newIds(robin)).toEqual([])
  expect(await newIds(other)).toEqual([])
})
