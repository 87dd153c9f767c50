import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createRecordedDatabase } from '../../../../test/database/database.ts'
import { countRowsRead } from '../../../../test/database/plans.ts'
import { decodeCursor } from '../../../db/paging.ts'
import type { Sql } from '../../../db/sql.ts'
import { newId } from '../../../lib/ids.ts'
import { listManagedSubscriptions } from '../../people/subscriptions/managed-subscriptions.queries.ts'
import { listTweets } from '../../publishing/tweets/tweets.queries.ts'
import { listVideos } from '../../publishing/videos/lists/video-list.service.ts'
import { countComments, listComments } from '../comments/comments.queries.ts'
import { listFeed } from './subscription-feed.queries.ts'

const channels = 1000
/** Per channel. */
const videos = 20
const tweets = 80
/** On one video, by a hundred people in turn. */
const comments = 10_000
const limit = 24

let database: Awaited<ReturnType<typeof createRecordedDatabase>>
let sql: Sql
const robin = newId()
beforeAll(async () => {
  database = await createRecordedDatabase(inject('postgresUrl'))
  sql = database.sql
  // Without triggers and foreign keys the rows are inserted in half the time.
  for (const table of ['videos', 'tweets', 'comments']) {
    await sql`alter table ${sql(table)} disable trigger user`
    await sql`alter table ${sql(table)} drop constraint ${sql(`${table}_owner_id_fkey`)}`
  }
  await sql`
    insert into users (id, username, username_key, fullname, email, email_key, created_at, updated_at)
    select case i when 0 then ${robin}::uuid else gen_random_uuid() end, 'u' || i, 'u' || i, 'One', i || '@x.org',
      i || '@x.org', now(), now()
    from generate_series(0, ${channels}::int) i`
  const owner = sql`(select id, row_number() over (order by id)::int as n from users where id <> ${robin}) as u`
  // Each at a different minute, so that channels and kinds are mixed throughout.
  const at = (offset: number) =>
    sql`date_trunc('minute', now()) - (i * ${channels * 2}::int + u.n * 2 + ${offset}::int) * interval '1 minute'`
  await sql`
    insert into videos (id, owner_id, title, status, is_playable, folder, source_key, public_id, created_at, updated_at)
    select gen_random_uuid(), u.id, 'A', 'ready', true, k, k, k, ${at(0)}, now()
    from ${owner}, generate_series(1, ${videos}::int) i, lateral (select u.n || '-' || i as k) as key`
  await sql`
    insert into tweets (id, owner_id, content, folder, created_at, updated_at)
    select gen_random_uuid(), u.id, 'A', k, ${at(1)}, now()
    from ${owner}, generate_series(1, ${tweets}::int) i, lateral (select u.n || '-' || i as k) as key`
  await sql`
    insert into subscriptions (subscriber_id, channel_id, created_at)
    select ${robin}, id, now() from users where id <> ${robin}`
  await sql`
    insert into comments (id, video_id, owner_id, content, likes_count, created_at, updated_at)
    select gen_random_uuid(), (select id from videos limit 1), u.id, 'A', i % 500, now() - i * interval '1 minute', now()
    from generate_series(1, ${comments}::int) i
      join (select id, row_number() over () - 1 as n from users where id <> ${robin} limit 100) as u on u.n = i % 100`
  await sql`update videos set comments_count = ${comments} where id = (select video_id from comments limit 1)`
  await sql`analyze videos, comments, tweets, subscriptions, users`
})
afterAll(() => database.drop())

it('a page of the feed of 1,000 channels with 100,000 entries reads a few entries of each', async () => {
  const met: string[] = []
  let cursor: string | null | undefined
  for (let page = 0; page < 4; page++) {
    database.takeStatements()
    const { rows, nextCursor } = await listFeed(sql, robin, {
      limit,
      cursor: decodeCursor(cursor ?? undefined),
    })
    met.push(...rows.map((row) => row.id))
    cursor = nextCursor
    const { read, plan } = await measure()
    // The first video and tweet of each channel with its rows, and then one page per stream in it.
    expect(read, plan).toBeLessThan(channels * 4 + (limit + 1) * (limit + 1) * 2)
    expect(plan).not.toMatch(/Seq Scan on (videos|tweets)/)
  }
  const expected = await sql<{ id: string }[]>`
    select id from (select id, created_at from videos union all select id, created_at from tweets) as e
    order by created_at desc, id desc limit ${met.length}`
  expect(met).toEqual(expected.map((row) => row.id))
})

