import { commentView } from './comment.ts'
import { endpoint } from './endpoint.ts'
import { limits } from './limits.ts'
import { pageOf, pageQuery } from './paging.ts'
import { checkReason, reasonBody, reportReason } from './report.ts'
import { collect } from './rules/accounts.ts'
import { reportKinds } from './rules/reports.ts'
import { id, type Static, t, timestamp } from './schema.ts'
import { signUpMode } from './site.ts'
import { tweetView } from './tweet.ts'
import { channelView, ownerView, role } from './user.ts'
import { videoView } from './video.ts'

const kind = t.oneOf(reportKinds)

const reportView = t.object({
  _id: id(),
  reason: reportReason,
  text: t.string(),
  createdAt: timestamp(),
  reporter: ownerView,
})
export type Report = Static<typeof reportView>

/** What a comment is about. */
const commentSubject = t.object({ kind: t.union([t.literal('video'), t.literal('tweet')]), id: id() })
export type CommentSubject = Static<typeof commentSubject>

const caseView = t.object({
  _id: id(),
  kind,
  owner: ownerView,
  ownerRole: role,
  /** The thing of this kind, as those who may see it do. */
  video: t.optional(videoView),
  tweet: t.optional(tweetView),
  comment: t.optional(commentView),
  profile: t.optional(channelView),
  /** Of a comment. */
  subject: t.optional(commentSubject),
  reportsCount: t.integer(),
  /** The latest of the open ones. */
  reports: t.array(reportView),
  openedAt: timestamp(),
})
export type ModerationCase = Static<typeof caseView>

const heldView = t.object({ comment: commentView, subject: commentSubject })
export type HeldComment = Static<typeof heldView>

export const auditActions = [
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
] as const
const action = t.oneOf(auditActions)
export type AuditAction = Static<typeof action>

const auditView = t.object({
  _id: id(),
  createdAt: timestamp(),
  /** A username as it was then, or what acted without one. */
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

const staffView = t.object({
  _id: id(),
  username: t.string(),
  fullname: t.string(),
  avatar: t.nullable(t.string()),
  role,
})
export type StaffMember = Static<typeof staffView>

const invitationView = t.object({
  _id: id(),
  note: t.string(),
  usesLeft: t.integer(),
  createdAt: timestamp(),
  expiresAt: timestamp(),
})
export type Invitation = Static<typeof invitationView>

const settingsView = t.object({ signUp: signUpMode, heldWords: t.array(t.string()) })
export type SiteSettings = Static<typeof settingsView>

const heldWordList = t.array(t.string({ maxLength: limits.heldWordLength }), { maxItems: limits.heldWords })

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
    summary: 'Close the open reports of a thing and leave it as it is',
    message: 'Reports dismissed',
    params: idParams,
    data: t.null(),
  }),
  remove: endpoint({
    method: 'POST',
    path: '/moderation/cases/:id/remove',
    auth: 'moderator',
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
    summary: 'Show a held comment to everyone',
    message: 'Comment approved',
    params: t.object({ commentId: t.string() }),
    /** The comment’s `updatedAt`: its author may have changed it since it was read. */
    body: t.object({ updatedAt: t.string({ maxLength: 100 }) }),
    data: t.null(),
  }),
  removeHeld: endpoint({
    method: 'POST',
    path: '/moderation/held/:commentId/remove',
    auth: 'moderator',
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
    summary: 'Take back a dismissal, a removal or a suspension',
    message: 'Reversed',
    params: idParams,
    data: t.null(),
  }),
  staff: endpoint({
    method: 'GET',
    path: '/moderation/staff',
    auth: 'admin',
    summary: 'The administrators and moderators',
    message: 'Moderators',
    data: t.object({ staff: t.array(staffView) }),
  }),
  appoint: endpoint({
    method: 'POST',
    path: '/moderation/staff',
    auth: 'admin',
    summary: 'Make someone a moderator',
    message: 'Moderator appointed',
    body: t.object({ username: t.string({ maxLength: 100 }) }),
    check: (body) => collect([['username', body.username?.trim() ? undefined : 'Username is required']]),
    data: t.null(),
  }),
  unappoint: endpoint({
    method: 'DELETE',
    path: '/moderation/staff/:channelId',
    auth: 'admin',
    summary: 'Make a moderator an ordinary member again',
    message: 'No longer a moderator',
    params: t.object({ channelId: t.string() }),
    data: t.null(),
  }),
  settings: endpoint({
    method: 'GET',
    path: '/moderation/settings',
    auth: 'moderator',
    summary: 'Who may sign up, and which words hold a comment for review',
    message: 'Settings',
    data: settingsView,
  }),
  setSignUp: endpoint({
    method: 'PUT',
    path: '/moderation/settings/sign-up',
    auth: 'admin',
    summary: 'Open sign-up, restrict it to invitations or close it',
    message: 'Sign-up updated',
    body: t.object({ signUp: signUpMode }),
    data: t.null(),
  }),
  setHeldWords: endpoint({
    method: 'PUT',
    path: '/moderation/settings/held-words',
    auth: 'moderator',
    summary:
      'Set the words that hold a comment for review; refused if they are not the ones last seen any more',
    message: 'Words updated',
    body: t.object({ words: heldWordList, lastSeen: t.optional(heldWordList) }),
    data: t.null(),
  }),
  invitations: endpoint({
    method: 'GET',
    path: '/moderation/invitations',
    auth: 'admin',
    summary: 'Invitations that can still be used, latest first',
    message: 'Invitations',
    data: t.object({ invitations: t.array(invitationView) }),
  }),
  invite: endpoint({
    method: 'POST',
    path: '/moderation/invitations',
    auth: 'admin',
    summary: 'Make an invitation; its token is shown only now',
    message: 'Invitation created',
    body: t.object({
      note: t.optional(t.string({ maxLength: 200 })),
      uses: t.integer({ minimum: 1, maximum: 1000 }),
      days: t.integer({ minimum: 1, maximum: 365 }),
    }),
    data: t.object({ token: t.string(), invitation: invitationView }),
  }),
  revokeInvitation: endpoint({
    method: 'DELETE',
    path: '/moderation/invitations/:id',
    auth: 'admin',
    summary: 'Make an invitation unusable',
    message: 'Invitation revoked',
    params: idParams,
    data: t.null(),
  }),
  claimAdmin: endpoint({
    method: 'POST',
    path: '/moderation/claim',
    auth: 'session',
    summary: 'Become the administrator with the one-time link of the log, while there is none',
    message: 'You are the administrator now',
    body: t.object({ token: t.string({ maxLength: 200 }) }),
    data: t.null(),
  }),
}
