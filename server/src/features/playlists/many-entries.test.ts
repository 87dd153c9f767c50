import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createRecordedDatabase } from '../../../test/database.ts'
import type { Sql } from '../../db/sql.ts'
import { newId } from '../../lib/ids.ts'
import { findNeighbour, listEntries, listFirstEntries, sumEntries } from './entries.queries.ts'
import { listChoices, listPlaylists } from './playlists.queries.ts'

/** 100,000 entries: 200 playlists of one person with 500 videos each. */
const [playlists, size] = [200, 500]

let database: Awaited<ReturnType<typeof createRecordedDatabase>>
let sql: Sql
const ownerId = newId()
let ids: string[]
let videoId: string
beforeAll(async () => {
  database = await createRecordedDatabase(inject('postgresUrl'))
  sql = database.sql
  await sql`alter table videos disable trigger user`
  await sql`
    insert into users (id, username, username_key, fullname, email, email_key, created_at, updated_at)
    values (${ownerId}, 'one', 'one', 'One', 'one@example.org', 'one@example.org', now(), now())`
  await sql`
    insert into videos (id, owner_id, title, status, is_playable, folder, source_key, public_id, duration, created_at, updated_at)
    select gen_random_uuid(), ${ownerId}, 'A video', 'ready', true, i, i, i, 1, now(), now()
    from generate_series(1, 20000) i`
  await sql`
    insert into playlists (id, owner_id, name, visibility, created_at, updated_at)
    select gen_random_uuid(), ${ownerId}, 'A playlist', 'public', now(), now() - i * interval '1 minute'
    from generate_series(1, ${playlists}::int) i`
  await sql`
    insert into playlist_entries (playlist_id, video_id, position, added_at)
    select p.id, v.id, 'b' || to_char(row_number() over (partition by p.id order by v.folder), 'FM0000'), now()
    from playlists p cross join lateral (
      select id, folder from videos where folder::int % 40 = ascii(right(p.id::text, 1)) % 40 order by folder limit ${size}
    ) v`
  await sql`analyze`
  const rows = await sql<{ id: string }[]>`select id from playlists order by updated_at desc`
  ids = rows.map((row) => row.id)
  const [entry] = await sql<{ id: string }[]>`select video_id as id from playlist_entries limit 1`
  videoId = entry?.id ?? ''
})
afterAll(() => database.drop())

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** How many rows of the table the last statement reads. */
async function countRead(table: string): Promise<number> {
  const { text = '', values = [] } = database.takeStatements().at(-1) ?? {}
  const [answer] = await sql.unsafe(`explain (analyze, format json) ${text}`, values)
  database.takeStatements()
  return readBy(answer?.['QUERY PLAN'][0].Plan, table)
}

const readBy = (plan: Plan, table: string): number =>
  (plan['Relation Name'] === table
    ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
    : 0) + (plan.Plans ?? []).reduce((sum, one) => sum + readBy(one, table), 0)

it('there are 100,000 entries', async () => {
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from playlist_entries`
  expect(row?.count).toBe(playlists * size)
})

it('a page of a playlist reads its own rows', async () => {
  const page = { viewerId: undefined, limit: 100, cursor: undefined }
  const { rows } = await listEntries(sql, ids[7] ?? '', page)
  expect(rows).toHaveLength(100)
  expect(await countRead('playlist_entries')).toBeLessThanOrEqual(size)
})

it('the sum of a playlist reads its entries, and a place in it only the neighbour', async () => {
  const [total] = await sumEntries(sql, [ids[7] ?? ''], undefined)
  expect(total).toMatchObject({ count: size, duration: size })
  expect(await countRead('playlist_entries')).toBe(size)
  expect(await findNeighbour(sql, ids[7] ?? '', newId(), { after: 'b0250' })).toBe('b0251')
  expect(await countRead('playlist_entries')).toBe(1)
})

it('a page of playlists reads one row of each, and the counts no other entries than theirs', async () => {
  const { rows } = await listPlaylists(sql, { ownerId, isPublic: false, limit: 24, cursor: undefined })
  expect(rows.map((row) => row.id)).toEqual(ids.slice(0, 24))
  expect(await countRead('playlists')).toBe(25)
  expect(await listFirstEntries(sql, ids.slice(0, 24), undefined)).toHaveLength(24)
  expect(await countRead('playlist_entries')).toBe(24)
  await sumEntries(sql, ids.slice(0, 24), undefined)
  expect(await countRead('playlist_entries')).toBeLessThanOrEqual(24 * size)
})

it('whether a video is in each playlist of a person is looked up by index', async () => {
  const choices = await listChoices(sql, ownerId, videoId)
  expect(choices).toHaveLength(playlists)
  expect(choices.some((choice) => choice.is_saved)).toBe(true)
  expect(await countRead('playlist_entries')).toBeLessThanOrEqual(playlists)
})
