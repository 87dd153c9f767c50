import type { Viewer } from '../../http/sessions.ts'
import { forbidden } from '../../lib/app-error.ts'
import type { Standing } from '../accounts/standing.service.ts'

const notAllowed = (message: string) => forbidden('moderation.not-allowed', message)

/** Moderators decide neither about themselves nor about administrators. */
export function assertMayDecide(viewer: Viewer, owner: Standing): void {
  if (viewer.role === 'admin') return
  if (owner.id === viewer.id) throw notAllowed('You cannot decide about yourself')
  if (owner.role === 'admin') throw notAllowed('Only an administrator can decide about an administrator')
}

/** Whoever is suspended can be reinstated, by an administrator at least. */
export function assertMayReinstate(viewer: Viewer, user: Standing): void {
  if (user.role !== 'member' && viewer.role !== 'admin')
    throw notAllowed('Only an administrator can decide about a moderator or an administrator')
}

/** Nobody suspends an administrator, and only administrators suspend moderators. */
export function assertMaySuspend(viewer: Viewer, user: Standing): void {
  if (user.id === viewer.id) throw notAllowed('You cannot decide about yourself')
  if (user.role === 'admin') throw notAllowed('An administrator cannot be suspended')
  if (user.role === 'moderator' && viewer.role !== 'admin')
    throw notAllowed('Only an administrator can decide about a moderator')
}
