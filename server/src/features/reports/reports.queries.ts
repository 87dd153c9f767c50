import type { ReportKind, ReportReason } from '@vireo/contract'
import { type Cursor, dateAt, type Page, toPage } from '../../db/paging.ts'
import type { Db } from '../../db/sql.ts'
import { isId, newId } from '../../lib/ids.ts'
import { mayDecideAbout, type Reviewer } from '../accounts/standing.service.ts'

/** Where what can be reported is kept, and the column of a case that names it. */
const things = {
  video: { table: 'videos', column: 'video_id' },
  tweet: { table: 'tweets', column: 'tweet_id' },
  comment: { table: 'comments', column: 'comment_id' },
  profile: { table: 'users', column: 'profile_id' },
} as const

/** Keeps a thing from being removed until the transaction ends. */
export async function holdThing(db: Db, kind: ReportKind, id: string): Promise<void> {
  if (isId(id)) await db`select from ${db(things[kind].table)} where id = ${id} for share`
}

export async function upsertCase(
  db: Db,
  thing: { kind: ReportKind; id: string; ownerId: string },
  now: Date,
): Promise<string> {
  const column = things[thing.kind].column
  const row = { id: newId(), [column]: thing.id, owner_id: thing.ownerId, opened_at: now }
  const [found] = await db<{ id: string }[]>`
    insert into moderation_cases ${db(row)}
    on conflict (${db(column)}) do update
      set opened_at = case
        when moderation_cases.open_count > 0 then moderation_cases.opened_at else excluded.opened_at end
    returning id`
  if (!found) throw new Error('The case was not written')
  return found.id
}

interface NewReport {
  case_id: string
  reporter_id: string
  reason: ReportReason
  text: string
  created_at: Date
}

/** Answers whether it is this person's first about the thing. */
export async function insertReport(db: Db, report: NewReport): Promise<boolean> {
  const rows = await db`
    insert into reports ${db({ id: newId(), ...report })}
    on conflict (case_id, reporter_id) do nothing returning 1`
  return rows.length > 0
}

export interface CaseRow {
  id: string
  video_id: string | null
  tweet_id: string | null
  comment_id: string | null
  profile_id: string | null
  owner_id: string
  open_count: number
  opened_at: Date
}

export interface ListedReport {
  id: string
  case_id: string
  reason: ReportReason
  text: string
  created_at: Date
  reporter_id: string
  username: string
  fullname: string
  avatar_folder: string | null
}

/**
 * A hidden thing, or one of a suspended account, waits until it is shown again. Scalar subqueries and not `exists`, for
 * which the planner may read the whole table into a hash.
 */
const openCases = (db: Db, reviewer: Reviewer) => db`
  moderation_cases c join users u on u.id = c.owner_id and u.is_active and ${mayDecideAbout(db, reviewer)}
  where c.open_count > 0
    and (c.video_id is null or (select owner_id from videos where id = c.video_id) is not null)
    and (c.tweet_id is null or (select owner_id from tweets where id = c.tweet_id) is not null)
    and (c.comment_id is null or (select owner_id from comments where id = c.comment_id) is not null)`

export async function listOpenCases(
  db: Db,
  reviewer: Reviewer,
  limit: number,
  cursor: Cursor | undefined,
): Promise<Page<CaseRow>> {
  const rows = await db<CaseRow[]>`
    select c.* from ${openCases(db, reviewer)}
      ${cursor ? db`and (c.opened_at, c.id) > (${dateAt(cursor)}, ${cursor.id}::uuid)` : db``}
    order by c.opened_at, c.id
    limit ${limit + 1}`
  return toPage(rows, limit, (row) => ({ value: row.opened_at.toISOString(), id: row.id }))
}

/** Counts up to `most`. */
export async function countOpenCases(db: Db, reviewer: Reviewer, most: number): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::integer as count from (select from ${openCases(db, reviewer)} limit ${most}) as open`
  return row?.count ?? 0
}

/** The latest open reports of each case. */
export async function listOpenReports(db: Db, caseIds: string[], perCase: number): Promise<ListedReport[]> {
  return db<ListedReport[]>`
    select r.*, u.username, u.fullname, u.avatar_folder
    from unnest(${caseIds}::uuid[]) as c (id)
    cross join lateral (
      select id, case_id, reason, text, created_at, reporter_id from reports
      where case_id = c.id and closed_by is null order by created_at desc, id desc limit ${perCase}
    ) as r
    join users u on u.id = r.reporter_id
    order by r.created_at desc, r.id desc`
}

export async function findCase(db: Db, id: string): Promise<CaseRow | undefined> {
  const [row] = isId(id) ? await db<CaseRow[]>`select * from moderation_cases where id = ${id}` : []
  return row
}

export async function findCaseOf(db: Db, kind: ReportKind, id: string): Promise<CaseRow | undefined> {
  const [row] = await db<CaseRow[]>`
    select * from moderation_cases where ${db(things[kind].column)} = ${id}`
  return row
}

/** Cases that an action closes are locked in the order of their ids. */
export async function lockCases(db: Db, ids: string[]): Promise<void> {
  await db`select from moderation_cases where id = any(${ids}::uuid[]) order by id for no key update`
}

export async function listOpenCasesOf(db: Db, ownerId: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from moderation_cases where owner_id = ${ownerId} and open_count > 0`
  return rows.map((row) => row.id)
}

/** Answers whose they are. */
export async function closeReports(db: Db, caseIds: string[], entryId: string): Promise<string[]> {
  const rows = await db<{ reporter_id: string }[]>`
    update reports set closed_by = ${entryId} where case_id = any(${caseIds}::uuid[]) and closed_by is null
    returning reporter_id`
  return rows.map((row) => row.reporter_id)
}

export async function listCasesClosedBy(db: Db, entryId: string): Promise<string[]> {
  const rows = await db<{ case_id: string }[]>`
    select distinct case_id from reports where closed_by = ${entryId}`
  return rows.map((row) => row.case_id)
}

/** Answers whose they are. */
export async function reopenReports(db: Db, entryId: string): Promise<string[]> {
  const rows = await db<{ reporter_id: string }[]>`
    update reports set closed_by = null where closed_by = ${entryId} returning reporter_id`
  return rows.map((row) => row.reporter_id)
}
