import { limits } from '@vireo/contract'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../context/context.ts'
import type { Sql } from '../../../db/sql.ts'
import { cookieSettings } from '../../../http/access/cookies.ts'
import { endFlows, findFlow, takeFlow } from '../../../http/access/flows.ts'
import { endAllSessions, type Viewer } from '../../../http/access/sessions.ts'
import { enqueue } from '../../../jobs/define-job.ts'
import { unauthorized } from '../../../lib/app-error.ts'
import { formatMinute, secondsAfter } from '../../../lib/clock.ts'
import { removeExport } from '../../core/files/files.service.ts'
import { sendNoticeJob } from '../accounts/accounts.jobs.ts'
import {
  closeUser,
  findUser,
  lockClosedUser,
  reopenUser,
  type UserRow,
} from '../accounts/accounts.queries.ts'
import { removeUser } from '../accounts/accounts.service.ts'
import { forgetNewEmail } from '../accounts/codes/mailed-codes.service.ts'
import { assertOwner } from '../accounts/settings/change-password.service.ts'
import {
  completeSignIn,
  type Exchange,
  flowExpired,
  restoreFlow,
} from '../sign-in/complete-sign-in.service.ts'

/** Hides a person and all their content. They can restore it for a week; then all of it is removed. */
export async function deleteAccount(
  context: Context,
  viewer: Viewer,
  password: string | undefined,
): Promise<void> {
  await assertOwner(context, viewer, password)
  const { sql, clock } = context
  const closesAt = secondsAfter(clock.now(), limits.closingSeconds)
  await sql.begin(async (tx) => {
    const user = await closeUser(tx, viewer.id, closesAt)
    if (!user) throw unauthorized()
    await forgetNewEmail(tx, user.id)
    await endAllSessions(tx, user.id)
    await endFlows(tx, user.id)
    await removeExport(tx, user.id)
    await enqueue(tx, sendNoticeJob, {
      email: user.email,
      subject: 'Your Vireo account will be deleted',
      text: deletedText(user, closesAt),
    })
  })
}

/** The closing account that this browser has signed in to. */
export async function getClosingAccount({ sql, clock }: Context, request: FastifyRequest) {
  const now = clock.now()
  const flow = await findFlow(sql, request, restoreFlow, now)
  const user = flow?.userId ? await findUser(sql, flow.userId) : undefined
  if (!user?.closes_at || user.closes_at <= now) throw flowExpired()
  return { username: user.username, closesAt: user.closes_at.toISOString() }
}

/** Restores the account as it was and signs in. The row decides the race against its removal. */
export async function restoreAccount(context: Context, { request, reply }: Exchange): Promise<UserRow> {
  const { sql, clock, config } = context
  const now = clock.now()
  const restored = await sql.begin(async (tx) => {
    // The account is locked before its flows, in the same order as a change of the password does.
    const flow = await findFlow(tx, request, restoreFlow, now)
    const user = flow?.userId ? await reopenUser(tx, flow.userId, now) : undefined
    const isTaken = await takeFlow(tx, request, reply, restoreFlow, now, cookieSettings(config))
    if (!user || !isTaken) throw flowExpired()
    await endFlows(tx, user.id)
    await enqueue(tx, sendNoticeJob, {
      email: user.email,
      subject: 'Your Vireo account was restored',
      text: restoredText(user),
    })
    return user
  })
  await completeSignIn(context, { request, reply }, restored, 'restored-account')
  return restored
}

/** Removes accounts whose week is over, each in a transaction of its own; an interrupted run can simply be repeated. */
export async function removeClosedAccounts(sql: Sql, now: Date, signal: AbortSignal): Promise<void> {
  const removeNext = () =>
    sql.begin(async (tx) => {
      const user = await lockClosedUser(tx, now)
      if (user) await removeUser(tx, user, now)
      return user !== undefined
    })
  while (await removeNext()) signal.throwIfAborted()
}

const deletedText = (
  { username }: UserRow,
  closesAt: Date,
) => `Your account ${username} was deleted. Nobody can see it any more, nor anything that you have posted.

It is removed for good on ${formatMinute(closesAt)}. If you change your mind, or if it was not you, sign in before then and choose to keep the account. If you have forgotten your password, reset it first.
`

const restoredText = ({
  username,
}: UserRow) => `Your account ${username} was restored and is not deleted. Everything that you have posted is back.

If it was not you, change your password and look at your settings now.
`
