import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createRecordedDatabase } from '../../../../test/database/database.ts'
import { decodeCursor } from '../../../db/paging.ts'
import type { Sql } from '../../../db/sql.ts'
import { planOnceInIndexOrder } from '../../../db/transaction-settings.ts'
import { systemClock } from '../../../lib/clock.ts'
import { countUnread, listPage } from './notifications.service.ts'

const channels = 1000
const counts = { videos: 20_000, tweets: 40_000, personal: 20_000 }
const fanId = '00000000-0000-7000-8000-000000000000'

let database: Awaited<ReturnType<typeof createRecordedDatabase>>
let sql: Sql
beforeAll(async () => {
  database = await createRecordedDatabase(inject('postgresUrl'))
  sql = database.sql
  for (const table of ['users', 'videos', 'tweets', 'subscriptions', 'comments'])
    await sql`alter table ${sql(table)} disable trigger user`
  await sql`
    insert into users (id, username, username_key, fullname, email, email_key, created_at, updated_at)
    select case when i = 0 then ${fanId}::uuid else gen_random_uuid() end, 'p' || i, 'p' || i, 'P', 'p' || i, 'p' || i,
      now(), now()
    from generate_series(0, ${channels}::int) i`
  // A tenth of the channels publish most of the items, as on a real site.
  await sql`
    create temporary table owners as
    select id, row_number() over () as place from users where id <> ${fanId}`
  const ownerOfItem = sql`o.place = case when i % 10 = 0 then i % ${channels}::int else i % 100 end + 1`
  await sql`
    insert into videos (id, owner_id, title, status, is_playable, folder, source_key, public_id, announced_at,
      created_at, updated_at)
    select gen_random_uuid(), o.id, 'V' || i, 'ready', true, i, i, i, now() - i * interval '2 minutes', now(), now()
    from generate_series(1, ${counts.videos}::int) i join owners o on ${ownerOfItem}`
  await sql`
    insert into tweets (id, owner_id, content, folder, created_at, updated_at)
    select gen_random_uuid(), o.id, 'T' || i, i, now() - i * interval '70 seconds', now()
    from generate_series(1, ${counts.tweets}::int) i join owners o on ${ownerOfItem}`
  await sql`
    insert into subscriptions (subscriber_id, channel_id, created_at)
    select ${fanId}, id, now() - interval '1 year' from owners`
  await sql`
    insert into notifications (id, user_id, kind, video_id, group_key, created_at)
    select gen_random_uuid(), ${fanId}, 'like', (select id from videos limit 1), i, now() - i * interval '1 minute'
    from generate_series(1, ${counts.personal}::int) i`
  await sql`
    insert into notification_actors (notification_id, actor_id, created_at)
    select id, (select id from owners limit 1), created_at from notifications`
  for (const table of ['videos', 'tweets', 'subscriptions', 'notifications', 'notification_actors', 'users'])
    await sql`analyze ${sql(table)}`
}, 120_000)
afterAll(() => database.drop())

const listContext = () => ({ sql, clock: systemClock })

it('a page has the newest notifications, in order, and reads a small part of 80,000 items of 1,000 channels', async () => {
  const listed: string[] = []
  let cursor: string | null = null
  for (let pages = 0; pages < 3; pages++) {
    database.takeStatements()
    const page = await listPage(listContext(), fanId, 24, decodeCursor(cursor ?? undefined))
    listed.push(...page.rows.map(({ id }) => id))
    expect(await countRead(database.takeStatements())).toBeLessThan(10_000)
    cursor = page.nextCursor
  }
  const expected = await sql<{ id: string }[]>`
    select id from (
      select id, published_at as time from videos union all select id, created_at from tweets
      union all select id, created_at from notifications
    ) items order by time desc, id desc limit ${listed.length}`
  expect(listed).toEqual(expected.map((row) => row.id))
})

it('counting unread notifications reads a small part of the items too', async () => {
  const first = await listPage(listContext(), fanId, 24, undefined)
  database.takeStatements()
  expect(await countUnread(listContext(), fanId, first)).toBe(100)
  expect(await countRead(database.takeStatements())).toBeLessThan(20_000)
})

interface Plan {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** How many rows and index entries the statements read. Prepared as in the server: other plans could read less. */
async function countRead(statements: ReturnType<typeof database.takeStatements>): Promise<number> {
  let rows = 0
  for (const { text, values } of statements.filter((one) =>
    /\bfrom notifications|\bfrom subscriptions/.test(one.text),
  )) {
    const [answer] = await sql.begin(async (tx) => {
      if (/from subscriptions/.test(text)) await planOnceInIndexOrder(tx)
      await tx.unsafe(`prepare asked as ${text}`)
      const literals = values.map((value) => `'${value}'`)
      const plan = await tx.unsafe(`explain (analyze, format json) execute asked (${literals})`)
      await tx`deallocate asked`
      return plan
    })
    rows += readBy(answer?.['QUERY PLAN'][0].Plan)
  }
  return rows
}

function readBy(plan: Plan): number {
  const isScan = /Scan$/.test(plan['Node Type']) && !/^(Subquery|CTE)/.test(plan['Node Type'])
  const own = isScan
    ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
    : 0
  return own + (plan.Plans ?? []).reduce((sum, one) => sum + readBy(one), 0)
}
