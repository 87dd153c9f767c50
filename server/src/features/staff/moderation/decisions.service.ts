import type { Context } from '../../../context/context.ts'
import type { Tx } from '../../../db/sql.ts'
import type { Viewer } from '../../../http/access/sessions.ts'
import { badRequest, conflict, notFound } from '../../../lib/app-error.ts'
import { findCommentForReview } from '../../community/comments/review/comment-review.queries.ts'
import { approveComment, takeDownComment } from '../../community/comments/review/comment-review.service.ts'
import { recordAction } from '../../core/audit/audit.service.ts'
import { findAccountStatus, lockAccount } from '../../people/accounts/status/account-status.queries.ts'
import { profileSubject, suspendUser } from '../../people/accounts/status/account-status.service.ts'
import { takeDownTweet } from '../../publishing/tweets/tweets.queries.ts'
import { takeDownVideo } from '../../publishing/videos/removal/video-takedown.service.ts'
import { findCase, findCaseOf, findItemName, listOpenCasesOf } from '../reports/reports.queries.ts'
import { closeCases, itemOf } from '../reports/reports.service.ts'
import {
  type DecisionReason,
  describeReason,
  type ModeratedItem,
  notifyRemoved,
  notifyReporters,
} from './messages.service.ts'
import { assertMayDecide, assertMaySuspend } from './permissions.ts'

const caseNotFound = () => notFound('moderation.not-found', 'There is no such report')
const alreadyDecided = () => conflict('moderation.already-decided', 'Someone else has already decided this')

const takeDown = { video: takeDownVideo, tweet: takeDownTweet, comment: takeDownComment } as const

/** Closes the open reports of a case and leaves the item as it is. */
export async function dismissCase({ sql, clock }: Context, viewer: Viewer, caseId: string): Promise<void> {
  const now = clock.now()
  await sql.begin(async (tx) => {
    const { item } = await openCase(tx, viewer, caseId)
    const entryId = await recordAction(tx, { actor: viewer, action: 'dismiss', subject: item }, now)
    const closed = await closeCases(tx, [caseId], entryId)
    if (closed.length === 0) throw alreadyDecided()
    await notifyReporters({ tx, now }, closed, 'dismissed', item.kind)
  })
}

export async function removeCase(
  context: Context,
  viewer: Viewer,
  caseId: string,
  why: DecisionReason,
): Promise<void> {
  const { sql, clock } = context
  await sql.begin(async (tx) => {
    const { item, isOpen } = await openCase(tx, viewer, caseId)
    const closed = await removeItem(tx, viewer, item, why, clock.now(), caseId)
    if (!isOpen || closed === 0) throw alreadyDecided()
  })
}

/** Returns the number of reports that were closed. */
async function removeItem(
  tx: Tx,
  viewer: Viewer,
  item: ModeratedItem,
  why: DecisionReason,
  now: Date,
  caseId: string | undefined,
): Promise<number> {
  if (item.kind === 'profile')
    throw badRequest(
      'A profile cannot be removed. Suspend the account instead.',
      undefined,
      'moderation.not-removable',
    )
  if (!(await takeDown[item.kind](tx, item.id, now))) throw alreadyDecided()
  const note = why.text?.trim()
  const action = { actor: viewer, action: 'remove', subject: item, reason: why.reason, note } as const
  const entryId = await recordAction(tx, action, now)
  const closed = caseId ? await closeCases(tx, [caseId], entryId) : []
  const context = { tx, now }
  await notifyRemoved(context, item, why)
  await notifyReporters(context, closed, 'removed', item.kind)
  return closed.length
}

async function openCase(tx: Tx, viewer: Viewer, caseId: string) {
  const found = await findCase(tx, caseId)
  const owner = found && (await findAccountStatus(tx, found.owner_id))
  if (!found || !owner) throw caseNotFound()
  assertMayDecide(viewer, owner)
  const { kind, id } = itemOf(found)
  const item: ModeratedItem = { kind, id, name: await findItemName(tx, kind, id), ownerId: owner.id }
  return { item, isOpen: found.open_count > 0 }
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
    const item = await openHeld(tx, viewer, commentId)
    await approveComment(tx, item.id, readAt, now)
    await recordAction(tx, { actor: viewer, action: 'approve', subject: item }, now)
  })
}

export async function removeHeld(
  { sql, clock }: Context,
  viewer: Viewer,
  commentId: string,
  why: DecisionReason,
): Promise<void> {
  await sql.begin(async (tx) => {
    const item = await openHeld(tx, viewer, commentId)
    const reported = await findCaseOf(tx, 'comment', item.id)
    await removeItem(tx, viewer, item, why, clock.now(), reported?.id)
  })
}

async function openHeld(tx: Tx, viewer: Viewer, commentId: string): Promise<ModeratedItem> {
  const comment = await findCommentForReview(tx, commentId)
  const owner = comment?.is_held ? await findAccountStatus(tx, comment.owner_id) : undefined
  if (!comment || !owner) throw notFound('comment.not-found', 'Comment not found')
  assertMayDecide(viewer, owner)
  return {
    kind: 'comment',
    id: comment.id,
    name: await findItemName(tx, 'comment', comment.id),
    ownerId: owner.id,
  }
}
