import type { api, BodyOf } from '@vireo/contract'
import type { Context } from '../../../../context/context.ts'
import type { Tx } from '../../../../db/sql.ts'
import { endFlows } from '../../../../http/access/flows.ts'
import { authLimit, countAttempt, resetAttempts } from '../../../../http/access/rate-limit.ts'
import { assertConfirmed, endAllSessions, type Viewer } from '../../../../http/access/sessions.ts'
import { enqueue } from '../../../../jobs/define-job.ts'
import { badRequest, conflict } from '../../../../lib/app-error.ts'
import { hashPassword, verifyPassword } from '../../../../lib/security/passwords.ts'
import { removeExport } from '../../../core/files/files.service.ts'
import { sendNoticeJob } from '../accounts.jobs.ts'
import { findUserByEmail, getUser, lockUser, type UserRow, updateUser } from '../accounts.queries.ts'
import { type EmailProof, hasProof, spendProof } from '../codes/mailed-codes.queries.ts'
import { forgetNewEmail, notProven } from '../codes/mailed-codes.service.ts'
import type { Caller } from '../devices/device-cookie.ts'
import { forgetOtherDevices, rememberDevice } from '../devices/devices.queries.ts'
import { resetDeviceAttempts } from '../devices/devices.service.ts'

const passwordTries = 10
const triesPerNetwork = 30

export async function resetPassword(
  { sql, clock }: Context,
  { email, password }: BodyOf<typeof api.accounts.resetPassword>,
  proofToken: string,
  { network, deviceHash }: Caller,
): Promise<void> {
  const proof: EmailProof = { token: proofToken, purpose: 'reset', email }
  await countAttempt(sql, { key: `reset:ip:${network}`, max: triesPerNetwork, ...authLimit }, clock.now())
  if (!(await hasProof(sql, proof, clock.now()))) throw notProven('resetting the password')
  const passwordHash = await hashPassword(password)
  await sql.begin(async (tx) => {
    const user = await findUserByEmail(tx, email)
    const isProven = await spendProof(tx, proof, clock.now())
    if (!user || !isProven) throw notProven('resetting the password')
    await setPassword(tx, user, passwordHash, deviceHash, clock.now())
    // People reset a password after trying too many wrong ones; the new one must work in this browser immediately.
    await rememberDevice(tx, user.id, deviceHash, clock.now())
    await resetDeviceAttempts(tx, user, deviceHash)
  })
}

export async function changePassword(
  { sql, clock }: Context,
  userId: string,
  body: BodyOf<typeof api.accounts.changePassword>,
  { deviceHash }: Caller,
): Promise<void> {
  const user = await confirmPassword({ sql, clock }, userId, body.oldPassword, 'oldPassword')
  const passwordHash = await hashPassword(body.newPassword)
  await sql.begin((tx) => setPassword(tx, user, passwordHash, deviceHash, clock.now()))
}

/**
 * Removes everything that the old password gave access to: sessions end, the other devices are forgotten, a
 * pending change of address is cancelled, and the export of the person's data is removed.
 */
async function setPassword(tx: Tx, user: UserRow, hash: string, deviceHash: string, now: Date) {
  await updateUser(tx, user.id, { password_hash: hash, pending_email: null }, now)
  await forgetNewEmail(tx, user.id)
  await endAllSessions(tx, user.id)
  await endFlows(tx, user.id)
  await forgetOtherDevices(tx, user.id, deviceHash)
  await removeExport(tx, user.id)
  await enqueue(tx, sendNoticeJob, {
    email: user.email,
    subject: 'Your Vireo password was changed',
    text: 'The password of your account was changed and every device was signed out. If it was not you, reset the password now.\n\nPasskeys and connected accounts can still be used to sign in: the settings list them, and remove those that are not yours.\n',
  })
}

/**
 * For an account that signed up with a provider. Ends no sessions, because no older password could have started them.
 */
export async function setFirstPassword(
  { sql, clock }: Context,
  viewer: Viewer,
  password: string,
): Promise<UserRow> {
  assertConfirmed(viewer, clock.now())
  const hash = await hashPassword(password)
  return sql.begin(async (tx) => {
    const user = await lockUser(tx, viewer.id)
    if (user.password_hash) throw conflict('account.has-password', 'This account has a password already')
    await enqueue(tx, sendNoticeJob, {
      email: user.email,
      subject: 'Your Vireo account has a password now',
      text: 'A password was set for your account. If it was not you, reset the password now.\n',
    })
    return updateUser(tx, user.id, { password_hash: hash }, clock.now())
  })
}

/** Verifies the owner: by the password, or by a confirmed session if there is no password. */
export async function assertOwner(
  context: Pick<Context, 'sql' | 'clock'>,
  viewer: Viewer,
  password: string | undefined,
): Promise<void> {
  const { password_hash } = await getUser(context.sql, viewer.id)
  if (password_hash === null) return assertConfirmed(viewer, context.clock.now())
  if (!password) throw passwordRequired()
  await confirmPassword(context, viewer.id, password, 'password')
}

/** Checks the password again before a sensitive change. The limit is per account, and only its own sessions count. */
export async function confirmPassword(
  { sql, clock }: Pick<Context, 'sql' | 'clock'>,
  userId: string,
  password: string,
  field: string,
): Promise<UserRow> {
  const key = `password:${userId}`
  await countAttempt(sql, { key, max: passwordTries, ...authLimit }, clock.now())
  const user = await getUser(sql, userId)
  if (!user.password_hash || !(await verifyPassword(password, user.password_hash)))
    throw badRequest('The current password is not right', field, 'auth.wrong-password')
  await resetAttempts(sql, key)
  return user
}

const passwordRequired = () => badRequest('Password is required', 'password')
