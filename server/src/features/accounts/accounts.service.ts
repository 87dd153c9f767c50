import type { api, BodyOf } from '@vireo/contract'
import type { Context } from '../../context.ts'
import { isUniqueViolation, type Tx } from '../../db/sql.ts'
import { endFlows } from '../../http/flows.ts'
import { consume, forgive } from '../../http/rate-limit.ts'
import { assertConfirmed, endAllSessions, type Viewer } from '../../http/sessions.ts'
import { enqueue } from '../../jobs/define-job.ts'
import { badRequest, conflict } from '../../lib/app-error.ts'
import { foldCase } from '../../lib/fold.ts'
import { newId } from '../../lib/ids.ts'
import { hashPassword, verifyPassword } from '../../lib/passwords.ts'
import { removeExport } from '../export-removal/export-removal.service.ts'
import { removeFolder } from '../files/files.jobs.ts'
import { requestPurge } from '../purge/purge.jobs.ts'
import { assertMaySignUp, takeSignUp } from '../site-settings/site-settings.service.ts'
import { sendNotice } from './accounts.jobs.ts'
import {
  deleteUser,
  findUserByEmail,
  findUserByUsername,
  getUser,
  insertUser,
  lockUser,
  type UserRow,
  updateUser,
} from './accounts.queries.ts'
import { authLimit } from './auth-limit.ts'
import { closeCode, hasProof, useProof } from './codes.queries.ts'
import { newEmailKey, redeemCode, sendNewEmailCode } from './codes.service.ts'
import type { Caller } from './device-cookie.ts'
import { forgetOtherDevices, rememberDevice } from './devices.queries.ts'
import { forgiveDevice } from './devices.service.ts'
import { applyAdminEmail, isAdminEmail } from './standing.service.ts'

export {
  closeUser,
  findUser,
  findUserByEmail,
  findUserByUsername,
  getUser,
  /** For whatever adds files to an account: those that come after its deletion would be left behind. */
  holdUser,
  lockClosedUser,
  lockPassword,
  lockUser,
  reopenUser,
  type UserRow,
} from './accounts.queries.ts'

const passwordTries = 10
/** For registering and for setting a new password, each. */
const triesPerNetwork = 30

const notProven = (doing: string) =>
  badRequest(`Please verify your email with OTP before ${doing}.`, 'otp', 'auth.not-verified')

export async function register(
  context: Context,
  body: BodyOf<typeof api.user.register>,
  proof: string,
  { network }: Caller,
): Promise<UserRow> {
  const { sql, clock, config } = context
  const email = body.email.trim()
  await consume(sql, { key: `register:ip:${network}`, max: triesPerNetwork, ...authLimit }, clock.now())
  if (!(await hasProof(sql, proof, 'sign-up', email, clock.now()))) throw notProven('signing up')
  await assertMaySignUp(sql, body.invite, clock.now())
  const passwordHash = await hashPassword(body.password)
  const username = body.username.trim()
  const fullname = body.fullname.trim().normalize('NFC')
  return sql.begin(async (tx) => {
    if (!(await useProof(tx, proof, 'sign-up', email, clock.now()))) throw notProven('signing up')
    await takeSignUp(tx, body.invite, clock.now())
    const user = await insertUser(tx, { id: newId(), username, fullname, email, passwordHash }, clock.now())
    if (user && isAdminEmail(config, email)) await applyAdminEmail(tx, context)
    if (user) return getUser(tx, user.id)
    // The proof comes back with the rollback: another username can be tried with it.
    throw (await findUserByUsername(tx, username))
      ? conflict('account.username-taken', 'This username is already taken', 'username')
      : emailTaken()
  })
}

interface VerifiedPerson {
  email: string
  /** Empty if it is not known. */
  fullname: string
  /** To try in this order until one is free. */
  usernames: Iterable<string>
  invite: string | undefined
}

