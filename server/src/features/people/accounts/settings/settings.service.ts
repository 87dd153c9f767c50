import type { api, BodyOf } from '@vireo/contract'
import { siteUrl } from '../../../../context/config.ts'
import type { Context } from '../../../../context/context.ts'
import { isUniqueViolation, type Tx } from '../../../../db/sql.ts'
import { assertConfirmed, isConfirmed, type Viewer } from '../../../../http/access/sessions.ts'
import { enqueue } from '../../../../jobs/define-job.ts'
import { badRequest } from '../../../../lib/app-error.ts'
import { foldCase } from '../../../../lib/text/fold.ts'
import { sendNoticeJob } from '../accounts.jobs.ts'
import { getUser, lockUser, type UserRow, updateUser } from '../accounts.queries.ts'
import { emailTaken } from '../accounts.service.ts'
import { newEmailKey } from '../codes/mailed-codes.queries.ts'
import { forgetNewEmail, mailNewEmail, redeemCode } from '../codes/mailed-codes.service.ts'
import { takeLink } from '../codes/new-email-links.queries.ts'
import type { Caller } from '../devices/device-cookie.ts'
import { applyAdminEmail, isAdminEmail } from '../status/account-status.service.ts'
import { assertOwner } from './change-password.service.ts'

type NewDetails = BodyOf<typeof api.accounts.updateAccount>

export async function updateAccount(
  context: Context,
  viewer: Viewer,
  body: NewDetails,
  caller: Caller,
): Promise<UserRow> {
  const { sql, clock } = context
  const now = clock.now()
  const userId = viewer.id
  const email = body.email?.trim()
  const isProven = email !== undefined && (await provesOwner(context, viewer, email, body))
  return sql.begin(async (tx) => {
    const user = await lockUser(tx, userId)
    const isNewEmail = email !== undefined && !isSameAddress(email, user.email)
    if (isNewEmail) await requestNewEmail(context, tx, user, { email, isProven }, caller)
    else if (user.pending_email && email !== undefined) await forgetNewEmail(tx, userId)
    return updateUser(
      tx,
      userId,
      {
        ...(body.fullname !== undefined && { fullname: body.fullname.trim().normalize('NFC') }),
        ...(body.bio !== undefined && { bio: body.bio.trim() }),
        ...(body.location !== undefined && { location: body.location.trim() }),
        ...(email !== undefined && {
          pending_email: isNewEmail ? email : null,
          is_new_email_proven: isProven,
        }),
      },
      now,
    )
  })
}

/**
 * Whether somebody who enters a new address has proved that the account is theirs: with the password, by a confirmed
 * session, or when they entered the same address before.
 */
async function provesOwner(
  context: Context,
  viewer: Viewer,
  email: string,
  { password, asksToConfirm = false }: NewDetails,
): Promise<boolean> {
  const user = await getUser(context.sql, viewer.id)
  if (isSameAddress(email, user.email)) return false
  if (user.is_new_email_proven && isSameAddress(email, user.pending_email)) return true
  if (password !== undefined && user.password_hash !== null) {
    await assertOwner(context, viewer, password)
    return true
  }
  if (asksToConfirm) assertConfirmed(viewer, context.clock.now())
  return isConfirmed(viewer, context.clock.now())
}

/** Without a proof the old address is told, because somebody else may have found an open session. */
async function requestNewEmail(
  { config, clock }: Context,
  tx: Tx,
  user: UserRow,
  change: { email: string; isProven: boolean },
  caller: Caller,
): Promise<void> {
  await mailNewEmail(tx, user, change, caller, clock.now())
  if (change.isProven) return
  await enqueue(tx, sendNoticeJob, {
    email: user.email,
    subject: 'A new address was entered for your Vireo account',
    text: `${newAddressText(user, change.email)}\n\n${siteUrl(config)}/settings\n`,
  })
}

/** For the old address, whose owner may not have asked for the change. The address of the settings follows. */
function newAddressText({ username, password_hash }: UserRow, email: string): string {
  const happened = `Somebody who is signed in to your Vireo account ${username} asked to replace this e-mail address with ${email}.`
  const state = `Nothing has changed yet: your account still uses this address. It changes only if somebody opens the link that was sent to ${email} and proves that the account is theirs, for example with its password.`
  const stop =
    password_hash === null
      ? 'cancel the change in the settings, and sign out everywhere else there'
      : 'change your password in the settings: that cancels the change and signs out every device'
  return `${happened}\n\n${state}\n\nIf it was you, open that link. If it was not you, ${stop}.`
}

const isSameAddress = (one: string, other: string | null) =>
  other !== null && foldCase(one) === foldCase(other)

export async function confirmEmail(
  context: Context,
  viewer: Viewer,
  { otp = '', token }: BodyOf<typeof api.accounts.confirmEmail>,
  { deviceHash }: Caller,
): Promise<UserRow> {
  const { sql, clock } = context
  if (token) {
    // Whoever opens the link may have found it in a mailbox that is not theirs, or an open session.
    assertConfirmed(viewer, clock.now())
    return changeEmail(context, viewer.id, (tx) => takeLink(tx, viewer.id, token, clock.now()), linkInvalid)
  }
  const { email } = await getUser(sql, viewer.id)
  const code = await redeemCode(context, [newEmailKey(viewer.id)], otp, { email, deviceHash })
  return changeEmail(context, viewer.id, async () => code.email, codeInvalid)
}

const codeInvalid = () => badRequest('Invalid or expired OTP.', 'otp', 'auth.code-invalid')
const linkInvalid = () =>
  badRequest('This link has expired or was used already.', 'token', 'auth.code-invalid')

/** `findConfirmed` returns the address that was confirmed. */
async function changeEmail(
  context: Context,
  userId: string,
  findConfirmed: (tx: Tx) => Promise<string | undefined>,
  invalid: () => Error,
): Promise<UserRow> {
  const { sql, clock, config } = context
  const changed = sql.begin(async (tx) => {
    const user = await lockUser(tx, userId)
    const email = await findConfirmed(tx)
    // A new password may have cancelled the change in the meantime.
    if (!email || !isSameAddress(email, user.pending_email)) throw invalid()
    await forgetNewEmail(tx, userId)
    await enqueue(tx, sendNoticeJob, {
      email: user.email,
      subject: 'The address of your Vireo account was changed',
      text: `Your account now uses ${email}. If it was not you, write to the people who run this site.\n`,
    })
    await updateUser(tx, userId, { email, pending_email: null }, clock.now())
    if (isAdminEmail(config, email)) await applyAdminEmail(tx, context)
    return getUser(tx, userId)
  })
  return changed.catch((error: unknown) => {
    throw isUniqueViolation(error) ? emailTaken() : error
  })
}
