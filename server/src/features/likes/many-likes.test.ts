import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createRecordedDatabase } from '../../../test/database.ts'
import { countRowsRead } from '../../../test/plans.ts'
import type { Sql } from '../../db/sql.ts'
import { newId } from '../../lib/ids.ts'
import { countLikedVideos, listLikedVideoIds } from './likes.queries.ts'

const likes = 12_000

let database: Awaited<ReturnType<typeof createRecordedDatabase>>
let sql: Sql
const userId = newId()
beforeAll(async () => {
  database = await createRecordedDatabase(inject('postgresUrl'))
  sql = database.sql
  await sql`alter table videos disable trigger user`
  await sql`alter table video_likes disable trigger user`
  await sql`
    insert into users (id, username, username_key, fullname, email, email_key, created_at, updated_at)
    values (${userId}, 'one', 'one', 'One', 'one@example.org', 'one@example.org', now(), now())`
  await sql`
    insert into videos (id, owner_id, title, status, is_playable, folder, source_key, public_id, created_at, updated_at)
    select gen_random_uuid(), ${userId}, 'Number ' || i, 'ready', true, i, i, i, now(), now()
    from generate_series(1, ${likes}::int) i`
  await sql`
    insert into video_likes (user_id, video_id, created_at)
    select ${userId}, id, now() - random() * interval '1000 days' from videos`
  await sql`analyze`
})
afterAll(() => database.drop())

const countRead = async () => {
  const statement = database.takeStatements().at(-1)
  return statement ? countRowsRead(sql, statement) : 0
}

it('a page of very many likes reads little more than the page, and the count no more likes than it may', async () => {
  expect((await listLikedVideoIds(sql, userId, 24, undefined)).rows).toHaveLength(24)
  expect(await countRead()).toBeLessThan(200)
  const at = { value: new Date(Date.now() - 900 * 86_400_000).toISOString(), id: newId() }
  expect((await listLikedVideoIds(sql, userId, 24, at)).rows).toHaveLength(24)
  expect(await countRead()).toBeLessThan(200)
  expect(await countLikedVideos(sql, userId, 100)).toEqual({ total: 100, isCapped: true })
  expect(await countRead()).toBeLessThan(500)
})
