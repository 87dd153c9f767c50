import type { Sql } from '../../../db/sql.ts'
import type { Removal } from '../../core/removal/removal.ts'
import { notifyAll } from '../../people/notify/notify.service.ts'
import {
  type CaseKey,
  deleteCases,
  deleteReportsBy,
  deleteReportsOf,
  listCaseIds,
  listReportedCases,
  lockCases,
} from './reports.queries.ts'

export const reportsRemoval: Removal = {
  withAccount: [
    { keys: ['reports.reporter_id'], removeBatch: removeReportsBy },
    {
      // The owner of a case about a profile is the person themselves.
      keys: ['moderation_cases.owner_id', 'moderation_cases.profile_id'],
      removeBatch: (sql, id, now) => removeReportsOf(sql, 'owner_id', [id], now),
    },
  ],
  withVideo: [
    {
      keys: ['moderation_cases.video_id'],
      removeBatch: (sql, id, now) => removeReportsOf(sql, 'video_id', [id], now),
    },
  ],
  withTweet: [
    {
      keys: ['moderation_cases.tweet_id'],
      removeBatch: (sql, id, now) => removeReportsOf(sql, 'tweet_id', [id], now),
    },
  ],
  withComments: [
    {
      keys: ['moderation_cases.comment_id'],
      removeBatch: (sql, ids, now) => removeReportsOf(sql, 'comment_id', ids, now),
    },
  ],
}

/** `owner_id` is used when only the reports about its profile are left of an account. */
const reasons = {
  video_id: 'closed your report about a video, because its author deleted it',
  tweet_id: 'closed your report about a tweet, because its author deleted it',
  comment_id: 'closed your report about a comment, because it was deleted',
  owner_id: 'closed your report about a profile, because the account was deleted',
} as const satisfies Record<CaseKey, string>

/** Deletes reports that will not be decided any more, and notifies the reporters of undecided ones. */
async function removeReportsOf(sql: Sql, column: CaseKey, ids: string[], now: Date): Promise<boolean> {
  const caseIds = await listCaseIds(sql, column, ids)
  if (caseIds.length === 0) return false
  return sql.begin(async (tx) => {
    await lockCases(tx, caseIds)
    const deleted = await deleteReportsOf(tx, caseIds)
    const undecided = deleted.filter((report) => report.is_open)
    await notifyAll(
      tx,
      undecided.map((report) => report.reporter_id),
      reasons[column],
      now,
    )
    if (deleted.length === 0) await deleteCases(tx, caseIds)
    return true
  })
}

async function removeReportsBy(sql: Sql, reporterId: string): Promise<boolean> {
  return sql.begin(async (tx) => {
    const caseIds = await listReportedCases(tx, reporterId)
    await lockCases(tx, caseIds)
    await deleteReportsBy(tx, reporterId, caseIds)
    return caseIds.length > 0
  })
}
