import type { BodyOf } from '@vireo/contract'
import { type api, limits } from '@vireo/contract'
import type { Context } from '../../context.ts'
import { isUniqueViolation, type Tx } from '../../db/sql.ts'
import { consume, forgive } from '../../http/rate-limit.ts'
import { endAllSessions } from '../../http/sessions.ts'
import { enqueue } from '../../jobs/define-job.ts'
import { AppError, badRequest, conflict } from '../../lib/app-error.ts'
import { newId } from '../../lib/ids.ts'
import { decoyHash, hashPassword, verifyPassword } from '../../lib/passwords.ts'
import { removeFolder } from '../files/files.jobs.ts'
import { requestPurge } from '../purge/purge.jobs.ts'
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
import { closeCode, useProof } from './codes.queries.ts'
import { openAndSend, redeemCode, subjectOf } from './codes.service.ts'

const windowSeconds = limits.authWindowSeconds
const triesPerAccount = 10
const triesPerAddress = 50

export async function register(
  { sql, clock }: Context,
  body: BodyOf<typeof api.user.register>,
  proof: string,
): Promise<UserRow> {
  const passwordHash = await hashPassword(body.password)
  const email = body.email.trim()
  const username = body.username.trim()
  const fullname = body.fullname.trim().normalize('NFC')
  return sql.begin(async (tx) => {
    if (!(await useProof(tx, proof, 'sign-up', email, clock.now())))
      throw badRequest('Please verify your email with OTP before signing up.', 'otp')
    const user = await insertUser(tx, { id: newId(), username, fullname, email, passwordHash }, clock.now())
    if (user) return user
    // The proof comes back with the rollback: another username can be tried with it.
    throw (await findUserByUsername(tx, username))
      ? conflict('This username is already taken', 'username')
      : conflict('This email already has an account', 'email')
  })
}

/** Checks a sign-in. An unknown account costs the same time and gets the same words as a wrong password. */
export async function signIn(
  { sql, clock }: Context,
  body: BodyOf<typeof api.user.login>,
  ip: string,
): Promise<UserRow> {
  const email = body.email?.trim()
  const identifier = email || body.username?.trim() || ''
  const accountKey = `login:account:${identifier.toLowerCase()}`
  await consume(sql, { key: `login:ip:${ip}`, max: triesPerAddress, windowSeconds }, clock.now())
  await consume(sql, { key: accountKey, max: triesPerAccount, windowSeconds }, clock.now())
  const find = email ? findUserByEmail : findUserByUsername
  const user = await find(sql, identifier)
  const isRight = await verifyPassword(body.password, user?.password_hash ?? (await decoyHash))
  if (!user?.password_hash || !isRight) throw new AppError(401, 'Invalid username, email or password')
  await forgive(sql, accountKey)
  return user
}

export async function resetPassword(
  { sql, clock }: Context,
  body: BodyOf<typeof api.user.resetPassword>,
  proof: string,
): Promise<void> {
  const passwordHash = await hashPassword(body.password)
  await sql.begin(async (tx) => {
    const user = await findUserByEmail(tx, body.email.trim())
    const isProven = await useProof(tx, proof, 'reset', body.email.trim(), clock.now())
    if (!user || !isProven)
      throw badRequest('Please verify your email with OTP before resetting the password.', 'otp')
    await setPassword(tx, user, passwordHash, clock.now())
  })
}

export async function changePassword(
  { sql, clock }: Context,
  userId: string,
  body: BodyOf<typeof api.user.changePassword>,
): Promise<void> {
  const user = await confirmPassword({ sql, clock }, userId, body.oldPassword, 'oldPassword')
  const passwordHash = await hashPassword(body.newPassword)
  await sql.begin((tx) => setPassword(tx, user, passwordHash, clock.now()))
}

async function setPassword(tx: Tx, user: UserRow, hash: string, now: Date) {
  await updateUser(tx, user.id, { password_hash: hash }, now)
  await endAllSessions(tx, user.id)
  await enqueue(tx, sendNotice, {
    email: user.email,
    subject: 'Your Vireo password was changed',
    text: 'The password of your account was changed and every device was signed out. If it was not you, reset the password now.\n',
  })
}

/** Asks for the password again before something grave; as limited as signing in. */
export async function confirmPassword(
  { sql, clock }: Pick<Context, 'sql' | 'clock'>,
  userId: string,
  password: string,
  field: string,
): Promise<UserRow> {
  const key = `password:${userId}`
  await consume(sql, { key, max: triesPerAccount, windowSeconds }, clock.now())
  const user = await getUser(sql, userId)
  if (!user.password_hash || !(await verifyPassword(password, user.password_hash)))
    throw badRequest('The current password is not right', field)
  await forgive(sql, key)
  return user
}

export async function updateAccount(
  { sql, clock }: Context,
  userId: string,
  body: BodyOf<typeof api.user.updateAccount>,
): Promise<UserRow> {
  const now = clock.now()
  const email = body.email?.trim()
  return sql.begin(async (tx) => {
    const user = await lockUser(tx, userId)
    const isNewEmail = email !== undefined && subjectOf(email) !== subjectOf(user.email)
    const code = { purpose: 'new-email', subject: userId } as const
    if (isNewEmail) {
      await consume(tx, { key: `code:new-email:${userId}`, max: 10, windowSeconds }, now)
      await openAndSend(tx, code, email, now)
    } else if (user.pending_email && email !== undefined) await closeCode(tx, code)
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

export async function confirmEmail(context: Context, userId: string, otp: string): Promise<UserRow> {
  const { sql, clock } = context
  const code = await redeemCode(context, [{ purpose: 'new-email', subject: userId }], otp)
  const changed = sql.begin(async (tx) => {
    const user = await lockUser(tx, userId)
    await enqueue(tx, sendNotice, {
      email: user.email,
      subject: 'The address of your Vireo account was changed',
      text: `Your account now uses ${code.email}. If it was not you, write to the people who run this site.\n`,
    })
    return updateUser(tx, userId, { email: code.email, pending_email: null }, clock.now())
  })
  return changed.catch((error: unknown) => {
    throw isUniqueViolation(error) ? conflict('This email already has an account', 'email') : error
  })
}

/** Takes a person and everything of theirs out of sight; rows and files follow when the transaction is committed. */
export async function removeUser(tx: Tx, userId: string, now: Date): Promise<void> {
  const user = await lockUser(tx, userId)
  for (const folder of [user.avatar_folder, user.cover_folder])
    if (folder) await enqueue(tx, removeFolder, { folder })
  await closeCode(tx, { purpose: 'new-email', subject: userId })
  await endAllSessions(tx, userId)
  await deleteUser(tx, userId, now)
  await requestPurge(tx)
}
