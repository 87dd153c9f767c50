import { limits } from '@vireo/contract'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import { consume } from '../../http/rate-limit.ts'
import { enqueue } from '../../jobs/define-job.ts'
import { badRequest } from '../../lib/app-error.ts'
import { decoyHash, verifyPassword } from '../../lib/passwords.ts'
import { newToken } from '../../lib/tokens.ts'
import { sendCode } from './accounts.jobs.ts'
import { type CodeKey, insertProof, openCode, type Purpose, takeTry, useCode } from './codes.queries.ts'

/** What one address on the network may ask for in a window, whatever accounts it names. */
const requestsPerAddress = 30

export const subjectOf = (email: string) => email.trim().toLowerCase()

/** Asks for a code to be mailed: one a minute for each address, and a bounded number for each caller. */
export async function requestCode(
  context: Context,
  purpose: Purpose,
  email: string,
  ip: string,
): Promise<void> {
  const { sql, clock } = context
  const now = clock.now()
  const windowSeconds = limits.authWindowSeconds
  await consume(sql, { key: `code:ip:${ip}`, max: requestsPerAddress, windowSeconds }, now)
  await consume(sql, { key: `code:${purpose}:${subjectOf(email)}`, max: 10, windowSeconds }, now)
  await sql.begin((tx) => openAndSend(tx, { purpose, subject: subjectOf(email) }, email.trim(), now))
}

export async function openAndSend(tx: Tx, key: CodeKey, email: string, now: Date): Promise<void> {
  const oneAMinute = {
    key: `code:minute:${key.purpose}:${subjectOf(email)}`,
    max: 1,
    windowSeconds: limits.otpResendSeconds,
    message: (seconds: number) => `Please wait ${seconds} seconds before asking for another code`,
  }
  await consume(tx, oneAMinute, now)
  await openCode(tx, key, email, now)
  await enqueue(tx, sendCode, { ...key, email })
}

/**
 * Compares a code with the live ones of these keys and uses up the one that fits. Where there is none it
 * takes as long, so that the time does not tell for which addresses a code was made.
 */
export async function redeemCode(context: Context, keys: CodeKey[], otp: string) {
  const { sql, clock } = context
  const candidates = await takeTry(sql, keys, clock.now())
  for (const { purpose } of keys) {
    const candidate = candidates.find((one) => one.purpose === purpose)
    const hash = candidate?.code_hash ?? (await decoyHash)
    const isRight = await verifyPassword(otp, hash)
    if (candidate && isRight && (await useCode(sql, candidate, hash))) return candidate
  }
  throw badRequest('Invalid or expired OTP.', 'otp')
}

/** Proves an address; the token belongs into a cookie of the browser that entered the code. */
export async function proveAddress(
  context: Context,
  email: string,
  otp: string,
  ip: string,
): Promise<string> {
  const { sql, clock } = context
  const limit = { key: `verify:ip:${ip}`, max: 60, windowSeconds: limits.authWindowSeconds }
  await consume(sql, limit, clock.now())
  const subject = subjectOf(email)
  const code = await redeemCode(
    context,
    [
      { purpose: 'sign-up', subject },
      { purpose: 'reset', subject },
    ],
    otp,
  )
  const token = newToken()
  await insertProof(sql, token, code.purpose, email.trim(), clock.now())
  return token
}
