import type { Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import type { Viewer } from '../../http/sessions.ts'
import { badRequest, conflict, notFound } from '../../lib/app-error.ts'
import { findStanding, lockStanding, profileSubject, suspendUser } from '../accounts/standing.service.ts'
import { recordAction } from '../audit/audit.service.ts'
import { approveComment, findCommentForReview, takeDownComment } from '../comments/comment-review.service.ts'
import { closeCases, findCase, findCaseOf, listOpenCasesOf, thingOf } from '../reports/reports.service.ts'
import { takeDownTweet } from '../tweets/tweets.service.ts'
import { takeDownVideo } from '../videos/video-removal.service.ts'
import { assertMayDecide, assertMaySuspend } from './permission.ts'
import { describeReason, type Thing, tellRemoved, tellReporters, type Why } from './tell.service.ts'
import { findName } from './things.queries.ts'

const caseNotFound = () => notFound('moderation.not-found', 'There is no such report')
const alreadyDecided = () => conflict('moderation.already-decided', 'Someone else has already decided this')

const takeDown = { video: takeDownVideo, tweet: takeDownTweet, comment: takeDownComment } as const

/** Closes the open reports of a case and leaves the thing as it is. */
export async function dismissCase({ sql, clock }: Context, viewer: Viewer, caseId: string): Promise<void> {
  const now = clock.now()
  await sql.begin(async (tx) => {
    const { thing } = await openCase(tx, viewer, caseId)
    const entryId = await recordAction(tx, { actor: viewer, action: 'dismiss', subject: thing }, now)
    const closed = await closeCases(tx, [caseId], entryId)
    if (closed.length === 0) throw alreadyDecided()
    await tellReporters({ tx, now }, closed, 'dismissed', thing.kind)
  })
}

export async function removeCase(context: Context, viewer: Viewer, caseId: string, why: Why): Promise<void> {
  const { sql, clock } = context
  await sql.begin(async (tx) => {
    const { thing, isOpen } = await openCase(tx, viewer, caseId)
    const closed = await removeThing(tx, viewer, thing, why, clock.now(), caseId)
    if (!isOpen || closed === 0) throw alreadyDecided()
  })
}

/** Answers how many reports that has closed. */
async function removeThing(
  tx: Tx,
  viewer: Viewer,
  thing: Thing,
  why: Why,
  now: Date,
  caseId: string | undefined,
): Promise<number> {
  if (thing.kind === 'profile')
    throw badRequest('A profile is not removed: suspend the account', undefined, 'moderation.not-removable')
  if (!(await takeDown[thing.kind](tx, thing.id, now))) throw alreadyDecided()
  const note = why.text?.trim()
  const action = { actor: viewer, action: 'remove', subject: thing, reason: why.reason, note } as const
  const entryId = await recordAction(tx, action, now)
  const closed = caseId ? await closeCases(tx, [caseId], entryId) : []
  const telling = { tx, now }
  await tellRemoved(telling, thing, why)
  await tellReporters(telling, closed, 'removed', thing.kind)
  return closed.length
}

async function openCase(tx: Tx, viewer: Viewer, caseId: string) {
  const found = await findCase(tx, caseId)
  const owner = found && (await findStanding(tx, found.owner_id))
  if (!found || !owner) throw caseNotFound()
  assertMayDecide(viewer, owner)
  const { kind, id } = thingOf(found)
  const thing: Thing = { kind, id, name: await findName(tx, kind, id), ownerId: owner.id }
  return { thing, isOpen: found.open_count > 0 }
}

/** Suspends an account, which decides every open report about it and what it has posted. */
export async function suspendAccount(
  { sql, clock }: Context,
  viewer: Viewer,
  userId: string,
  why: Why,
): Promise<void> {
  const now = clock.now()
  await sql.begin(async (tx) => {
    const user = await lockStanding(tx, userId)
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
    await tellReporters({ tx, now }, closed, 'suspended', 'profile')
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
    const thing = await openHeld(tx, viewer, commentId)
    await approveComment(tx, thing.id, readAt, now)
    await recordAction(tx, { actor: viewer, action: 'approve', subject: thing }, now)
  })
}

export async function removeHeld(
  { sql, clock }: Context,
  viewer: Viewer,
  commentId: string,
  why: Why,
): Promise<void> {
  await sql.begin(async (tx) => {
    const thing = await openHeld(tx, viewer, commentId)
    const reported = await findCaseOf(tx, 'comment', thing.id)
    await removeThing(tx, viewer, thing, why, clock.now(), reported?.id)
  })
}

async function openHeld(tx: Tx, viewer: Viewer, commentId: string): Promise<Thing> {
  const comment = await findCommentForReview(tx, commentId)
  const owner = comment?.is_held ? await findStanding(tx, comment.owner_id) : undefined
  if (!comment || !owner) throw notFound('comment.not-found', 'Comment not found')
  assertMayDecide(viewer, owner)
  return {
    kind: 'comment',
    id: comment.id,
    name: await findName(tx, 'comment', comment.id),
    ownerId: owner.id,
  }
}
