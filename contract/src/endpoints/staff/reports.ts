import { endpoint } from '../../endpoint.ts'
import { collect } from '../../rules/people/accounts.ts'
import { type ReportBody, reportReasons, reportTextRule } from '../../rules/staff/reports.ts'
import { t } from '../../schema.ts'

export const reportReason = t.oneOf(reportReasons)
export const reasonBody = t.object({ reason: reportReason, text: t.optional(t.string({ maxLength: 5000 })) })
export const checkReason = (body: ReportBody) => collect([['text', reportTextRule(body)]])

export const reports = {
  video: endpoint({
    method: 'POST',
    auth: 'session',
    path: '/report/video/:videoId',
    summary: 'Report another person’s video to the moderators, once',
    message: 'Video reported',
    params: t.object({ videoId: t.string() }),
    body: reasonBody,
    check: checkReason,
    data: t.null(),
  }),
  tweet: endpoint({
    method: 'POST',
    auth: 'session',
    path: '/report/tweet/:tweetId',
    summary: 'Report another person’s tweet to the moderators, once',
    message: 'Tweet reported',
    params: t.object({ tweetId: t.string() }),
    body: reasonBody,
    check: checkReason,
    data: t.null(),
  }),
  comment: endpoint({
    method: 'POST',
    auth: 'session',
    path: '/report/comment/:commentId',
    summary: 'Report another person’s comment to the moderators, once',
    message: 'Comment reported',
    params: t.object({ commentId: t.string() }),
    body: reasonBody,
    check: checkReason,
    data: t.null(),
  }),
  profile: endpoint({
    method: 'POST',
    auth: 'session',
    path: '/report/profile/:channelId',
    summary: 'Report another person’s profile to the moderators, once',
    message: 'Profile reported',
    params: t.object({ channelId: t.string() }),
    body: reasonBody,
    check: checkReason,
    data: t.null(),
  }),
}
