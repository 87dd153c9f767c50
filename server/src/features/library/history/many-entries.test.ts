import { afterAll, beforeAll, expect, it } from 'vitest'
import { createManyVideos } from '../../../../test/database/plans.ts'
import { decodeCursor } from '../../../db/paging.ts'
import { systemClock } from '../../../lib/clock.ts'
import { newId } from '../../../lib/ids.ts'
import { findPatterns, listHistory, walkHistory } from './history.queries.ts'
import { searchHistory } from './history.service.ts'

const entries = 20_000

let database: Awaited<ReturnType<typeof createManyVideos>>
let sql: (typeof database)['sql']
let userId: string
beforeAll(async () => {
  database = await createManyVideos(entries)
  sql = database.sql
  userId = database.ownerId
  await sql`
    insert into watch_history (user_id, video_id, watched_at, position)
    select ${userId}, id, now() - random() * interval '1000 days', 1 from videos`
  await sql`analyze`
})
afterAll(() => database.drop())

it('a page of a long history reads little more than the page, wherever it is', async () => {
  const first = await listHistory(sql, userId, 24, undefined)
  expect(await database.countRead()).toBeLessThan(200)
  const at = { value: new Date(Date.now() - 900 * 86_400_000).toISOString(), id: newId() }
  const later = await listHistory(sql, userId, 24, at)
  expect(await database.countRead()).toBeLessThan(200)
  expect([first, later].map(({ length }) => length)).toEqual([24, 24])
})

it('a search reads a limited number of entries, and stops when the page is full', async () => {
  const steps = 2000
  const rare = await findPatterns(sql, 'nowhere', 16)
  expect(await walkHistory(sql, { userId, cursor: undefined, steps }, rare, 25)).toEqual([])
  expect(await database.countRead()).toBeLessThanOrEqual(4 * steps)
  const common = await findPatterns(sql, 'NÚMBER one', 16)
  expect(await walkHistory(sql, { userId, cursor: undefined, steps }, common, 25)).toHaveLength(25)
  expect(await database.countRead()).toBeLessThan(300)
})

it('a search that reaches its limit without a match continues with the next page', async () => {
  const [oldest] = await sql<{ id: string }[]>`
    update watch_history set watched_at = now() - interval '2000 days'
    where video_id = (select id from videos where title = ${`Number ${entries}`}) returning video_id as id`
  const pages: string[][] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const search = { userId, text: String(entries), limit: 24, cursor: decodeCursor(cursor) }
    const page = await searchHistory({ sql, clock: systemClock }, search)
    pages.push(page.rows.map((row) => row.video_id))
    cursor = page.nextCursor
  }
  expect(pages.length).toBeGreaterThan(1)
  expect(pages.flat()).toEqual([oldest?.id])
})
