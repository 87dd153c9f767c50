import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createRecordedDatabase } from '../../../../test/database/database.ts'
import type { Sql } from '../../../db/sql.ts'
import { listHeldBy } from '../../community/comments/creator/creator.queries.ts'
import { listHeldComments } from '../../community/comments/review/comment-review.queries.ts'
import { listEntries } from '../../core/audit/audit.queries.ts'
import { countOpenCases, listOpenCases, listOpenReports } from '../reports/reports.queries.ts'

/** Enough for the planner to see the difference; with 100,000 the plans are the same. */
const many = 20_000
/** One case has this many reports; the others have one. */
const crowd = 500

const reviewer = { id: '00000000-0000-0000-0000-000000000009', role: 'moderator' as const }
const creatorId = '00000000-0000-0000-0000-000000000001'
const page = { limit: 20, cursor: undefined }

let database: Awaited<ReturnType<typeof createRecordedDatabase>>
let sql: Sql
beforeAll(async () => {
  database = await createRecordedDatabase(inject('postgresUrl'))
  sql = database.sql
  for (const table of ['users', 'tweets', 'comments', 'reports'])
    await sql`alter table ${sql(table)} disable trigger user`
  await sql`
    insert into users (id, username, username_key, fullname, email, email_key, created_at, updated_at)
    select ('00000000-0000-0000-0000-' || lpad(i::text, 12, '0'))::uuid, i, i, 'One', i, i, now(), now()
    from generate_series(1, ${crowd}::int) i`
  const [owner] = await sql<{ id: string }[]>`select id from users order by id limit 1`
  await sql`
    insert into tweets (id, owner_id, content, folder, created_at, updated_at)
    select gen_random_uuid(), ${owner?.id ?? ''}, 'A tweet', i, now(), now() from generate_series(1, ${many}::int) i`
  await sql`
    insert into moderation_cases (id, tweet_id, owner_id, open_count, opened_at)
    select gen_random_uuid(), id, owner_id, 1, now() - folder::int * interval '1 second' from tweets`
  await sql`
    insert into reports (id, case_id, reporter_id, reason, text, created_at)
    select gen_random_uuid(), id, owner_id, 'spam', '', opened_at from moderation_cases`
  await sql`
    insert into reports (id, case_id, reporter_id, reason, text, created_at)
    select gen_random_uuid(), c.id, u.id, 'spam', '', now()
    from (select id from moderation_cases order by opened_at limit 1) c, users u
    on conflict do nothing`
  await sql`
    insert into comments (id, tweet_id, owner_id, content, is_held, created_at, updated_at)
    select gen_random_uuid(), id, owner_id, 'A comment', true, created_at, created_at from tweets`
  await sql`
    insert into comments (id, tweet_id, owner_id, content, is_held, held_by, hold, created_at, updated_at)
    select gen_random_uuid(), id, ${reviewer.id}, 'A comment', true, owner_id,
      case folder::int % 2 when 0 then 'approval' else 'hidden' end, created_at - interval '1 day', created_at
    from tweets`
  await sql`
    insert into audit_log (id, created_at, actor_name, action, subject_name, note)
    select gen_random_uuid(), now() - i * interval '1 minute', 'one', 'dismiss', '', ''
    from generate_series(1, ${many}::int) i`
  await sql`analyze`
}, 120_000)
afterAll(() => database.drop())

interface Plan {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: Plan[]
}

/** How many rows the last statement read, and from which kinds of nodes. */
async function explainLast() {
  const statement = database.takeStatements().at(-1)
  if (!statement) throw new Error('There was no statement')
  const [row] = await sql.unsafe<{ 'QUERY PLAN': [{ Plan: Plan }] }[]>(
    `explain (analyze, format json) ${statement.text}`,
    statement.values,
  )
  database.takeStatements()
  const nodes: Plan[] = []
  const collect = (plan: Plan) => {
    nodes.push(plan)
    for (const one of plan.Plans ?? []) collect(one)
  }
  if (row) collect(row['QUERY PLAN'][0].Plan)
  return {
    rows: Math.max(...nodes.map((node) => node['Actual Rows'] * node['Actual Loops'])),
    hasScan: nodes.some((node) => node['Node Type'] === 'Seq Scan' && node['Actual Rows'] > crowd),
  }
}

it.each([
  ['the queue', () => listOpenCases(sql, reviewer, 20, undefined)],
  ['the count of the queue', () => countOpenCases(sql, reviewer, 100)],
  ['the held comments', () => listHeldComments(sql, reviewer, 20, undefined)],
  ['the list of comments that wait for a creator', () => listHeldBy(sql, creatorId, 'waiting', page)],
  ['the list of comments that a creator hid', () => listHeldBy(sql, creatorId, 'hidden', page)],
  ['the audit log', () => listEntries(sql, 20, undefined)],
])('%s reads a bounded number of very many rows', async (_name, read) => {
  await read()
  const { rows, hasScan } = await explainLast()
  expect(hasScan).toBe(false)
  expect(rows).toBeLessThanOrEqual(crowd)
})

it('a page of cases has the latest reports of each, even if a case has very many', async () => {
  const { rows: cases } = await listOpenCases(sql, { ...reviewer, role: 'admin' }, 20, undefined)
  const reports = await listOpenReports(
    sql,
    cases.map((one) => one.id),
    20,
  )
  expect(reports).toHaveLength(20 + 19)
  const { rows, hasScan } = await explainLast()
  expect(hasScan).toBe(false)
  expect(rows).toBeLessThanOrEqual(crowd)
})
