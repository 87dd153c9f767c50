import type { Viewer } from '../../../http/access/sessions.ts'
import { forbidden } from '../../../lib/app-error.ts'
import type { AccountStatus } from '../../people/accounts/status/account-status.queries.ts'

const notAllowed = (message: string) => forbidden('moderation.not-allowed', message)

/** Moderators decide neither about themselves nor about administrators. */
export function assertMayDecide(viewer: Viewer, owner: AccountStatus): void {
  if (viewer.role === 'admin') return
  if (owner.id === viewer.id) throw notAllowed('You cannot decide about yourself')
  if (owner.role === 'admin') throw notAllowed('Only an administrator can decide about an administrator')
}

/** Administrators may reinstate anybody; moderators only members. */
export function assertMayReinstate(viewer: Viewer, user: AccountStatus): void {
  if (user.role !== 'member' && viewer.role !== 'admin')
    throw notAllowed('Only an administrator can decide about a moderator or an administrator')
}

/** Nobody suspends an administrator, and only administrators suspend moderators. */
export function assertMaySuspend(viewer: Viewer, user: AccountStatus): void {
  if (user.id === viewer.id) throw notAllowed('You cannot decide about yourself')
  if (user.role === 'admin') throw notAllowed('An administrator cannot be suspended')
  if (user.role === 'moderator' && viewer.role !== 'admin')
    throw notAllowed('Only an administrator can decide about a moderator')
}
