import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createRecordedDatabase } from '../../../../../test/database/database.ts'
import { countRowsRead } from '../../../../../test/database/plans.ts'
import { decodeCursor } from '../../../../db/paging.ts'
import type { Sql } from '../../../../db/sql.ts'
import { planByIndexes } from '../../../../db/transaction-settings.ts'
import type { ListOptions } from './video-list.queries.ts'
import { listVideos } from './video-list.service.ts'

const videos = 25_000
/** Long and recent videos are few, or at the end of every other order. */
const long = [1201, Number.MAX_SAFE_INTEGER] as const
const hour = 3_600_000
const newest = Date.now()

let database: Awaited<ReturnType<typeof createRecordedDatabase>>
let sql: Sql
let ownerId: string
beforeAll(async () => {
  database = await createRecordedDatabase(inject('postgresUrl'))
  sql = database.sql
  await sql`alter table videos disable trigger user`
  const [owner] = await sql<{ id: string }[]>`
    insert into users (id, username, username_key, fullname, email, email_key, created_at, updated_at)
    values (gen_random_uuid(), 'one', 'one', 'One', 'one@example.org', 'one@example.org', now(), now()) returning id`
  ownerId = owner?.id ?? ''
  await sql`
    insert into videos (id, owner_id, title, status, is_playable, folder, source_key, public_id, duration, views,
      created_at, updated_at, captions)
    select gen_random_uuid(), ${ownerId}, to_char(i, '000000'), 'ready', true, i, i, i,
      case when i > ${videos - 10} then 1300 when i > ${videos - 5000} then 300 else 100 end,
      ${videos}::int - i, ${new Date(newest)}::timestamptz - (${videos}::int - i) * interval '1 minute', now(),
      case when i > ${videos - 100} then '[{}]' else '[]' end::jsonb
    from generate_series(1, ${videos}::int) i`
  await sql`analyze videos`
})
afterAll(() => database.drop())

const since = (hours: number) => new Date(newest - hours * hour)
const byTitle = { sortBy: 'title', sortType: 'asc', viewerId: undefined, limit: 24 } as const
const byViews = { ...byTitle, sortBy: 'views', sortType: 'desc' } as const

const cases: [string, Partial<ListOptions>][] = [
  ['long ones by title', { ...byTitle, duration: long }],
  ['long ones by views', { ...byViews, duration: long }],
  ['those of medium length by title', { ...byTitle, duration: [240, 1201] }],
  ['those of the last hour by views', { ...byViews, since: since(1) }],
  ['those of the last days by title', { ...byTitle, since: since(100) }],
  ['long ones of the last days by title', { ...byTitle, since: since(400), duration: long }],
  ['medium ones of the last hour by views', { ...byViews, since: since(1), duration: [240, 1201] }],
  ['long ones, newest last', { ...byTitle, sortBy: 'createdAt', duration: long }],
  ['those of the last hour, shortest first', { ...byTitle, sortBy: 'duration', since: since(1) }],
  ['those with captions by title', { ...byTitle, hasCaptions: true }],
  ['the newest with captions', { ...byTitle, sortBy: 'createdAt', sortType: 'desc', hasCaptions: true }],
  [
    'long ones with captions, the oldest first',
    { ...byTitle, sortBy: 'createdAt', hasCaptions: true, duration: long },
  ],
  ['long ones with captions by views', { ...byViews, hasCaptions: true, duration: long }],
  ['by title, backwards', { ...byTitle, sortType: 'desc' }],
  ['long ones, longest first', { ...byTitle, sortBy: 'duration', sortType: 'desc', duration: long }],
]

it.each(
  cases.flatMap(([name, options]) => [
    [name, '', options] as const,
    [`${name}`, ' of a channel', options] as const,
  ]),
)(
  '%s%s: each video is listed once, in order, and no page reads more than a part of the table',
  async (_name, whose, some) => {
    const options = { ...byTitle, ...some, ...(whose && { ownerId }) }
    const listed: string[] = []
    for (let cursor: string | null | undefined; cursor !== null && listed.length < 200; ) {
      database.takeStatements()
      const page = await listVideos(sql, { ...options, cursor: decodeCursor(cursor ?? undefined) })
      listed.push(...page.rows.map((row) => row.id))
      // The first page may be the most expensive one.
      if (cursor === undefined) expect(await countRead(database.takeStatements())).toBeLessThan(videos / 2)
      cursor = page.nextCursor
    }
    const column = { title: 'title', views: 'views', createdAt: 'created_at', duration: 'duration' }[
      options.sortBy
    ]
    const direction = options.sortType === 'asc' ? sql`asc` : sql`desc`
    const expected = await sql<{ id: string }[]>`
      select id from videos where true
        ${options.since ? sql`and created_at >= ${options.since}` : sql``}
        ${options.duration ? sql`and duration >= ${options.duration[0]} and duration < ${options.duration[1]}` : sql``}
        ${options.hasCaptions ? sql`and captions <> '[]'` : sql``}
      order by ${sql(column)} ${direction}, id ${direction} limit ${listed.length}`
    expect(listed.length).toBeGreaterThan(0)
    expect(listed).toEqual(expected.map((row) => row.id))
  },
)

/** How many rows and index entries the statements of a page read. */
async function countRead(statements: ReturnType<typeof database.takeStatements>): Promise<number> {
  let rows = 0
  for (const statement of statements.filter(({ text }) => /\bfrom videos\b/.test(text)))
    rows += await sql.begin(async (tx) => {
      await planByIndexes(tx)
      return countRowsRead(tx, statement)
    })
  return rows
}
