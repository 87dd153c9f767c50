import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { collect } from './rules/accounts.ts'
import { type Static, t } from './schema.ts'

/** Why something is reported or removed, and an account suspended. */
export const reportReasons = [
  'spam',
  'harassment',
  'hate',
  'violence',
  'sexual',
  'illegal',
  'copyright',
  'other',
] as const
export const reportReason = t.oneOf(reportReasons)
export type ReportReason = Static<typeof reportReason>

export const reportReasonLabels: Record<ReportReason, string> = {
  spam: 'Spam or misleading',
  harassment: 'Harassment or bullying',
  hate: 'Hateful content',
  violence: 'Violence or threats',
  sexual: 'Sexual content',
  illegal: 'Illegal content',
  copyright: 'Infringes copyright',
  other: 'Something else',
}

/** What can be reported. */
export const reportKinds = ['video', 'tweet', 'comment', 'profile'] as const
export type ReportKind = (typeof reportKinds)[number]

interface ReportBody {
  reason?: ReportReason
  text?: string
}

export function reportTextRule({ reason, text = '' }: ReportBody): string | undefined {
  if (reason === 'other' && !text.trim()) return 'Please say what is wrong'
  if (text.trim().length > limits.reportTextLength)
    return `Text must be at most ${limits.reportTextLength} characters`
}

export const reasonBody = t.object({ reason: reportReason, text: t.optional(t.string({ maxLength: 5000 })) })
export const checkReason = (body: ReportBody) => collect([['text', reportTextRule(body)]])

const reportOf = {
  method: 'POST',
  auth: 'session',
  body: reasonBody,
  check: checkReason,
  data: t.null(),
} as const

export const report = {
  video: endpoint({
    ...reportOf,
    path: '/report/video/:videoId',
    summary: 'Report another person’s video to the moderators, once',
    message: 'Video reported',
    params: t.object({ videoId: t.string() }),
  }),
  tweet: endpoint({
    ...reportOf,
    path: '/report/tweet/:tweetId',
    summary: 'Report another person’s tweet to the moderators, once',
    message: 'Tweet reported',
    params: t.object({ tweetId: t.string() }),
  }),
  comment: endpoint({
    ...reportOf,
    path: '/report/comment/:commentId',
    summary: 'Report another person’s comment to the moderators, once',
    message: 'Comment reported',
    params: t.object({ commentId: t.string() }),
  }),
  profile: endpoint({
    ...reportOf,
    path: '/report/profile/:channelId',
    summary: 'Report another person’s profile to the moderators, once',
    message: 'Profile reported',
    params: t.object({ channelId: t.string() }),
  }),
}
