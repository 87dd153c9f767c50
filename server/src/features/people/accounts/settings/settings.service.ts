import type { api, BodyOf } from '@vireo/contract'
import type { Context } from '../../../../context/context.ts'
import { isUniqueViolation, type Tx } from '../../../../db/sql.ts'
import type { Viewer } from '../../../../http/access/sessions.ts'
import { enqueue } from '../../../../jobs/define-job.ts'
import { badRequest } from '../../../../lib/app-error.ts'
import { foldCase } from '../../../../lib/text/fold.ts'
import { sendNoticeJob } from '../accounts.jobs.ts'
import { getUser, lockUser, type UserRow, updateUser } from '../accounts.queries.ts'
import { emailTaken } from '../accounts.service.ts'
import { closeCode } from '../codes/mailed-codes.queries.ts'
import { newEmailKey, redeemCode, sendNewEmailCode } from '../codes/mailed-codes.service.ts'
import type { Caller } from '../devices/device-cookie.ts'
import { applyAdminEmail, isAdminEmail } from '../status/account-status.service.ts'
import { assertOwner, passwordRequired } from './change-password.service.ts'

export async function updateAccount(
  { sql, clock }: Context,
  viewer: Viewer,
  body: BodyOf<typeof api.accounts.updateAccount>,
  caller: Caller,
): Promise<UserRow> {
  const now = clock.now()
  const userId = viewer.id
  const email = body.email?.trim()
  const isConfirmed = needsPassword(email, await getUser(sql, userId))
  if (isConfirmed) await assertOwner({ sql, clock }, viewer, body.password)
  return sql.begin(async (tx) => {
    const user = await lockUser(tx, userId)
    // Another request may have changed the address since it was compared.
    if (needsPassword(email, user) && !isConfirmed) throw passwordRequired()
    const isNewEmail = email !== undefined && !isSameAddress(email, user.email)
    if (isNewEmail) await sendNewEmailCode(tx, user, email, caller, now)
    else if (user.pending_email && email !== undefined) await closeCode(tx, newEmailKey(userId))
    return updateUser(
      tx,
      userId,
      {
        ...(body.fullname !== undefined && { fullname: body.fullname.trim().normalize('NFC') }),
        ...(body.bio !== undefined && { bio: body.bio.trim() }),
        ...(body.location !== undefined && { location: body.location.trim() }),
        ...(email !== undefined && { pending_email: isNewEmail ? email : null }),
      },
      now,
    )
  })
}

const isSameAddress = (one: string, other: string | null) =>
  other !== null && foldCase(one) === foldCase(other)

/** A new address needs the password; sending the code for a pending one again does not. */
const needsPassword = (email: string | undefined, user: UserRow) =>
  email !== undefined && !isSameAddress(email, user.email) && !isSameAddress(email, user.pending_email)

export async function confirmEmail(
  context: Context,
  userId: string,
  otp: string,
  { deviceHash }: Caller,
): Promise<UserRow> {
  const { sql, clock, config } = context
  const { email } = await getUser(sql, userId)
  const code = await redeemCode(context, [newEmailKey(userId)], otp, { email, deviceHash })
  const changed = sql.begin(async (tx) => {
    const user = await lockUser(tx, userId)
    // A new password may have cancelled the change in the meantime.
    if (!isSameAddress(code.email, user.pending_email))
      throw badRequest('Invalid or expired OTP.', 'otp', 'auth.code-invalid')
    await enqueue(tx, sendNoticeJob, {
      email: user.email,
      subject: 'The address of your Vireo account was changed',
      text: `Your account now uses ${code.email}. If it was not you, write to the people who run this site.\n`,
    })
    await updateUser(tx, userId, { email: code.email, pending_email: null }, clock.now())
    if (isAdminEmail(config, code.email)) await applyAdminEmail(tx, context)
    return getUser(tx, userId)
  })
  return changed.catch((error: unknown) => {
    throw isUniqueViolation(error) ? emailTaken() : error
  })
}

/** Cancels a change of address that waits for its code. */
export const forgetNewEmail = (tx: Tx, userId: string): Promise<void> => closeCode(tx, newEmailKey(userId))
