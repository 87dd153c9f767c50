import { afterAll, beforeAll, expect, it } from 'vitest'
import { createManyVideos } from '../../../../test/database/plans.ts'
import { newId } from '../../../lib/ids.ts'
import {
  findNeighbour,
  listEntries,
  listEntriesOfEach,
  listFirstEntries,
  sumEntries,
} from './entries.queries.ts'
import { listChoices, listPlaylists } from './playlists.queries.ts'

/** 100,000 entries: 200 playlists of one person with 500 videos each. */
const [playlists, size, videos] = [200, 500, 20_000]

let database: Awaited<ReturnType<typeof createManyVideos>>
let sql: (typeof database)['sql']
let ownerId: string
let ids: string[]
let videoId: string
beforeAll(async () => {
  database = await createManyVideos(videos)
  sql = database.sql
  ownerId = database.ownerId
  await sql`
    insert into playlists (id, owner_id, name, visibility, created_at, updated_at)
    select gen_random_uuid(), ${ownerId}, 'A playlist', 'public', now(), now() - i * interval '1 minute'
    from generate_series(1, ${playlists}::int) i`
  await sql`
    insert into playlist_entries (playlist_id, video_id, position, added_at)
    select p.id, v.id, 'b' || to_char(place, 'FM0000'), now()
    from (select id, row_number() over () as number from playlists) p
      cross join generate_series(1, ${size}::int) place
      join videos v on v.folder = ((97 * p.number + place) % ${videos} + 1)::text`
  await sql`analyze`
  const rows = await sql<{ id: string }[]>`select id from playlists order by updated_at desc`
  ids = rows.map((row) => row.id)
  const [entry] = await sql<{ id: string }[]>`select video_id as id from playlist_entries limit 1`
  videoId = entry?.id ?? ''
})
afterAll(() => database.drop())

it('the test data has 100,000 entries', async () => {
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from playlist_entries`
  expect(row?.count).toBe(playlists * size)
})

it('a page of a playlist reads only its own rows', async () => {
  const page = { viewerId: undefined, limit: 100, cursor: undefined }
  const { rows } = await listEntries(sql, ids[7] ?? '', page)
  expect(rows).toHaveLength(100)
  expect(await database.countRead('playlist_entries')).toBeLessThanOrEqual(size)
})

it('the totals of a playlist read its own entries, and finding a position reads only the neighbour', async () => {
  const [total] = await sumEntries(sql, [ids[7] ?? ''], undefined)
  expect(total).toMatchObject({ count: size, duration: size })
  expect(await database.countRead('playlist_entries')).toBe(size)
  expect(await findNeighbour(sql, ids[7] ?? '', newId(), { after: 'b0250' })).toBe('b0251')
  expect(await database.countRead('playlist_entries')).toBe(1)
})

it('a page of playlists reads one row of each, and their totals read only their own entries', async () => {
  const { rows } = await listPlaylists(sql, { ownerId, isPublic: false, limit: 24, cursor: undefined })
  expect(rows.map((row) => row.id)).toEqual(ids.slice(0, 24))
  expect(await database.countRead('playlists')).toBe(25)
  expect(await listFirstEntries(sql, ids.slice(0, 24), undefined)).toHaveLength(24)
  expect(await database.countRead('playlist_entries')).toBe(24)
  await sumEntries(sql, ids.slice(0, 24), undefined)
  expect(await database.countRead('playlist_entries')).toBeLessThanOrEqual(24 * size)
})

it('the videos of several playlists read only as many rows as are sent', async () => {
  expect(await listEntriesOfEach(sql, ids.slice(0, 3), [size, 2, 0], ownerId)).toHaveLength(size + 2)
  expect(await database.countRead('playlist_entries')).toBeLessThanOrEqual(size + 2)
})

it('whether a video is in each playlist of a person is looked up by index', async () => {
  const choices = await listChoices(sql, ownerId, videoId)
  expect(choices).toHaveLength(playlists)
  expect(choices.some((choice) => choice.is_saved)).toBe(true)
  expect(await database.countRead('playlist_entries')).toBeLessThanOrEqual(playlists)
})
