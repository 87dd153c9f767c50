import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Context } from '../../../context/context.ts'
import type { Tx } from '../../../db/sql.ts'
import {
  addAttempt,
  authLimit,
  countAttempt,
  resetAttempts,
  undoAttempt,
} from '../../../http/access/rate-limit.ts'
import { enqueue } from '../../../jobs/define-job.ts'
import { badRequest } from '../../../lib/app-error.ts'
import { hashToken } from '../../../lib/security/tokens.ts'
import { sendNoticeJob } from '../accounts/accounts.jobs.ts'
import { findUser } from '../accounts/accounts.queries.ts'
import type { Caller } from '../accounts/devices/device-cookie.ts'
import { isDeviceOf } from '../accounts/devices/devices.queries.ts'
import { findTwoStep, replaceRecoveryCodes, spendRecoveryCode, spendTimeStep } from './two-step.queries.ts'

const triesPerWindow = 10
const triesPerDay = 50
const wrongCodesUntilMail = 5
const daySeconds = 24 * 3600
const recoveryCodeCount = 10
/** Without letters that look alike. */
const recoveryLetters = 'abcdefghjkmnpqrstuvwxyz23456789'

export const wrongCode = () =>
  badRequest('This code is wrong or was used already', 'code', 'auth.code-invalid')

/** Spends a code of the app or a recovery code; fails if it is neither. */
export async function checkCode(
  context: Context,
  userId: string,
  typed: string,
  caller: Caller,
): Promise<void> {
  const { sql, clock } = context
  const undo = await countTry(context, userId, caller)
  const row = await findTwoStep(sql, userId)
  const step = row?.enabled_at ? timeStepOf(row.secret, typed, clock.now()) : undefined
  const isRight =
    step === undefined
      ? await spendRecoveryCode(sql, userId, hashToken(plain(typed)))
      : await spendTimeStep(sql, userId, step)
  if (isRight) return undo()
  await warnOwner(context, userId)
  throw wrongCode()
}

/** Someone who guesses codes knows the password, so the owner gets a mail, once a day. */
async function warnOwner({ sql, clock }: Context, userId: string): Promise<void> {
  await sql.begin(async (tx) => {
    const limit = { key: `second-step:wrong:${userId}`, windowSeconds: daySeconds }
    const { count } = await addAttempt(tx, limit, clock.now())
    const user = count === wrongCodesUntilMail ? await findUser(tx, userId) : undefined
    if (user) await enqueue(tx, sendNoticeJob, { email: user.email, ...wrongCodesMail })
  })
}

const wrongCodesMail = {
  subject: 'Vireo: wrong codes for your account',
  text: 'Someone who knows your password entered several wrong codes for the second step. If it was not you, change your password now.\n',
}

/** Each known device has its own count, so that someone who has only the password does not lock the owner out. */
async function countTry({ sql, clock }: Context, userId: string, { deviceHash }: Caller) {
  const now = clock.now()
  const isKnown = await isDeviceOf(sql, userId, deviceHash)
  const key = `second-step:${userId}${isKnown ? `:${deviceHash}` : ''}`
  const dailyKey = `${key}:day`
  const message = () => 'Too many wrong codes were entered today. Please try again tomorrow.'
  await countAttempt(sql, { key, max: triesPerWindow, ...authLimit }, now)
  await countAttempt(
    sql,
    { key: dailyKey, max: triesPerDay, ...authLimit, windowSeconds: daySeconds, message },
    now,
  )
  return async () => {
    await resetAttempts(sql, key)
    await undoAttempt(sql, dailyKey)
  }
}

/** Codes may be typed with spaces, hyphens and capitals. */
const plain = (code: string) => code.replace(/[\s-]/g, '').toLowerCase()

export const totpOf = (secret: Uint8Array, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ secret: new Secret({ buffer: new Uint8Array(secret).buffer }), ...names })

/** The time step that the code belongs to. Clocks may differ by one step. */
export function timeStepOf(secret: Uint8Array, typed: string, now: Date): number | undefined {
  const totp = totpOf(secret)
  const timestamp = now.getTime()
  const delta = totp.validate({ token: plain(typed), timestamp, window: 1 })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}

export async function renewRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  await replaceRecoveryCodes(
    tx,
    userId,
    codes.map((code) => hashToken(plain(code))),
  )
  return codes
}

function newRecoveryCode(): string {
  const letter = () => recoveryLetters[randomInt(recoveryLetters.length)]
  const group = () => Array.from({ length: 4 }, letter).join('')
  return [group(), group(), group()].join('-')
}
