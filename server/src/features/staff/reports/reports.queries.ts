import { plainLine, type ReportKind, type ReportReason } from '@vireo/contract'
import { type Cursor, dateAt, type Page, toPage } from '../../../db/paging.ts'
import type { Db } from '../../../db/sql.ts'
import { isId, newId } from '../../../lib/ids.ts'
import { batchSize } from '../../core/removal/removal.queries.ts'
import { mayDecideAbout, type Reviewer } from '../../people/accounts/status/reviewers.access.ts'

/** What can be reported: its table, the column with its name, and the column of a case that refers to it. */
const reportable = {
  video: { table: 'videos', name: 'title', column: 'video_id' },
  tweet: { table: 'tweets', name: 'content', column: 'tweet_id' },
  comment: { table: 'comments', name: 'content', column: 'comment_id' },
  profile: { table: 'users', name: 'username', column: 'profile_id' },
} as const

const nameLength = 80

/** The name of a reported subject in the audit log and in messages. */
export async function findSubjectName(db: Db, kind: ReportKind, id: string): Promise<string> {
  const { table, name } = reportable[kind]
  const [row] = await db<{ name: string }[]>`select ${db(name)} as name from ${db(table)} where id = ${id}`
  const text = plainLine(row?.name ?? '')
    .replace(/\s+/g, ' ')
    .trim()
  if (kind === 'profile') return `@${text}`
  return text.length > nameLength ? `${text.slice(0, nameLength).toWellFormed()}…` : text
}

/** Keeps a subject from being removed until the transaction ends. */
export async function lockReportedSubject(db: Db, kind: ReportKind, id: string): Promise<void> {
  if (isId(id)) await db`select from ${db(reportable[kind].table)} where id = ${id} for share`
}

export async function upsertCase(
  db: Db,
  subject: { kind: ReportKind; id: string; ownerId: string },
  now: Date,
): Promise<string> {
  const column = reportable[subject.kind].column
  const row = { id: newId(), [column]: subject.id, owner_id: subject.ownerId, opened_at: now }
  const [found] = await db<{ id: string }[]>`
    insert into moderation_cases ${db(row)}
    on conflict (${db(column)}) do update
      set opened_at = case
        when moderation_cases.open_count > 0 then moderation_cases.opened_at else excluded.opened_at end
    returning id`
  if (!found) throw new Error('The case was not inserted')
  return found.id
}

interface NewReport {
  case_id: string
  reporter_id: string
  reason: ReportReason
  text: string
  created_at: Date
}

/** Returns false if the person has reported the subject before. */
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

interface ListedReportRow {
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
 * Cases about hidden subjects or of suspended accounts are not listed until these are shown again. Scalar subqueries
 * instead of `exists`, for which the planner may read the whole table into a hash.
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

/** Counts up to `max`. */
export async function countOpenCases(db: Db, reviewer: Reviewer, max: number): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::integer as count from (select from ${openCases(db, reviewer)} limit ${max}) as open`
  return row?.count ?? 0
}

/** The latest open reports of each case. */
export async function listOpenReports(
  db: Db,
  caseIds: string[],
  perCase: number,
): Promise<ListedReportRow[]> {
  return db<ListedReportRow[]>`
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
    select * from moderation_cases where ${db(reportable[kind].column)} = ${id}`
  return row
}

/** Locks cases in the order of their ids, as everywhere. */
export async function lockCases(db: Db, ids: string[]): Promise<void> {
  await db`select from moderation_cases where id = any(${ids}::uuid[]) order by id for no key update`
}

export async function listOpenCasesOf(db: Db, ownerId: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from moderation_cases where owner_id = ${ownerId} and open_count > 0`
  return rows.map((row) => row.id)
}

/** Returns the ids of the reporters. */
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

/** Returns the ids of the reporters. */
export async function reopenReports(db: Db, entryId: string): Promise<string[]> {
  const rows = await db<{ reporter_id: string }[]>`
    update reports set closed_by = null where closed_by = ${entryId} returning reporter_id`
  return rows.map((row) => row.reporter_id)
}

export type CaseKey = 'video_id' | 'tweet_id' | 'comment_id' | 'owner_id'

/** Returns at most `batchSize` ids. */
export async function listCaseIds(db: Db, column: CaseKey, ids: string[]): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from moderation_cases where ${db(column)} = any(${ids}) order by id limit ${batchSize}`
  return rows.map((row) => row.id)
}

/** Deletes a batch of the reports of these cases. */
export async function deleteReportsOf(
  db: Db,
  caseIds: string[],
): Promise<{ reporter_id: string; is_open: boolean }[]> {
  return db<{ reporter_id: string; is_open: boolean }[]>`
    delete from reports where ctid = any(array(
      select ctid from reports where case_id = any(${caseIds}) limit ${batchSize}))
    returning reporter_id, closed_by is null as is_open`
}

export async function deleteCases(db: Db, ids: string[]): Promise<void> {
  await db`delete from moderation_cases where id = any(${ids})`
}

/** A batch of the cases that a person has reported. */
export async function listReportedCases(db: Db, reporterId: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select case_id as id from reports where reporter_id = ${reporterId} order by case_id limit ${batchSize}`
  return rows.map((row) => row.id)
}

export async function deleteReportsBy(db: Db, reporterId: string, caseIds: string[]): Promise<void> {
  await db`delete from reports where reporter_id = ${reporterId} and case_id = any(${caseIds})`
}
