import type { ModerationCase } from '@vireo/contract'
import type { AppContext } from '../../../context/context.ts'
import type { Cursor } from '../../../db/paging.ts'
import type { Viewer } from '../../../http/access/sessions.ts'
import { subjectOf } from '../../community/comments/comment-subjects.service.ts'
import { toComment } from '../../community/comments/comments.view.ts'
import { loadCommentsForReview } from '../../community/comments/review/comment-review.queries.ts'
import { listChannelsById } from '../../people/accounts/accounts.queries.ts'
import { toChannel, toOwner } from '../../people/accounts/accounts.view.ts'
import { loadTweets } from '../../publishing/tweets/tweets.queries.ts'
import { toTweet } from '../../publishing/tweets/tweets.view.ts'
import { loadVideosForReview } from '../../publishing/videos/removal/take-down.queries.ts'
import { createVideoView } from '../../publishing/videos/videos.view.ts'
import { type CaseRow, listOpenCases, listOpenReports } from '../reports/reports.queries.ts'
import { subjectOfCase } from '../reports/reports.service.ts'

/** Reports that a case shows; the rest are only counted. */
const shownReports = 20

const byId = <Row extends { id: string }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]))
const withoutNulls = (ids: (string | null)[]) => ids.flatMap((id) => id ?? [])

/** Cases with open reports and their subjects. The number of queries does not depend on the number of cases. */
export async function listCases(
  context: AppContext,
  viewer: Viewer,
  limit: number,
  cursor: Cursor | undefined,
): Promise<{ docs: ModerationCase[]; nextCursor: string | null }> {
  const { rows, nextCursor } = await listOpenCases(context.sql, viewer, limit, cursor)
  const view = await loadSubjects(context, rows)
  return { docs: rows.flatMap((row) => view(row) ?? []), nextCursor }
}

async function loadSubjects({ sql, signer, clock }: AppContext, rows: CaseRow[]) {
  const [videos, tweets, comments, profiles, reports] = await Promise.all([
    loadVideosForReview(sql, withoutNulls(rows.map((row) => row.video_id))),
    loadTweets(sql, withoutNulls(rows.map((row) => row.tweet_id)), undefined),
    loadCommentsForReview(sql, withoutNulls(rows.map((row) => row.comment_id))),
    listChannelsById(sql, [...new Set(rows.map((row) => row.owner_id))]),
    listOpenReports(
      sql,
      rows.map((row) => row.id),
      shownReports,
    ),
  ])
  const subjects = {
    video: byId(videos),
    tweet: byId(tweets),
    comment: byId(comments),
    owner: byId(profiles),
  }
  const toVideo = createVideoView({ signer, now: clock.now() })
  /** Undefined if the subject was hidden since the case was read. */
  return function toCase(row: CaseRow): ModerationCase | undefined {
    const { kind, id } = subjectOfCase(row)
    const owner = subjects.owner.get(row.owner_id)
    if (!owner) return undefined
    const [video, tweet, comment] = [subjects.video.get(id), subjects.tweet.get(id), subjects.comment.get(id)]
    if (kind !== 'profile' && !video && !tweet && !comment) return undefined
    return {
      _id: row.id,
      kind,
      owner: toOwner(owner),
      ownerRole: owner.role,
      ...(kind === 'profile' && { profile: toChannel(owner) }),
      ...(video && { video: toVideo(video) }),
      ...(tweet && { tweet: toTweet(tweet) }),
      ...(comment && { comment: toComment(comment), subject: subjectOf(comment) }),
      reportsCount: row.open_count,
      openedAt: row.opened_at.toISOString(),
      reports: reports
        .filter((report) => report.case_id === row.id)
        .map((report) => ({
          _id: report.id,
          reason: report.reason,
          text: report.text,
          createdAt: report.created_at.toISOString(),
          reporter: toOwner({ ...report, id: report.reporter_id }),
        })),
    }
  }
}