/** Creates the account of an address that a sign-in provider has verified; `also` runs in the same transaction. */
export async function registerVerified(
  context: Context,
  { email, fullname, usernames, invite }: VerifiedPerson,
  { network }: Caller,
  also: (tx: Tx, user: UserRow) => Promise<void>,
): Promise<UserRow> {
  const { sql, clock, config } = context
  const now = clock.now()
  await consume(sql, { key: `register:ip:${network}`, max: triesPerNetwork, ...authLimit }, now)
  return sql.begin(async (tx) => {
    await takeSignUp(tx, invite, now)
    for (const username of usernames) {
      const person = { id: newId(), username, fullname: fullname || username, email, passwordHash: null }
      const user = await insertUser(tx, person, now)
      if (user) {
        await also(tx, user)
        if (isAdminEmail(config, email)) await applyAdminEmail(tx, context)
        return getUser(tx, user.id)
      }
      if (await findUserByEmail(tx, email)) throw emailTaken()
    }
    throw conflict('account.username-taken', 'This username is already taken', 'username')
  })
}

export const emailTaken = () => conflict('account.email-taken', 'This email already has an account', 'email')

export async function resetPassword(
  { sql, clock }: Context,
  { email, password }: BodyOf<typeof api.user.resetPassword>,
  proof: string,
  { network, deviceHash }: Caller,
): Promise<void> {
  await consume(sql, { key: `reset:ip:${network}`, max: triesPerNetwork, ...authLimit }, clock.now())
  if (!(await hasProof(sql, proof, 'reset', email, clock.now()))) throw notProven('resetting the password')
  const passwordHash = await hashPassword(password)
  await sql.begin(async (tx) => {
    const user = await findUserByEmail(tx, email)
    const isProven = await useProof(tx, proof, 'reset', email, clock.now())
    if (!user || !isProven) throw notProven('resetting the password')
    await setPassword(tx, user, passwordHash, deviceHash, clock.now())
    // People reset a password after trying too many wrong ones; the new one must work in this browser at once.
    await rememberDevice(tx, user.id, deviceHash, clock.now())
    await forgiveDevice(tx, user, deviceHash)
  })
}

export async function changePassword(
  { sql, clock }: Context,
  userId: string,
  body: BodyOf<typeof api.user.changePassword>,
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
  await closeCode(tx, newEmailKey(user.id))
  await endAllSessions(tx, user.id)
  await endFlows(tx, user.id)
  await forgetOtherDevices(tx, user.id, deviceHash)
  await removeExport(tx, user.id)
  await enqueue(tx, sendNotice, {
    email: user.email,
    subject: 'Your Vireo password was changed',
    text: 'The password of your account was changed and every device was signed out. If it was not you, reset the password now.\n\nPasskeys and connected accounts can still be used to sign in: the settings list them, and remove those that are not yours.\n',
  })
}

/** The first password of an account that was made by a sign-in provider. It ends no session: none began with another. */
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
    await enqueue(tx, sendNotice, {
      email: user.email,
      subject: 'Your Vireo account has a password now',
      text: 'A password was set for your account. If it was not you, reset the password now.\n',
    })
    return updateUser(tx, user.id, { password_hash: hash }, clock.now())
  })
}

/** Makes sure that it is the owner who asks: by the password or, where there is none, by a confirmed session. */
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
  await consume(sql, { key, max: passwordTries, ...authLimit }, clock.now())
  const user = await getUser(sql, userId)
  if (!user.password_hash || !(await verifyPassword(password, user.password_hash)))
    throw badRequest('The current password is not right', field, 'auth.wrong-password')
  await forgive(sql, key)
  return user
}

export async function updateAccount(
  { sql, clock }: Context,
  viewer: Viewer,
  body: BodyOf<typeof api.user.updateAccount>,
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

const passwordRequired = () => badRequest('Password is required', 'password')

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
    // Called off by a new password in the meantime.
    if (!isSameAddress(code.email, user.pending_email))
      throw badRequest('Invalid or expired OTP.', 'otp', 'auth.code-invalid')
    await enqueue(tx, sendNotice, {
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

/** Marks a person, whose row the caller has locked, as deleted; jobs remove rows and files after the transaction. */
export async function removeUser(tx: Tx, user: UserRow, now: Date): Promise<void> {
  for (const folder of [user.avatar_folder, user.cover_folder])
    if (folder) await enqueue(tx, removeFolder, { folder })
  await deleteUser(tx, user.id, now)
  await requestPurge(tx)
}
