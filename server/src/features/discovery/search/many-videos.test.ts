import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createRecordedDatabase } from '../../../../test/database/database.ts'
import type { Cursor } from '../../../db/paging.ts'
import type { Sql } from '../../../db/sql.ts'
import { planSearchByIndexes } from '../../../db/transaction-settings.ts'
import { newId } from '../../../lib/ids.ts'
import { decodeSearchCursor } from './matches/search-cursor.ts'
import { searchVideos } from './search.service.ts'
import { suggest } from './suggestions.service.ts'

let database: Awaited<ReturnType<typeof createRecordedDatabase>>
let sql: Sql
beforeAll(async () => {
  database = await createRecordedDatabase(inject('postgresUrl'))
  sql = database.sql
  await fill()
})
afterAll(() => database.drop())

const videos = 30_000
const few = 5000
/** Videos are numbered by their place in the table; the last ones have the most views. */
const turned = { from: 10_000, to: 20_000, each: 67 }
const turnedCount = Math.floor(turned.to / turned.each) - Math.floor(turned.from / turned.each)
/** Slightly further down than a search by views reads, and not in the sample. */
const hidden = videos - 3019

/**
 * Adds enough videos to influence the planner. All contain "video", half of them "common", one "unique"; `tail` is only
 * in the least viewed, and `ends` in those and a few of the most viewed. All contain "south north", except a few in the
 * middle with "north south"; the common ones "west east", except one with "east west". A few have captions.
 */
async function fill() {
  await sql`alter table videos disable trigger user`
  await sql`
    insert into users (id, username, username_key, fullname, email, email_key, created_at, updated_at)
    select gen_random_uuid(), name, name, 'Channel ' || i, name || '@example.org', name || '@example.org', now(), now()
    from generate_series(1, 2000) i, lateral (select 'channel' || i as name) named`
  const [owner] = await sql<{ id: string }[]>`select id from users limit 1`
  await sql`
    insert into videos (id, owner_id, title, status, is_playable, folder, source_key, public_id, duration, views,
      created_at, updated_at, captions)
    select gen_random_uuid(), ${owner?.id ?? ''}, 'video word' || i % 500 || case i % 2 when 1 then ' common' else ' other' end
        || case when i = 1 then ' unique' else '' end || case when i <= ${few} then ' tail' else '' end
        || case when i <= ${few} or i > ${videos - 10} then ' ends' else '' end
        || case when i between ${turned.from} and ${turned.to} and i % ${turned.each} = 0 then ' north south' else ' south north' end
        || case when i = ${hidden} then ' east west' when i % 2 = 1 then ' west east' else '' end,
      'ready', true, 'videos/' || i, 'sources/' || i, i::text, i % 2000, i / 3, now() - i * interval '1 minute', now(),
      case when i % 101 = 0 then '[{}]'::jsonb end
    from generate_series(1, ${videos}::integer) i`
  await sql`
    insert into search_documents (video_id, created_at, duration, document)
    select id, created_at, duration, search_vector(title, 'A') || search_captions_vector(v) from videos v`
  await sql`select search_learn(array['unique', 'common', 'other'])`
  await sql`analyze`
}

const byViews = { sortBy: 'views', sortType: 'desc', limit: 24 } as const
const since = new Date(Date.now() - 3_600_000)
const find = (text: string, more: Partial<Parameters<typeof searchVideos>[1]> = {}) =>
  searchVideos(sql, { text, ...byViews, ...more })

it.each<[string, string, () => Promise<unknown>]>([
  ['a rare word', 'search_documents_words', () => find('unique')],
  ['a common word', 'videos_most_viewed', () => find('common')],
  ['the most common word', 'Sample Scan', () => find('video')],
  ['two common words', 'search_documents_words', () => find('common other')],
  ['a beginning', 'videos_most_viewed', () => find('comm')],
  ['a phrase', 'search_documents_words', () => find('"word7 common"')],
  ['an unwanted word', 'videos_most_viewed', () => find('common -word7')],
  ['a misspelled word', 'search_trigrams_pkey', () => find('uniqeu')],
  ['words that nobody used', 'search_trigrams_pkey', () => find('xylophone zeppelin')],
  ['the newest with a common word', 'videos_newest', () => find('common', { sortBy: 'createdAt' })],
  ['the longest with a common word', 'videos_longest', () => find('common', { sortBy: 'duration' })],
  ['a common word by title', 'videos_by_title', () => find('common', { sortBy: 'title' })],
  ['a common word of the last hour', 'search_documents_newest', () => find('common', { since })],
  ['a phrase of common words', 'videos_most_viewed', () => find('"north south"')],
  [
    'the end of a phrase',
    'videos_pkey',
    async () => find('"north south"', { cursor: await placeOf(turned.from) }),
  ],
  ['long ones with a common word', 'videos_most_viewed', () => find('common', { duration: [1201, 9999] })],
  ['a common word with captions', 'search_documents_words', () => find('common', { hasCaptions: true })],
  ['relevant ones with a rare word', 'search_documents_words', () => find('unique', { sortBy: 'relevance' })],
  ['relevant ones with a common word', 'videos_most_viewed', () => find('common', { sortBy: 'relevance' })],
  [
    'relevant ones with a word that is rare above',
    'search_documents_words',
    () => find('tail', { sortBy: 'relevance' }),
  ],
  ['suggestions of a letter', 'videos_most_viewed', () => suggest(sql, 'c', newId())],
  ['suggestions of a letter after signs', 'users_most_subscribed', () => suggest(sql, '...c', newId())],
  ['suggestions of a word', 'search_documents_words', () => suggest(sql, 'uniq', newId())],
])('%s: uses %s without a sequential scan', async (_name, index, work) => {
  database.takeStatements()
  await work()
  const statements = database
    .takeStatements()
    .filter(({ text }) => /\b(videos|users|search_\w+)\s/.test(text))
  const plans: string[] = []
  for (const { text, values } of statements) plans.push(await explain(text, values))
  expect(plans.join('\n')).toContain(index)
  for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on (videos|users|search_)/)
})

