import { endpoint, perMinute } from '../../endpoint.ts'
import { pageOf, pageQuery } from '../../paging.ts'
import { contentKinds } from '../../rules/core/subjects.ts'
import { reportKinds } from '../../rules/staff/reports.ts'
import { id, type Static, t, timestamp } from '../../schema.ts'
import { commentView } from '../community/comments.ts'
import { channelView, ownerView, role } from '../people/accounts.ts'
import { tweetView } from '../publishing/tweets.ts'
import { videoView } from '../publishing/videos.ts'
import { checkReason, reasonBody, reportReason } from './reports.ts'

const kind = t.oneOf(reportKinds)

const reportView = t.object({
  _id: id(),
  reason: reportReason,
  text: t.string(),
  createdAt: timestamp(),
  reporter: ownerView,
})
export type Report = Static<typeof reportView>

/** The video or tweet of a comment. */
const contentSubject = t.object({ kind: t.oneOf(contentKinds), id: id() })

const caseView = t.object({
  _id: id(),
  kind,
  owner: ownerView,
  ownerRole: role,
  /** One of these four is set, in the form sent to people who may see it. */
  video: t.optional(videoView),
  tweet: t.optional(tweetView),
  comment: t.optional(commentView),
  profile: t.optional(channelView),
  /** Set for a comment. */
  subject: t.optional(contentSubject),
  reportsCount: t.integer(),
  /** The latest open reports. */
  reports: t.array(reportView),
  openedAt: timestamp(),
})
export type ModerationCase = Static<typeof caseView>

const heldView = t.object({ comment: commentView, subject: contentSubject })
export type HeldComment = Static<typeof heldView>

const auditActions = [
  'dismiss',
  'reopen',
  'remove',
  'restore',
  'suspend',
  'reinstate',
  'approve',
  'appoint',
  'unappoint',
  'promote',
  'demote',
  'turn-off-two-step',
  'set-sign-up',
  'set-held-words',
  'invite',
  'revoke-invitation',
  'retry-job',
  'dismiss-job',
] as const
const action = t.oneOf(auditActions)
export type AuditAction = Static<typeof action>

const auditView = t.object({
  _id: id(),
  createdAt: timestamp(),
  /** The username at that time, or the name of the acting program. */
  actorName: t.string(),
  action,
  subjectKind: t.nullable(kind),
  subjectName: t.string(),
  reason: t.nullable(reportReason),
  note: t.string(),
  isReversed: t.boolean(),
  canReverse: t.boolean(),
})
export type AuditEntry = Static<typeof auditView>

const idParams = t.object({ id: t.string() })
const page = t.object(pageQuery)

export const moderation = {
  summary: endpoint({
    method: 'GET',
    path: '/moderation/summary',
    auth: 'moderator',
    summary: 'How much waits for a moderator; no number goes beyond 100',
    message: 'Moderation',
    data: t.object({ openCases: t.integer(), heldComments: t.integer() }),
  }),
  cases: endpoint({
    method: 'GET',
    path: '/moderation/cases',
    auth: 'moderator',
    summary: 'Things with open reports, longest waiting first',
    message: 'Reports',
    query: page,
    data: pageOf(caseView),
  }),
  dismiss: endpoint({
    method: 'POST',
    path: '/moderation/cases/:id/dismiss',
    auth: 'moderator',
    limit: perMinute('moderate', 120),
    summary: 'Close the open reports of a thing and leave it as it is',
    message: 'Reports dismissed',
    params: idParams,
    data: t.null(),
  }),
  remove: endpoint({
    method: 'POST',
    path: '/moderation/cases/:id/remove',
    auth: 'moderator',
    limit: perMinute('moderate', 120),
    summary: 'Remove a reported video, tweet or comment; its owner is told why',
    message: 'Removed',
    params: idParams,
    body: reasonBody,
    check: checkReason,
    data: t.null(),
  }),
  suspend: endpoint({
    method: 'POST',
    path: '/moderation/accounts/:channelId/suspend',
    auth: 'moderator',
    limit: perMinute('moderate', 120),
    summary: 'Suspend an account: everything of it is hidden, and its sessions end',
    message: 'Account suspended',
    params: t.object({ channelId: t.string() }),
    body: reasonBody,
    check: checkReason,
    data: t.null(),
  }),
  held: endpoint({
    method: 'GET',
    path: '/moderation/held',
    auth: 'moderator',
    summary: 'Comments that are held for review, oldest first',
    message: 'Held comments',
    query: page,
    data: pageOf(heldView),
  }),
  approve: endpoint({
    method: 'POST',
    path: '/moderation/held/:commentId/approve',
    auth: 'moderator',
    limit: perMinute('moderate', 120),
    summary: 'Show a held comment to everyone',
    message: 'Comment approved',
    params: t.object({ commentId: t.string() }),
    /** The comment’s `updatedAt`: its author may have edited it after the moderator read it. */
    body: t.object({ updatedAt: t.string({ maxLength: 100 }) }),
    data: t.null(),
  }),
  removeHeld: endpoint({
    method: 'POST',
    path: '/moderation/held/:commentId/remove',
    auth: 'moderator',
    limit: perMinute('moderate', 120),
    summary: 'Remove a held comment; its author is told why',
    message: 'Removed',
    params: t.object({ commentId: t.string() }),
    body: reasonBody,
    check: checkReason,
    data: t.null(),
  }),
  log: endpoint({
    method: 'GET',
    path: '/moderation/log',
    auth: 'moderator',
    summary: 'Every action of moderation, latest first',
    message: 'Audit log',
    query: page,
    data: pageOf(auditView),
  }),
  reverse: endpoint({
    method: 'POST',
    path: '/moderation/log/:id/reverse',
    auth: 'moderator',
    limit: perMinute('moderate', 120),
    summary: 'Take back a dismissal, a removal or a suspension',
    message: 'Reversed',
    params: idParams,
    data: t.null(),
  }),
}