it('a page of 1,000 subscriptions by activity reads them with the newest video and tweet of each', async () => {
  database.takeStatements()
  const page = { text: '', sort: 'activity', limit, cursor: undefined } as const
  const { rows } = await listManagedSubscriptions(sql, robin, page)
  expect(rows).toHaveLength(limit)
  const { read, plan } = await measure()
  expect(read, plan).toBeLessThanOrEqual((channels + 1) * 4)
  expect(plan).not.toMatch(/Seq Scan on (videos|tweets)/)
})

it('a page of home reads as many rows for someone who hid nothing as for a visitor', async () => {
  const home = async (viewerId: string | undefined) => {
    database.takeStatements()
    await listVideos(sql, { sortBy: 'createdAt', sortType: 'desc', viewerId, limit })
    return measure()
  }
  const [visitor, member] = [await home(undefined), await home(robin)]
  expect(member.read, member.plan).toBe(visitor.read)
  expect(member.plan).not.toContain('Seq Scan on videos')
})

it('lists of tweets and comments read as many rows for someone without blocks as for a visitor, and few more with a block', async () => {
  const [video] = await sql<{ id: string }[]>`select video_id as id from comments limit 1`
  const subject = { kind: 'video', id: video?.id ?? '' } as const
  const [blocked] = await sql<{ id: string }[]>`select owner_id as id from comments limit 1`
  const page = (viewerId: string | undefined) => ({ limit, cursor: undefined, viewerId })
  const load = async (viewerId: string | undefined) => {
    database.takeStatements()
    await listTweets(sql, { sortBy: 'createdAt', sortType: 'desc', ...page(viewerId) })
    const { rows } = await listComments(sql, subject, 'newest', page(viewerId))
    const total = await countComments(sql, subject, viewerId)
    return { ...(await measure()), rows, total }
  }
  const [visitor, member] = [await load(undefined), await load(robin)]
  expect(member.read, member.plan).toBe(visitor.read)
  expect(member.plan).not.toMatch(/Seq Scan on (tweets|comments)/)
  await sql`
    insert into blocks (blocker_id, blocked_id, created_at) values (${blocked?.id ?? ''}, ${robin}, now())`
  const apart = await load(robin)
  expect([member.total - apart.total, apart.rows.length]).toEqual([comments / 100, limit])
  expect(apart.read, apart.plan).toBeLessThan(member.read + 2 * (comments / 100) + 4 * limit)
})

it('pages of the most liked of 10,000 comments read as many rows as they show', async () => {
  const [video] = await sql<{ id: string }[]>`select video_id as id from comments limit 1`
  const subject = { kind: 'video', id: video?.id ?? '' } as const
  const met: string[] = []
  let cursor: string | null | undefined
  for (let page = 0; page < 4; page++) {
    database.takeStatements()
    const place = { limit, cursor: decodeCursor(cursor ?? undefined), viewerId: undefined }
    const { rows, nextCursor } = await listComments(sql, subject, 'top', place)
    met.push(...rows.map((row) => row.id))
    cursor = nextCursor
    const { read, plan } = await measure()
    // Each with its author and the viewer's like.
    expect(read, plan).toBeLessThanOrEqual(3 * (limit + 1))
  }
  const expected = await sql<{ id: string }[]>`
    select id from comments where video_id = ${subject.id}
    order by likes_count desc, id desc limit ${met.length}`
  expect(met).toEqual(expected.map((row) => row.id))
})

/** The number of rows that the latest statements read, and their plans. */
async function measure() {
  let read = 0
  let plan = ''
  for (const statement of database.takeStatements().filter(({ text }) => /\bfrom\b/.test(text))) {
    read += await countRowsRead(sql, statement)
    const lines = await sql.unsafe(`explain ${statement.text}`, statement.values)
    plan += lines.map((line) => line['QUERY PLAN']).join('\n')
  }
  return { read, plan }
}
