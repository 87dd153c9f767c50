import { api } from '@vireo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/app.ts'
import { patiently } from '../../../test/patience.ts'
import { addTweet } from '../../../test/tweets.ts'
import { addVideo } from '../../../test/videos.ts'
import { newId } from '../../lib/ids.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

it('a like is turned on and off, and the count follows', async () => {
  const viewer = await app.signedIn()
  const { videoId } = await addVideo(app)
  const on = await viewer.call(api.like.toggleVideo, { params: { videoId } })
  expect(on.data).toEqual({ isLiked: true, totalLikes: 1 })
  const off = await viewer.call(api.like.toggleVideo, { params: { videoId } })
  expect(off.data).toEqual({ isLiked: false, totalLikes: 0 })
})

it('the count is exact after 50 toggles at once, by one person and by many', async () => {
  const { videoId } = await addVideo(app)
  const [first, second] = [await app.signedIn(), await app.signedIn()]
  await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      (i % 2 ? first : second).call(api.like.toggleVideo, { params: { videoId } }),
    ),
  )
  // 25 toggles each leave both with a like.
  const { data } = await app.visitor().call(api.like.videoLikes, { params: { videoId } })
  expect(data.totalLikes).toBe(2)
  const mine = await first.call(api.like.videoLikes, { params: { videoId } })
  expect(mine.data.isLiked).toBe(true)
})

it('a wanted state is reached however often it is asked for', async () => {
  const viewer = await app.signedIn()
  const { videoId } = await addVideo(app)
  const like = () => viewer.call(api.like.toggleVideo, { params: { videoId }, body: { isLiked: true } })
  await Promise.all([like(), like(), like()])
  expect((await like()).data).toEqual({ isLiked: true, totalLikes: 1 })
})

it('liked videos are listed latest first, each under the id of its video, and page by cursor', async () => {
  const viewer = await app.signedIn()
  const videos = [await addVideo(app), await addVideo(app), await addVideo(app)]
  for (const { videoId } of videos) await viewer.call(api.like.toggleVideo, { params: { videoId } })
  const first = await viewer.call(api.like.likedVideos, { query: { limit: 2 } })
  const second = await viewer.call(api.like.likedVideos, {
    query: { limit: 2, cursor: first.data.nextCursor ?? '' },
  })
  const listed = [...first.data.likedVideos, ...second.data.likedVideos]
  expect(listed.map((entry) => entry._id)).toEqual(videos.map(({ videoId }) => videoId).reverse())
  expect(listed.every((entry) => entry.video._id === entry._id && entry.video.isLiked)).toBe(true)
  expect(second.data.nextCursor).toBeNull()
})

it('a person likes and subscribes so often in a minute, and then has to wait', async () => {
  const viewer = await app.signedIn()
  const { videoId, ownerId } = await addVideo(app)
  const calls = {
    like: [120, () => viewer.call(api.like.toggleVideo, { params: { videoId } })],
    subscribe: [120, () => viewer.call(api.subscription.toggle, { params: { channelId: ownerId } })],
  } as const
  for (const [name, [max, call]] of Object.entries(calls)) {
    await app.context.sql`
      insert into rate_limits (key, count, resets_at)
      values (${`${name}:${viewer.person.id}`}, ${max - 1}, ${new Date(app.clock.now().getTime() + 60_000)})`
    expect((await call()).status, name).toBe(200)
    const refused = await call()
    expect(refused.status, name).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  app.clock.advance(61)
  for (const [, call] of Object.values(calls)) expect((await call()).status).toBe(200)
})

it('visitors cannot like, and nobody can like what they cannot see', async () => {
  const viewer = await app.signedIn()
  const { videoId } = await addVideo(app, { visibility: 'private' })
  expect((await app.visitor().call(api.like.toggleVideo, { params: { videoId } })).status).toBe(401)
  expect((await viewer.call(api.like.toggleVideo, { params: { videoId } })).status).toBe(404)
  expect((await viewer.call(api.like.toggleVideo, { params: { videoId: 'nonsense' } })).status).toBe(404)
})

it('the likes of a person who leaves go with them', async () => {
  const leaver = await app.signedIn()
  const { videoId } = await addVideo(app)
  await leaver.call(api.like.toggleVideo, { params: { videoId } })
  await leaver.call(api.user.deleteAccount, { body: { password: leaver.person.password } })
  const likes = async () => (await app.visitor().call(api.like.videoLikes, { params: { videoId } })).data
  await expect.poll(likes, patiently).toMatchObject({ totalLikes: 0 })
})

it('tweets are liked in the same way: exact after 50 toggles at once, seen in every list', async () => {
  const { tweetId } = await addTweet(app)
  const params = { tweetId }
  const [first, second] = [await app.signedIn(), await app.signedIn()]
  const on = await first.call(api.like.toggleTweet, { params })
  expect(on.data).toEqual({ isLiked: true, totalLikes: 1 })
  const off = await first.call(api.like.toggleTweet, { params, body: { isLiked: false } })
  expect(off.data).toEqual({ isLiked: false, totalLikes: 0 })
  await Promise.all(
    Array.from({ length: 50 }, (_, i) => (i % 2 ? first : second).call(api.like.toggleTweet, { params })),
  )
  const likes = await app.visitor().call(api.like.tweetLikes, { params })
  expect(likes.data).toEqual({ isLiked: false, totalLikes: 2 })
  const shown = await first.call(api.tweet.get, { params: { id: tweetId } })
  expect(shown.data.tweet).toMatchObject({ likes: 2, isLiked: true })
  await second.call(api.user.deleteAccount, { body: { password: second.person.password } })
  const left = async () => (await first.call(api.like.tweetLikes, { params })).data
  await expect.poll(left, patiently).toEqual({ isLiked: true, totalLikes: 1 })
})

it('what is no tweet cannot be liked, nor by a visitor, nor by anything but yes or no', async () => {
  const viewer = await app.signedIn()
  const params = { tweetId: (await addTweet(app)).tweetId }
  expect((await app.visitor().call(api.like.toggleTweet, { params })).status).toBe(401)
  const wrong = await viewer.call(api.like.toggleTweet, { params, body: { isLiked: 'yes' } })
  expect(wrong.envelope.errors?.[0]?.field).toBe('isLiked')
  for (const tweetId of ['nonsense', newId()]) {
    expect((await viewer.call(api.like.toggleTweet, { params: { tweetId } })).status).toBe(404)
    expect((await viewer.call(api.like.tweetLikes, { params: { tweetId } })).status).toBe(404)
  }
})