async function placeOf(number: number): Promise<Cursor> {
  const [row] = await sql<{ id: string }[]>`select id from videos where public_id = ${`${number}`}`
  return { value: Math.floor(number / 3), id: row?.id ?? '' }
}

/** The plan under the settings that a search runs with. */
async function explain(text: string, values: never[]): Promise<string> {
  const rows = await sql.begin(async (tx) => {
    await planSearchByIndexes(tx)
    return tx.unsafe(`explain ${text}`, values)
  })
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

it.each([
  ['video', 'desc', videos, true],
  ['common', 'desc', videos / 2, true],
  ['common', 'asc', videos / 2, true],
  ['tail', 'desc', few, false],
  ['ends', 'desc', few + 10, true],
  ['"word7"', 'desc', videos / 500, false],
  ['"common ends"', 'desc', 5, true],
  ['"north south"', 'desc', turnedCount, true],
  ['"north south"', 'asc', turnedCount, true],
] as const)(
  'all videos with %s are found once, in order (%s)',
  async (word, sortType, count, isTotalCapped) => {
    const first = await find(word, { sortType, limit: 100 })
    expect(first.isTotalCapped).toBe(isTotalCapped)
    if (isTotalCapped) expect(first.totalDocs).toBeLessThanOrEqual(count)
    else expect(first.totalDocs).toBe(count)
    expect(first.totalDocs).toBeGreaterThan(0)
    const pages = await findPages(word, { sortType, limit: 100 })
    const found = pages.flatMap(({ ids }) => ids)
    expect(pages.some(({ related }) => related)).toBe(false)
    const direction = sortType === 'asc' ? sql`asc` : sql`desc`
    const expected = await sql<{ id: string }[]>`
    select id from videos where title ~ ${`\\m${word.replaceAll('"', '')}\\M`} order by views ${direction}, id ${direction}`
    expect(found).toEqual(expected.map((row) => row.id))
    expect(found).toHaveLength(count)
  },
)

async function findPages(...[text, more]: Parameters<typeof find>) {
  const pages = [await find(text, more)]
  for (let next = pages[0]?.nextCursor; next; ) {
    const page = await find(text, { ...more, cursor: decodeSearchCursor(next) })
    pages.push(page)
    next = page.nextCursor
  }
  return pages
}

it.each([
  ['unique', 1],
  ['"word7"', videos / 500],
  ['common', 501],
  ['tail', 1001],
  ['"common ends"', 5],
])('by relevance, a bounded number of the videos with %s are found, once each', async (text, count) => {
  const pages = await findPages(text, { sortBy: 'relevance', limit: 100 })
  const ids = pages.flatMap((page) => page.ids)
  expect([ids.length, new Set(ids).size]).toEqual([count, count])
})

it('no related videos follow the last match', async () => {
  const first = await find('"common ends" video')
  expect(first.ids).toHaveLength(5)
  const next = await find('"common ends" video', { cursor: decodeSearchCursor(first.nextCursor ?? '') })
  expect(next).toEqual({ ids: [], nextCursor: null })
})

it('related results stay marked as related on later pages, even if a match appears', async () => {
  const first = await find('"east west" common')
  expect(first).toMatchObject({ related: true, isTotalCapped: true })
  const cursor = decodeSearchCursor(first.nextCursor ?? '')
  const next = await find('"east west" common', { cursor })
  const common = await find('common', { cursor })
  expect(next).toMatchObject({ related: true, ids: common.ids })
})

it.each<[string, string, Partial<Parameters<typeof searchVideos>[1]>, number]>([
  ['a phrase', '"north south" xylophone', {}, turnedCount],
  ['a length', 'common xylophone', { duration: [1999, 2000] }, videos / 2000],
])('for common words that few videos have in %s, those few are related', async (_what, text, more, count) => {
  const pages = await findPages(text, more)
  expect(pages.every(({ related }) => related)).toBe(true)
  expect(new Set(pages.flatMap(({ ids }) => ids)).size).toBe(count)
})

it('in a channel, a word that is common elsewhere is corrected to one that the channel uses', async () => {
  const [other] = await sql<{ id: string }[]>`select id from users where username = 'channel1999'`
  const [one] = await sql<{ id: string }[]>`
    insert into videos (id, owner_id, title, status, is_playable, folder, source_key, public_id, created_at, updated_at)
    values (gen_random_uuid(), ${other?.id ?? ''}, 'vidio', 'ready', true, 'videos/o', 'sources/o', 'o', now(), now())
    returning id`
  await sql`
    insert into search_documents (video_id, created_at, duration, document)
    select id, created_at, duration, search_vector(title, 'A') from videos where id = ${one?.id ?? ''}`
  await sql`select search_learn(array['vidio'])`
  expect(await find('video', { ownerId: other?.id })).toMatchObject({ ids: [one?.id], related: true })
})
