import { api } from '@vireo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../test/app/app.ts'
import { addVideo } from '../../test/content/videos.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

it('the default page has 24 rows, and 100 for liked videos and the watch history', async () => {
  const viewer = await app.signedIn()
  const { sql } = app.context
  const ownerId = viewer.person.id
  await Promise.all(Array.from({ length: 101 }, () => addVideo(app, { ownerId })))
  await sql`
    insert into video_likes (user_id, video_id, created_at)
    select owner_id, id, created_at from videos where owner_id = ${ownerId}`
  await sql`
    insert into watch_history (user_id, video_id, watched_at, position)
    select owner_id, id, created_at, 0 from videos where owner_id = ${ownerId}`
  const videos = await viewer.call(api.videos.list)
  const liked = await viewer.call(api.likes.likedVideos)
  const watched = await viewer.call(api.history.list)
  expect([videos.data.docs, liked.data.likedVideos, watched.data].map(({ length }) => length)).toEqual([
    24, 100, 100,
  ])
  expect(liked.data.nextCursor).not.toBeNull()
})

it('a page of long texts is shorter than its limit, and the next one continues it', async () => {
  const { videoId, ownerId } = await addVideo(app)
  await app.context.sql`
    insert into comments (id, video_id, owner_id, content, created_at, updated_at)
    select gen_random_uuid(), ${videoId}, ${ownerId}, repeat('x', 5000), now() - i * interval '1 minute', now()
    from generate_series(1, 12) i`
  const read = async (query: { limit: number; cursor?: string }) =>
    (await app.visitor().call(api.comments.listOfVideo, { params: { videoId }, query })).data
  const sizes: number[] = []
  const ids = new Set<string>()
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await read({ limit: 100, ...(cursor && { cursor }) })
    sizes.push(page.comments.length)
    for (const { _id } of page.comments) ids.add(_id)
    cursor = page.nextCursor
  }
  expect(sizes).toEqual([4, 4, 4])
  expect(ids.size).toBe(12)
})
