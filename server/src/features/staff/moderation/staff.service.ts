import type { Context } from '../../../context/context.ts'
import type { Viewer } from '../../../http/access/sessions.ts'
import { badRequest, notFound } from '../../../lib/app-error.ts'
import { recordAction } from '../../core/audit/audit.service.ts'
import {
  lockAccount,
  lockAccountByName,
  setRole,
} from '../../people/accounts/status/account-status.queries.ts'
import { makeAdmin, profileSubject } from '../../people/accounts/status/account-status.service.ts'
import { notifyAppointed } from './messages.service.ts'

export async function appointModerator(
  { sql, clock }: Context,
  viewer: Viewer,
  username: string,
): Promise<void> {
  const now = clock.now()
  await sql.begin(async (tx) => {
    const user = await lockAccountByName(tx, username)
    if (!user?.is_active)
      throw badRequest('There is no account with this username', 'username', 'moderation.unknown-username')
    if (user.role === 'admin')
      throw badRequest('This account is an administrator already', 'username', 'moderation.already-admin')
    if (user.role === 'moderator') return
    await setRole(tx, user.id, 'moderator')
    await recordAction(tx, { actor: viewer, action: 'appoint', subject: profileSubject(user) }, now)
    await notifyAppointed({ tx, now }, user.id)
  })
}

export async function unappointModerator(
  { sql, clock }: Context,
  viewer: Viewer,
  userId: string,
): Promise<void> {
  await sql.begin(async (tx) => {
    const user = await lockAccount(tx, userId)
    if (user?.role !== 'moderator') throw notFound('profile.not-found', 'There is no such moderator')
    await setRole(tx, user.id, 'member')
    await recordAction(tx, { actor: viewer, action: 'unappoint', subject: profileSubject(user) }, clock.now())
  })
}

/** For the command line; returns a sentence about what happened. */
export async function changeAdmin(
  sql: Context['sql'],
  command: 'promote' | 'demote',
  username: string,
  now: Date,
): Promise<string> {
  return sql.begin(async (tx) => {
    const user = await lockAccountByName(tx, username)
    if (!user) throw new Error(`There is no account with the username "${username}"`)
    const isAdmin = user.role === 'admin'
    if (command === 'demote' && !isAdmin) return `${user.username} is not an administrator`
    if (command === 'promote' && isAdmin) return `${user.username} is an administrator already`
    const actor = { name: 'command line' }
    if (command === 'promote') {
      if (user.suspended_at)
        throw new Error(`${user.username} is suspended and could not sign in: lift the suspension first`)
      if (user.closes_at)
        throw new Error(`${user.username} was deleted by its owner, who has to sign in and keep it first`)
      await makeAdmin(tx, user, { actor }, now)
      return `${user.username} is an administrator now`
    }
    await setRole(tx, user.id, 'member')
    await recordAction(tx, { actor, action: 'demote', subject: profileSubject(user) }, now)
    return `${user.username} is not an administrator any more`
  })
}
