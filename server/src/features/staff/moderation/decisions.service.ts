import type { Context } from '../../../context/context.ts'
import type { Tx } from '../../../db/sql.ts'
import type { Viewer } from '../../../http/access/sessions.ts'
import { badRequest, conflict, notFound } from '../../../lib/app-error.ts'
import { findCommentForReview } from '../../community/comments/review/comment-review.queries.ts'
import { approveComment, takeDownComment } from '../../community/comments/review/comment-review.service.ts'
import { recordAction } from '../../core/audit/audit.service.ts'
import { findAccountStatus, lockAccount } from '../../people/accounts/status/account-status.queries.ts'
import { profileSubject, suspendUser } from '../../people/accounts/status/account-status.service.ts'
import { takeDownTweet } from '../../publishing/tweets/tweets.service.ts'
import { takeDownVideo } from '../../publishing/videos/removal/take-down.service.ts'
import { withdrawFiles } from '../../publishing/withdrawn-files/withdraw-account.jobs.ts'
import { findCase, findCaseOf, findSubjectName, listOpenCasesOf } from '../reports/reports.queries.ts'
import { closeCases, subjectOfCase } from '../reports/reports.service.ts'
import {
  type DecisionReason,
  describeReason,
  type ModeratedSubject,
  notifyReporters,
  notifyTakenDown,
} from './messages.service.ts'
import { assertMayDecide, assertMaySuspend } from './permissions.ts'

const caseNotFound = () => notFound('moderation.not-found', 'There is no such report')
const alreadyDecided = () => conflict('moderation.already-decided', 'Someone else has already decided this')

const takeDown = { video: takeDownVideo, tweet: takeDownTweet, comment: takeDownComment } as const

/** Closes the open reports of a case and leaves the subject as it is. */
export async function dismissCase({ sql, clock }: Context, viewer: Viewer, caseId: string): Promise<void> {
  const now = clock.now()
  await sql.begin(async (tx) => {
    const { subject } = await openCase(tx, viewer, caseId)
    const entryId = await recordAction(tx, { actor: viewer, action: 'dismiss', subject }, now)
    const closed = await closeCases(tx, [caseId], entryId)
    if (closed.length === 0) throw alreadyDecided()
    await notifyReporters({ tx, now }, closed, 'dismissed', subject.kind)
  })
}

export async function takeDownReported(
  context: Context,
  viewer: Viewer,
  caseId: string,
  why: DecisionReason,
): Promise<void> {
  const { sql, clock } = context
  await sql.begin(async (tx) => {
    const { subject, isOpen } = await openCase(tx, viewer, caseId)
    const closed = await takeDownSubject(tx, viewer, subject, why, clock.now(), caseId)
    if (!isOpen || closed === 0) throw alreadyDecided()
  })
}

/** Returns the number of reports that were closed. */
async function takeDownSubject(
  tx: Tx,
  viewer: Viewer,
  subject: ModeratedSubject,
  why: DecisionReason,
  now: Date,
  caseId: string | undefined,
): Promise<number> {
  if (subject.kind === 'profile')
    throw badRequest(
      'A profile cannot be removed. Suspend the account instead.',
      undefined,
      'moderation.not-removable',
    )
  if (!(await takeDown[subject.kind](tx, subject.id, now))) throw alreadyDecided()
  const note = why.text?.trim()
  const action = { actor: viewer, action: 'remove', subject, reason: why.reason, note } as const
  const entryId = await recordAction(tx, action, now)
  const closed = caseId ? await closeCases(tx, [caseId], entryId) : []
  const context = { tx, now }
  await notifyTakenDown(context, subject, why)
  await notifyReporters(context, closed, 'removed', subject.kind)
  return closed.length
}

async function openCase(tx: Tx, viewer: Viewer, caseId: string) {
  const found = await findCase(tx, caseId)
  const owner = found && (await findAccountStatus(tx, found.owner_id))
  if (!found || !owner) throw caseNotFound()
  assertMayDecide(viewer, owner)
  const { kind, id } = subjectOfCase(found)
  const subject: ModeratedSubject = { kind, id, name: await findSubjectName(tx, kind, id), ownerId: owner.id }
  return { subject, isOpen: found.open_count > 0 }
}

/** Suspends an account, which closes every open report about it and about its content. */
export async function suspendAccount(
  { sql, clock }: Context,
  viewer: Viewer,
  userId: string,
  why: DecisionReason,
): Promise<void> {
  const now = clock.now()
  await sql.begin(async (tx) => {
    const user = await lockAccount(tx, userId)
    if (!user) throw notFound('profile.not-found', 'Profile not found')
    assertMaySuspend(viewer, user)
    if (user.suspended_at) throw alreadyDecided()
    const note = why.text?.trim()
    const entryId = await recordAction(
      tx,
      { actor: viewer, action: 'suspend', subject: profileSubject(user), reason: why.reason, note },
      now,
    )
    await suspendUser(tx, user, describeReason(why), now)
    await withdrawFiles(tx, user.id, now)
    const closed = await closeCases(tx, await listOpenCasesOf(tx, user.id), entryId)
    await notifyReporters({ tx, now }, closed, 'suspended', 'profile')
  })
}

export async function approveHeld(
  { sql, clock }: Context,
  viewer: Viewer,
  commentId: string,
  readAt: string,
): Promise<void> {
  const now = clock.now()
  await sql.begin(async (tx) => {
    const subject = await openHeld(tx, viewer, commentId)
    await approveComment(tx, subject.id, readAt, now)
    await recordAction(tx, { actor: viewer, action: 'approve', subject }, now)
  })
}

export async function takeDownHeld(
  { sql, clock }: Context,
  viewer: Viewer,
  commentId: string,
  why: DecisionReason,
): Promise<void> {
  await sql.begin(async (tx) => {
    const subject = await openHeld(tx, viewer, commentId)
    const reported = await findCaseOf(tx, 'comment', subject.id)
    await takeDownSubject(tx, viewer, subject, why, clock.now(), reported?.id)
  })
}

async function openHeld(tx: Tx, viewer: Viewer, commentId: string): Promise<ModeratedSubject> {
  const comment = await findCommentForReview(tx, commentId)
  const owner = comment?.is_held && !comment.hold ? await findAccountStatus(tx, comment.owner_id) : undefined
  if (!comment || !owner) throw notFound('comment.not-found', 'Comment not found')
  assertMayDecide(viewer, owner)
  return {
    kind: 'comment',
    id: comment.id,
    name: await findSubjectName(tx, 'comment', comment.id),
    ownerId: owner.id,
  }
}
