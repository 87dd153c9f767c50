import type { Viewer } from '../../../http/access/sessions.ts'
import { forbidden } from '../../../lib/app-error.ts'
import type { AuditRow } from '../../core/audit/audit.queries.ts'
import type { AccountStatus } from '../../people/accounts/status/account-status.queries.ts'

type Person = Pick<Viewer, 'id' | 'role'>
type Decision = Pick<AuditRow, 'action' | 'actor_role'>

const notAllowed = (message: string) => forbidden('moderation.not-allowed', message)

/** Moderators decide neither about themselves nor about administrators. */
export function assertMayDecide(viewer: Person, owner: Person): void {
  const refusal = refusalToDecide(viewer, owner)
  if (refusal) throw notAllowed(refusal)
}

function refusalToDecide(viewer: Person, owner: Person): string | undefined {
  if (viewer.role === 'admin') return undefined
  if (owner.id === viewer.id) return 'You cannot decide about yourself'
  return owner.role === 'admin' ? 'Only an administrator can decide about an administrator' : undefined
}

export function assertMayReverse(viewer: Person, entry: Decision, owner: Person): void {
  const refusal = refusalToReverse(viewer, entry, owner)
  if (refusal) throw notAllowed(refusal)
}

export const mayReverse = (viewer: Person, entry: Decision, owner: Person) =>
  refusalToReverse(viewer, entry, owner) === undefined

/**
 * Administrators may reverse every action. Moderators reverse only those of moderators, and only about people about
 * whom they could have decided themselves; they reinstate only members.
 */
function refusalToReverse(viewer: Person, entry: Decision, owner: Person): string | undefined {
  if (viewer.role === 'admin') return undefined
  if (entry.action === 'suspend' && owner.role !== 'member')
    return 'Only an administrator can decide about a moderator or an administrator'
  // Without a role nobody knows who decided: the author's account is gone, or it was a setting or a command.
  if (entry.actor_role === 'admin' || entry.actor_role === null)
    return 'Only an administrator can reverse a decision of an administrator'
  return refusalToDecide(viewer, owner)
}

/** Nobody suspends an administrator, and only administrators suspend moderators. */
export function assertMaySuspend(viewer: Viewer, user: AccountStatus): void {
  if (user.id === viewer.id) throw notAllowed('You cannot decide about yourself')
  if (user.role === 'admin') throw notAllowed('An administrator cannot be suspended')
  if (user.role === 'moderator' && viewer.role !== 'admin')
    throw notAllowed('Only an administrator can decide about a moderator')
}
