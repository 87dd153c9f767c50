import { type AuditAction, limits } from '@vireo/contract'
import type { Context } from '../../../context/context.ts'
import type { Tx } from '../../../db/sql.ts'
import type { Viewer } from '../../../http/access/sessions.ts'
import { badRequest, conflict, notFound } from '../../../lib/app-error.ts'
import { secondsAfter } from '../../../lib/clock.ts'
import { restoreComment } from '../../community/comments/review/comment-review.service.ts'
import { type AuditRow, findEntry, type ListedAuditRow } from '../../core/audit/audit.queries.ts'
import { recordAction } from '../../core/audit/audit.service.ts'
import {
  type AccountStatus,
  findAccountStatus,
  lockAccount,
} from '../../people/accounts/status/account-status.queries.ts'
import { reinstateUser } from '../../people/accounts/status/account-status.service.ts'
import { restoreTweet } from '../../publishing/tweets/tweets.queries.ts'
import { restoreVideo } from '../../publishing/videos/removal/take-down.service.ts'
import { reopenCases } from '../reports/reports.service.ts'
import { type ModeratedSubject, notifyReporters, notifyRestored } from './messages.service.ts'
import { assertMayReverse, mayReverse } from './permissions.ts'

/** The actions that can be reversed, with the action that reverses each. */
const opposites: Partial<Record<AuditAction, AuditAction>> = {
  dismiss: 'reopen',
  remove: 'restore',
  suspend: 'reinstate',
}

/** A suspended account is kept, so a suspension can be lifted at any time. */
const isInTime = (entry: AuditRow, now: Date) =>
  entry.action === 'suspend' || secondsAfter(entry.created_at, limits.reversibleSeconds) > now

/** Whether this person can reverse the action now. */
export function canReverse(viewer: Viewer, entry: ListedAuditRow, now: Date): boolean {
  const { owner_id, owner_role } = entry
  if (!(entry.action in opposites) || entry.is_reversed || !isInTime(entry, now)) return false
  return !!owner_id && !!owner_role && mayReverse(viewer, entry, { id: owner_id, role: owner_role })
}

/** Reverses an action: the subject is as it was before, and its reports are open again. */
export async function reverseAction({ sql, clock }: Context, viewer: Viewer, entryId: string): Promise<void> {
  const now = clock.now()
  const entry = await findEntry(sql, entryId)
  if (!entry) throw notFound('moderation.not-found', 'There is no such action')
  const action = opposites[entry.action]
  if (!action) throw badRequest('This action cannot be reversed', undefined, 'moderation.not-reversible')
  if (!isInTime(entry, now)) throw conflict('moderation.too-late', 'An action can be reversed for 30 days')
  await sql.begin(async (tx) => {
    // Restoring locks the subject before its owner, in the same order as every change to it.
    const getOwner = action === 'reinstate' ? lockAccount : findAccountStatus
    const owner = await getOwner(tx, entry.owner_id ?? '')
    if (!owner) throw notFound('moderation.not-found', 'The account was deleted')
    assertMayReverse(viewer, entry, owner)
    const subject = subjectOfEntry(entry, owner)
    if (!(await undo(tx, action, subject, owner)))
      throw conflict('moderation.already-decided', 'This was reversed already')
    await recordAction(tx, { actor: viewer, action, subject, reverses: entry.id }, now)
    const reporters = await reopenCases(tx, entry.id)
    if (action === 'reopen') return
    await notifyRestored({ tx, now }, subject)
    const outcome = action === 'reinstate' ? 'reinstated' : 'restored'
    await notifyReporters({ tx, now }, reporters, outcome, subject.kind)
  })
}

const subjectOfEntry = (entry: AuditRow, owner: AccountStatus): ModeratedSubject => ({
  kind: entry.subject_kind ?? 'profile',
  id: entry.subject_id ?? '',
  name: entry.subject_name,
  ownerId: owner.id,
})

/** Returns false if there was nothing to undo. */
async function undo(
  tx: Tx,
  action: AuditAction,
  { kind, id }: ModeratedSubject,
  owner: AccountStatus,
): Promise<boolean> {
  if (action === 'reopen') return true
  if (action === 'restore' && kind === 'video') return restoreVideo(tx, id)
  if (action === 'restore' && kind === 'tweet') return restoreTweet(tx, id)
  if (action === 'restore') return restoreComment(tx, id)
  if (!owner.suspended_at) return false
  await reinstateUser(tx, owner)
  return true
}
