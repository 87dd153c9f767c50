import type { Config } from '../../../../context/config.ts'
import type { Context } from '../../../../context/context.ts'
import type { Db, Tx } from '../../../../db/sql.ts'
import { endAllSessions } from '../../../../http/access/sessions.ts'
import { sendEvent } from '../../../../http/events.ts'
import { enqueue } from '../../../../jobs/define-job.ts'
import { notFound } from '../../../../lib/app-error.ts'
import { formatMinute } from '../../../../lib/clock.ts'
import { isId } from '../../../../lib/ids.ts'
import { foldCase } from '../../../../lib/text/fold.ts'
import { type Action, recordAction } from '../../../core/audit/audit.service.ts'
import { sendNoticeJob } from '../accounts.jobs.ts'
import { type ChannelRow, listChannelsById } from '../accounts.queries.ts'
import {
  type AccountStatus,
  deleteAdminLinks,
  lockAdminLinks,
  lockNonAdminByEmail,
  setRole,
  setSuspended,
} from './account-status.queries.ts'

/** The profile of an active account, for features that refer to people. */
export async function getShownProfile(db: Db, id: string): Promise<ChannelRow> {
  const [row] = isId(id) ? await listChannelsById(db, [id]) : []
  if (!row) throw notFound('profile.not-found', 'Profile not found')
  return row
}

/** Ends a person's sessions and hides all their content; their open pages say so. */
export async function suspendUser(tx: Tx, user: AccountStatus, why: string, now: Date): Promise<void> {
  await setSuspended(tx, user.id, now)
  await endAllSessions(tx, user.id)
  await sendEvent(tx, user.id, { name: 'account-suspended', about: user.id, data: {} })
  await enqueue(tx, sendNoticeJob, {
    email: user.email,
    subject: 'Your Vireo account was suspended',
    text: `Your account ${user.username} was suspended by the moderators of this site. Nobody can see what you have posted, and you cannot sign in.\n\n${why}\n\nIf you think that this is a mistake, write to the people who run this site.\n`,
  })
}

export async function reinstateUser(tx: Tx, user: AccountStatus): Promise<void> {
  await setSuspended(tx, user.id, null)
  await enqueue(tx, sendNoticeJob, {
    email: user.email,
    subject: 'Your Vireo account is available again',
    text: `The suspension of your account ${user.username} was lifted. ${afterSuspension(user)}\n`,
  })
}

const afterSuspension = ({ closes_at }: AccountStatus) =>
  closes_at
    ? `You had deleted it before: sign in before ${formatMinute(closes_at)} if you want to keep it.`
    : 'You can sign in again, and what you have posted is back.'

/** An account as the subject of an entry in the audit log. */
export const profileSubject = ({ id, username }: AccountStatus) =>
  ({ kind: 'profile', id, name: `@${username}`, ownerId: id }) as const

/** Deletes the links to become administrator, so that nobody can use one from an old log later. */
export async function makeAdmin(
  tx: Tx,
  user: AccountStatus,
  by: Pick<Action, 'actor' | 'note'>,
  now: Date,
): Promise<void> {
  await lockAdminLinks(tx)
  await setRole(tx, user.id, 'admin')
  await deleteAdminLinks(tx)
  await recordAction(tx, { ...by, action: 'promote', subject: profileSubject(user) }, now)
}

/** Makes the account of ADMIN_EMAIL an administrator. Every account has a verified address, so nobody can claim it. */
export async function applyAdminEmail(
  tx: Tx,
  { config, log, clock }: Pick<Context, 'config' | 'log' | 'clock'>,
): Promise<void> {
  const user = config.adminEmail ? await lockNonAdminByEmail(tx, config.adminEmail) : undefined
  if (!user) return
  if (!user.is_active) {
    const state = user.suspended_at ? 'suspended' : 'being deleted'
    log.warn(`The account of ADMIN_EMAIL is ${state}, so it is not made an administrator`)
    return
  }
  await makeAdmin(tx, user, { actor: { name: 'ADMIN_EMAIL' } }, clock.now())
}

export const isAdminEmail = ({ adminEmail }: Config, email: string) =>
  adminEmail !== undefined && foldCase(adminEmail) === foldCase(email)
