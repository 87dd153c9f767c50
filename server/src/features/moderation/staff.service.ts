import type { Context } from '../../context.ts'
import type { Db } from '../../db/sql.ts'
import type { Viewer } from '../../http/sessions.ts'
import { badRequest, notFound } from '../../lib/app-error.ts'
import { lockStanding, lockStandingByName, type Standing, setRole } from '../accounts/standing.service.ts'
import { recordAction } from '../audit/audit.service.ts'
import { tellAppointed } from './tell.service.ts'

const subjectOf = ({ id, username }: Standing) =>
  ({ kind: 'profile', id, name: `@${username}`, ownerId: id }) as const

export async function appointModerator(
  { sql, clock }: Context,
  viewer: Viewer,
  username: string,
): Promise<void> {
  const now = clock.now()
  await sql.begin(async (tx) => {
    const user = await lockStandingByName(tx, username)
    if (!user || user.suspended_at)
      throw badRequest('There is no account with this username', 'username', 'profile.not-found')
    if (user.role !== 'member') return
    await setRole(tx, user.id, 'moderator')
    await recordAction(tx, { actor: viewer, action: 'appoint', subject: subjectOf(user) }, now)
    await tellAppointed({ tx, now }, user.id)
  })
}

export async function unappointModerator(
  { sql, clock }: Context,
  viewer: Viewer,
  userId: string,
): Promise<void> {
  await sql.begin(async (tx) => {
    const user = await lockStanding(tx, userId)
    if (user?.role !== 'moderator') throw notFound('profile.not-found', 'There is no such moderator')
    await setRole(tx, user.id, 'member')
    await recordAction(tx, { actor: viewer, action: 'unappoint', subject: subjectOf(user) }, clock.now())
  })
}

/** For the command line; answers what happened, in words. */
export async function changeAdmin(
  sql: Context['sql'],
  command: 'promote' | 'demote',
  username: string,
  now: Date,
): Promise<string> {
  return sql.begin(async (tx) => {
    const user = await lockStandingByName(tx, username)
    if (!user) throw new Error(`There is no account with the username "${username}"`)
    const isAdmin = user.role === 'admin'
    if (command === 'demote' && !isAdmin) return `${user.username} is not an administrator`
    if (command === 'promote' && isAdmin) return `${user.username} is an administrator already`
    await makeAdmin(tx, user, command === 'promote', 'command line', now)
    return command === 'promote'
      ? `${user.username} is an administrator now`
      : `${user.username} is not an administrator any more`
  })
}

async function makeAdmin(tx: Db, user: Standing, isAdmin: boolean, by: string, now: Date): Promise<void> {
  await setRole(tx, user.id, isAdmin ? 'admin' : 'member')
  const action = isAdmin ? 'promote' : 'demote'
  await recordAction(tx, { actor: { name: by }, action, subject: subjectOf(user) }, now)
}
