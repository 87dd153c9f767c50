import { api } from '@vireo/contract'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import { TestClient } from '../../../../test/app/client.ts'
import { deleteAccountPermanently } from '../../../../test/content/deletion.ts'
import { addTweet } from '../../../../test/content/tweets.ts'
import { addVideo } from '../../../../test/content/videos.ts'
import { patiently } from '../../../../test/patience.ts'
import { newId } from '../../../lib/ids.ts'
import { buildApp } from '../../../program/app.ts'
import { countLikedVideos } from './likes.queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

it('a like is toggled, which updates the count', async () => {
  const viewer = await app.signedIn()
  const { videoId } = await addVideo(app)
  const on = await viewer.call(api.likes.toggleVideo, { params: { videoId } })
  expect(on.data).toEqual({ isLiked: true, totalLikes: 1 })
  const off = await viewer.call(api.likes.toggleVideo, { params: { videoId } })
  expect(off.data).toEqual({ isLiked: false, totalLikes: 0 })
})

it('the count is exact after 50 toggles at once, by one person and by many', async () => {
  const { videoId } = await addVideo(app)
  const [first, second] = [await app.signedIn(), await app.signedIn()]
  await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      (i % 2 ? first : second).call(api.likes.toggleVideo, { params: { videoId } }),
    ),
  )
  // An odd number of toggles leaves both with a like.
  const { data } = await app.visitor().call(api.likes.videoLikes, { params: { videoId } })
  expect(data.totalLikes).toBe(2)
  const mine = await first.call(api.likes.videoLikes, { params: { videoId } })
  expect(mine.data.isLiked).toBe(true)
})

