import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createRecordedDatabase } from '../../../test/database.ts'
import { countRowsRead } from '../../../test/plans.ts'
import type { Sql } from '../../db/sql.ts'
import { newId } from '../../lib/ids.ts'
import { findPatterns, listHistory, walkHistory } from './history.queries.ts'

const entries = 20_000

let database: Awaited<ReturnType<typeof createRecordedDatabase>>
let sql: Sql
const userId = newId()
beforeAll(async () => {
  database = await createRecordedDatabase(inject('postgresUrl'))
  sql = database.sql
  await sql`alter table videos disable trigger user`
  await sql`
    insert into users (id, username, username_key, fullname, email, email_key, created_at, updated_at)
    values (${userId}, 'one', 'one', 'One', 'one@example.org', 'one@example.org', now(), now())`
  await sql`
    insert into videos (id, owner_id, title, status, is_playable, folder, source_key, public_id, created_at, updated_at)
    select gen_random_uuid(), ${userId}, 'Number ' || i, 'ready', true, i, i, i, now(), now()
    from generate_series(1, ${entries}::int) i`
  await sql`
    insert into watch_history (user_id, video_id, watched_at, position)
    select ${userId}, id, now() - random() * interval '1000 days', 1 from videos`
  await sql`analyze`
})
afterAll(() => database.drop())

const countRead = async () => {
  const statement = database.takeStatements().at(-1)
  return statement ? countRowsRead(sql, statement) : 0
}

it('a page of a long history reads little more than the page, wherever it is', async () => {
  const first = await listHistory(sql, userId, 24, undefined)
  expect(await countRead()).toBeLessThan(200)
  const at = { value: new Date(Date.now() - 900 * 86_400_000).toISOString(), id: newId() }
  const later = await listHistory(sql, userId, 24, at)
  expect(await countRead()).toBeLessThan(200)
  expect([first, later].map(({ length }) => length)).toEqual([24, 24])
})

it('a search reads no more entries than it may, and stops when the page is full', async () => {
  const steps = 2000
  const rare = await findPatterns(sql, 'nowhere', 16)
  expect(await walkHistory(sql, { userId, cursor: undefined, steps }, rare, 25)).toEqual([])
  expect(await countRead()).toBeLessThanOrEqual(4 * steps)
  const common = await findPatterns(sql, 'NÚMBER one', 16)
  expect(await walkHistory(sql, { userId, cursor: undefined, steps }, common, 25)).toHaveLength(25)
  expect(await countRead()).toBeLessThan(300)
})
