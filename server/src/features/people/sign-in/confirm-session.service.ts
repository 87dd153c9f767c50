import type { api, BodyOf } from '@vireo/contract'
import type { Context } from '../../../context/context.ts'
import { confirmSession, type Viewer } from '../../../http/access/sessions.ts'
import { badRequest, conflict } from '../../../lib/app-error.ts'
import { getUser } from '../accounts/accounts.queries.ts'
import { redeemOwnerCode, sendOwnerCode } from '../accounts/codes/mailed-codes.service.ts'
import type { Caller } from '../accounts/devices/device-cookie.ts'
import { confirmPassword } from '../accounts/settings/change-password.service.ts'

/** For people without a password. */
export async function sendConfirmCode(context: Context, viewer: Viewer, caller: Caller): Promise<void> {
  const user = await getUser(context.sql, viewer.id)
  if (user.password_hash) throw conflict('account.has-password', 'Confirm with your password')
  await sendOwnerCode(context, user, 'confirm', caller)
}

/** Confirms that the owner is present: by the password, or by a code if there is no password. */
export async function confirm(
  context: Context,
  viewer: Viewer,
  { password, otp }: BodyOf<typeof api.sessions.confirm>,
  caller: Caller,
): Promise<void> {
  const { sql, clock } = context
  const user = await getUser(sql, viewer.id)
  if (user.password_hash) {
    if (!password) throw badRequest('Password is required', 'password')
    await confirmPassword(context, viewer.id, password, 'password')
  } else {
    if (!otp) throw badRequest('OTP is required', 'otp')
    await redeemOwnerCode(context, user, 'confirm', otp, caller)
  }
  await confirmSession(sql, viewer, clock.now())
}