it('many people who like and unlike at once, through two processes, leave an exact count', async () => {
  const { sql } = app.context
  const owner = await app.signedIn()
  const { videoId } = await addVideo(app, { ownerId: owner.person.id })
  const second = await buildApp(app.context, { freshMs: 0 })
  onTestFinished(() => second.close())
  const address = await second.listen({ port: 0, host: '127.0.0.1' })
  const people = await Promise.all(Array.from({ length: 12 }, () => app.signedIn()))
  const elsewhere = people.map(({ cookies }) => {
    const client = new TestClient(address)
    for (const [name, value] of cookies) client.cookies.set(name, value)
    return client
  })
  const answers = await Promise.all(
    [...people, ...elsewhere, ...people].map((client) =>
      client.call(api.likes.toggleVideo, { params: { videoId } }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  const net = answers.reduce((total, { data }) => total + (data.isLiked ? 1 : -1), 0)
  const likes = async () => (await app.visitor().call(api.likes.videoLikes, { params: { videoId } })).data
  const rows = await sql`select from video_likes where video_id = ${videoId}`
  expect([net, rows.length, (await likes()).totalLikes]).toEqual([12, 12, 12])
  await app.runJobs()
  const actors = await sql`
    select from notification_actors a join notifications n on n.id = a.notification_id
    where n.video_id = ${videoId} and not a.is_withdrawn`
  expect(actors, 'one notification of all of them').toHaveLength(12)
  expect((await owner.call(api.notifications.page, { query: {} })).data.docs).toHaveLength(1)
})

it('a like that fails does not fail others in the same batch', async () => {
  const { sql } = app.context
  const { videoId } = await addVideo(app)
  const [first, second, gone] = [await app.signedIn(), await app.signedIn(), await app.signedIn()]
  await sql.unsafe(`
    create function break_like() returns trigger language plpgsql as $$
    begin new.user_id := gen_random_uuid(); return new; end $$;
    create trigger break_like before insert on video_likes
      for each row when (new.user_id = '${gone.person.id}') execute function break_like()`)
  onTestFinished(() => sql.unsafe('drop function break_like cascade').then(() => {}))
  const held = await sql.reserve()
  await held`begin`
  await held`select from videos where id = ${videoId} for update`
  // The first waits for the lock, the others for the first.
  const likes = [first, second, gone].map((client) =>
    client.call(api.likes.toggleVideo, { params: { videoId } }),
  )
  const waiting = () => sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(waiting, patiently).toHaveLength(1)
  await held`rollback`
  held.release()
  expect((await Promise.all(likes)).map(({ status }) => status)).toEqual([200, 200, 500])
  const { data } = await app.visitor().call(api.likes.videoLikes, { params: { videoId } })
  expect(data.totalLikes).toBe(2)
})

it('requesting the same state repeatedly changes nothing', async () => {
  const viewer = await app.signedIn()
  const { videoId } = await addVideo(app)
  const like = () => viewer.call(api.likes.toggleVideo, { params: { videoId }, body: { isLiked: true } })
  await Promise.all([like(), like(), like()])
  expect((await like()).data).toEqual({ isLiked: true, totalLikes: 1 })
})

it('liked videos are listed latest first, each under the id of its video, and page by cursor', async () => {
  const viewer = await app.signedIn()
  const videos = [await addVideo(app), await addVideo(app), await addVideo(app)]
  for (const { videoId } of videos) await viewer.call(api.likes.toggleVideo, { params: { videoId } })
  const first = await viewer.call(api.likes.likedVideos, { query: { limit: 2 } })
  const second = await viewer.call(api.likes.likedVideos, {
    query: { limit: 2, cursor: first.data.nextCursor ?? '' },
  })
  const listed = [...first.data.likedVideos, ...second.data.likedVideos]
  expect(listed.map((entry) => entry._id)).toEqual(videos.map(({ videoId }) => videoId).reverse())
  expect(listed.every((entry) => entry.video._id === entry._id)).toBe(true)
  expect(second.data.nextCursor).toBeNull()
})

it('liked videos that were deleted, hidden or suspended drop out of the list, its pages and its count', async () => {
  const viewer = await app.signedIn()
  const { sql, clock } = app.context
  const owner = await app.signedIn()
  const suspended = await app.createPerson()
  const ids: string[] = []
  for (let i = 0; i < 8; i++) {
    const ownerId = i === 5 ? suspended.id : owner.person.id
    const { videoId } = await addVideo(app, { ownerId })
    await viewer.call(api.likes.toggleVideo, { params: { videoId } })
    clock.advance(1)
    ids.push(videoId)
  }
  const list = async (limit: number, cursor?: string) =>
    (await viewer.call(api.likes.likedVideos, { query: { limit, ...(cursor && { cursor }) } })).data
  expect(await list(3)).toMatchObject({ totalDocs: 8, isTotalCapped: false })

  const first = await list(2)
  await owner.call(api.videos.remove, { params: { id: ids[6] ?? '' } })
  await sql`update users set suspended_at = now() where id = ${suspended.id}`
  await sql`update videos set visibility = 'private' where id = ${ids[4] ?? ''}`
  const next = await list(2, first.nextCursor ?? '')
  expect(next.likedVideos.map(({ _id }) => _id)).toEqual([ids[3], ids[2]])
  expect(next.totalDocs, 'only the first page counts').toBeUndefined()
  const all = await list(100)
  expect(all.likedVideos.map(({ _id }) => _id)).toEqual([7, 3, 2, 1, 0].map((i) => ids[i]))
  expect(all.totalDocs).toBe(5)

  await sql`update videos set visibility = 'public' where id = ${ids[4] ?? ''}`
  const shown = (await list(100)).likedVideos.map(({ _id }) => _id)
  expect(shown, 'back when it is public again').toContain(ids[4])
  expect((await list(1)).totalDocs).toBe(6)
  expect((await app.visitor().call(api.likes.likedVideos, { query: {} })).status).toBe(401)
})

it('the count of liked videos reads a bounded number of likes', async () => {
  const viewer = await app.signedIn()
  const ids = [await addVideo(app), await addVideo(app), await addVideo(app)].map(({ videoId }) => videoId)
  for (const videoId of ids) await viewer.call(api.likes.toggleVideo, { params: { videoId } })
  const count = (most: number) => countLikedVideos(app.context.sql, viewer.person.id, most)
  expect(await count(3)).toEqual({ total: 3, isCapped: false })
  expect(await count(2)).toEqual({ total: 2, isCapped: true })
  expect(await countLikedVideos(app.context.sql, newId(), 2)).toEqual({ total: 0, isCapped: false })
})

it('likes and subscriptions of a person are limited per minute', async () => {
  const viewer = await app.signedIn()
  const { videoId, ownerId } = await addVideo(app)
  const calls = {
    like: [120, () => viewer.call(api.likes.toggleVideo, { params: { videoId } })],
    subscribe: [120, () => viewer.call(api.subscriptions.toggle, { params: { channelId: ownerId } })],
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
  expect((await app.visitor().call(api.likes.toggleVideo, { params: { videoId } })).status).toBe(401)
  expect((await viewer.call(api.likes.toggleVideo, { params: { videoId } })).status).toBe(404)
  expect((await viewer.call(api.likes.toggleVideo, { params: { videoId: 'nonsense' } })).status).toBe(404)
})

it('the likes of a deleted account are removed', async () => {
  const leaver = await app.signedIn()
  const { videoId } = await addVideo(app)
  await leaver.call(api.likes.toggleVideo, { params: { videoId } })
  await deleteAccountPermanently(app, leaver)
  const { data } = await app.visitor().call(api.likes.videoLikes, { params: { videoId } })
  expect(data).toMatchObject({ totalLikes: 0 })
})

it('tweets are liked in the same way: exact after 50 toggles at once, seen in every list', async () => {
  const { tweetId } = await addTweet(app)
  const params = { tweetId }
  const [first, second] = [await app.signedIn(), await app.signedIn()]
  const on = await first.call(api.likes.toggleTweet, { params })
  expect(on.data).toEqual({ isLiked: true, totalLikes: 1 })
  const off = await first.call(api.likes.toggleTweet, { params, body: { isLiked: false } })
  expect(off.data).toEqual({ isLiked: false, totalLikes: 0 })
  await Promise.all(
    Array.from({ length: 50 }, (_, i) => (i % 2 ? first : second).call(api.likes.toggleTweet, { params })),
  )
  const likes = await app.visitor().call(api.likes.tweetLikes, { params })
  expect(likes.data).toEqual({ isLiked: false, totalLikes: 2 })
  const shown = await first.call(api.tweets.get, { params: { id: tweetId } })
  expect(shown.data.tweet).toMatchObject({ likes: 2, isLiked: true })
  await deleteAccountPermanently(app, second)
  const left = await first.call(api.likes.tweetLikes, { params })
  expect(left.data).toEqual({ isLiked: true, totalLikes: 1 })
})

it('a like is refused for an unknown tweet, by a visitor, or with a value that is not a boolean', async () => {
  const viewer = await app.signedIn()
  const params = { tweetId: (await addTweet(app)).tweetId }
  expect((await app.visitor().call(api.likes.toggleTweet, { params })).status).toBe(401)
  const wrong = await viewer.callUnchecked(api.likes.toggleTweet, { params, body: { isLiked: 'yes' } })
  expect(wrong.envelope.errors?.[0]?.field).toBe('isLiked')
  for (const tweetId of ['nonsense', newId()]) {
    expect((await viewer.call(api.likes.toggleTweet, { params: { tweetId } })).status).toBe(404)
    expect((await viewer.call(api.likes.tweetLikes, { params: { tweetId } })).status).toBe(404)
  }
})
