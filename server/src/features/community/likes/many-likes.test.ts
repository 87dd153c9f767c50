import { afterAll, beforeAll, expect, it } from 'vitest'
import { createManyVideos } from '../../../../test/database/plans.ts'
import { newId } from '../../../lib/ids.ts'
import { listVideoIdsIn } from '../../publishing/videos/lists/video-ids.queries.ts'
import { countLikedVideos } from './likes.queries.ts'

const likes = 12_000

let database: Awaited<ReturnType<typeof createManyVideos>>
let sql: (typeof database)['sql']
let userId: string
beforeAll(async () => {
  database = await createManyVideos(likes)
  sql = database.sql
  userId = database.ownerId
  await sql`alter table video_likes disable trigger user`
  await sql`
    insert into video_likes (user_id, video_id, created_at)
    select ${userId}, id, now() - random() * interval '1000 days' from videos`
  await sql`analyze`
})
afterAll(() => database.drop())

it('a page of very many likes reads little more than the page, and the count a limited number of likes', async () => {
  expect((await listVideoIdsIn(sql, 'video_likes', userId, 24, undefined)).rows).toHaveLength(24)
  expect(await database.countRead()).toBeLessThan(200)
  const at = { value: new Date(Date.now() - 900 * 86_400_000).toISOString(), id: newId() }
  expect((await listVideoIdsIn(sql, 'video_likes', userId, 24, at)).rows).toHaveLength(24)
  expect(await database.countRead()).toBeLessThan(200)
  expect(await countLikedVideos(sql, userId, 100)).toEqual({ total: 100, isCapped: true })
  expect(await database.countRead()).toBeLessThan(500)
})
