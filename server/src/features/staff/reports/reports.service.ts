import type { ReportKind, ReportReason } from '@vireo/contract'
import type { Context } from '../../../context/context.ts'
import type { Db, Tx } from '../../../db/sql.ts'
import { countAttempt } from '../../../http/access/rate-limit.ts'
import { badRequest, conflict } from '../../../lib/app-error.ts'
import { getVisibleComment } from '../../community/comments/comments.service.ts'
import { getShownProfile } from '../../people/accounts/status/account-status.service.ts'
import { getVisibleTweet } from '../../publishing/tweets/tweets.access.ts'
import { getVisibleVideo } from '../../publishing/videos/videos.access.ts'
import {
  type CaseRow,
  closeReports,
  insertReport,
  listCasesClosedBy,
  lockCases,
  lockReportedSubject,
  reopenReports,
  upsertCase,
} from './reports.queries.ts'

const reportLimit = { max: 20, windowSeconds: 600 }

interface SubmittedReport {
  kind: ReportKind
  id: string
  reason: ReportReason
  text?: string | undefined
}

/** Stores a person's report about a subject of another person that they can see. */
export async function createReport(
  context: Context,
  reporterId: string,
  report: SubmittedReport,
): Promise<void> {
  const { sql, clock } = context
  const { kind, id, reason, text = '' } = report
  await countAttempt(sql, { key: `report:${reporterId}`, ...reportLimit }, clock.now())
  await sql.begin(async (tx) => {
    await lockReportedSubject(tx, kind, id)
    const ownerId = await getOwner(tx, kind, id, reporterId)
    if (ownerId === reporterId)
      throw badRequest(`You cannot report your own ${kind}`, undefined, 'report.own')
    const caseId = await upsertCase(tx, { kind, id, ownerId }, clock.now())
    const row = {
      case_id: caseId,
      reporter_id: reporterId,
      reason,
      text: text.trim(),
      created_at: clock.now(),
    }
    if (!(await insertReport(tx, row)))
      throw conflict(
        'report.already',
        `You have already reported this ${kind}. The moderators will look at it.`,
      )
  })
}

/** The owner of a subject. Throws not-found unless the viewer may see it. */
async function getOwner(tx: Db, kind: ReportKind, id: string, viewerId: string): Promise<string> {
  if (kind === 'video') return (await getVisibleVideo(tx, id, viewerId)).ownerId
  if (kind === 'tweet') return (await getVisibleTweet(tx, id, viewerId)).ownerId
  if (kind === 'comment') return (await getVisibleComment({ sql: tx }, id, viewerId)).owner_id
  return (await getShownProfile(tx, id)).id
}

/** Closes the open reports of these cases with an action. Returns the id of the reporter of each. */
export async function closeCases(tx: Tx, caseIds: string[], entryId: string): Promise<string[]> {
  await lockCases(tx, caseIds)
  return closeReports(tx, caseIds, entryId)
}

/** Reopens the reports that an action has closed. Returns the id of the reporter of each. */
export async function reopenCases(tx: Tx, entryId: string): Promise<string[]> {
  await lockCases(tx, await listCasesClosedBy(tx, entryId))
  return reopenReports(tx, entryId)
}

/** The subject that a case is about. */
export function subjectOfCase(row: CaseRow): { kind: ReportKind; id: string } {
  if (row.video_id) return { kind: 'video', id: row.video_id }
  if (row.tweet_id) return { kind: 'tweet', id: row.tweet_id }
  if (row.comment_id) return { kind: 'comment', id: row.comment_id }
  return { kind: 'profile', id: row.profile_id ?? '' }
}
