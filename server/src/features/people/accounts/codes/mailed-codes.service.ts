import { type api, type BodyOf, limits } from '@vireo/contract'
import type { Context } from '../../../../context/context.ts'
import type { Tx } from '../../../../db/sql.ts'
import { addAttempt, authLimit, countAttempt, type RateLimit } from '../../../../http/access/rate-limit.ts'
import { enqueue } from '../../../../jobs/define-job.ts'
import { badRequest } from '../../../../lib/app-error.ts'
import { decoyHash, verifyPassword } from '../../../../lib/security/passwords.ts'
import { newToken } from '../../../../lib/security/tokens.ts'
import { foldCase } from '../../../../lib/text/fold.ts'
import { assertMaySignUp } from '../../../core/site-settings/site-settings.service.ts'
import { sendCodeJob, sendNewEmailJob } from '../accounts.jobs.ts'
import type { Caller } from '../devices/device-cookie.ts'
import { countMail, countWrongCode } from './daily-caps.service.ts'
import {
  type CodeKey,
  closeCode,
  countCodeTry,
  insertProof,
  newEmailKey,
  openCode,
  spendCode,
} from './mailed-codes.queries.ts'
import { closeLink, openLink } from './new-email-links.queries.ts'

export const notProven = (action: string) =>
  badRequest(`Please verify your email with OTP before ${action}.`, 'otp', 'auth.not-verified')

/** The limits of one network in a window, over all accounts. */
const requestsPerNetwork = 30
const entriesPerNetwork = 60

/** Requests a sign-up code by mail. */
export async function requestSignUpCode(
  context: Context,
  { email, invite }: BodyOf<typeof api.accounts.sendEmailOtp>,
  caller: Caller,
): Promise<void> {
  const { sql, clock } = context
  await limitRequests(context, caller)
  await assertMaySignUp(sql, invite, clock.now())
  const key: CodeKey = { purpose: 'sign-up', subject: foldCase(email), deviceHash: caller.deviceHash }
  await sql.begin(async (tx) => {
    await countAttempt(tx, oncePerMinute(key, caller.deviceHash), clock.now())
    await openAndSend(tx, key, email.trim(), [email], caller, clock.now())
  })
}

/** Requests a reset code. A second request within a minute sends nothing: the first code is still valid. */
export async function requestResetCode(context: Context, email: string, caller: Caller): Promise<void> {
  const { sql, clock } = context
  await limitRequests(context, caller)
  const key: CodeKey = { purpose: 'reset', subject: foldCase(email), deviceHash: caller.deviceHash }
  await sql.begin(async (tx) => {
    const { count } = await addAttempt(tx, oncePerMinute(key, caller.deviceHash), clock.now())
    if (count === 1) await openAndSend(tx, key, email.trim(), [email], caller, clock.now())
  })
}

/**
 * Mails the new address of an account a link, and a code if the person has proved that the account is theirs. It counts
 * towards the daily mails of both addresses.
 */
export async function mailNewEmail(
  tx: Tx,
  user: { id: string; email: string },
  { email, isProven }: { email: string; isProven: boolean },
  { deviceHash }: Caller,
  now: Date,
): Promise<void> {
  const key = newEmailKey(user.id)
  await countAttempt(tx, oncePerMinute(key, foldCase(email)), now)
  await countMail(tx, [user.email, email], deviceHash, now)
  await openLink(tx, user.id, email, now)
  if (isProven) await openCode(tx, key, email, now)
  else await closeCode(tx, key)
  await enqueue(tx, sendNewEmailJob, { userId: user.id, email })
}

/** Cancels a change of address that waits for its confirmation. */
export async function forgetNewEmail(tx: Tx, userId: string): Promise<void> {
  await closeCode(tx, newEmailKey(userId))
  await closeLink(tx, userId)
}

/** Sends a code to the address of the account itself, to prove that the request is from the owner. */
export async function sendOwnerCode(
  context: Context,
  user: { id: string; email: string },
  purpose: 'confirm' | 'link',
  caller: Caller,
): Promise<void> {
  const { sql, clock } = context
  await limitRequests(context, caller)
  const key = ownerKey(user.id, purpose, caller)
  await sql.begin(async (tx) => {
    await countAttempt(tx, oncePerMinute(key, caller.deviceHash), clock.now())
    await openAndSend(tx, key, user.email, [user.email], caller, clock.now())
  })
}

/** Spends a code of `sendOwnerCode`; fails if it is not the one that this browser requested. */
export async function redeemOwnerCode(
  context: Context,
  user: { id: string; email: string },
  purpose: 'confirm' | 'link',
  otp: string,
  caller: Caller,
): Promise<void> {
  await limitEntries(context, caller)
  const { deviceHash } = caller
  await redeemCode(context, [ownerKey(user.id, purpose, caller)], otp, { email: user.email, deviceHash })
}

const ownerKey = (userId: string, purpose: 'confirm' | 'link', { deviceHash }: Caller): CodeKey => ({
  purpose,
  subject: userId,
  deviceHash,
})

const limitRequests = ({ sql, clock }: Context, { network }: Caller) =>
  countAttempt(sql, { key: `code:ip:${network}`, max: requestsPerNetwork, ...authLimit }, clock.now())

const limitEntries = ({ sql, clock }: Context, { network }: Caller) =>
  countAttempt(sql, { key: `verify:ip:${network}`, max: entriesPerNetwork, ...authLimit }, clock.now())

/** Counted per browser or new address, so that nobody has to wait because of someone else's request. */
const oncePerMinute = ({ purpose, subject }: CodeKey, requester: string): RateLimit => ({
  key: `code:minute:${purpose}:${subject}:${requester}`,
  max: 1,
  windowSeconds: limits.otpResendSeconds,
  message: (seconds: number) => `Please wait ${seconds} seconds before asking for another code`,
})

async function openAndSend(
  tx: Tx,
  key: CodeKey,
  email: string,
  countedFor: string[],
  { deviceHash }: Caller,
  now: Date,
): Promise<void> {
  await countMail(tx, countedFor, deviceHash, now)
  await openCode(tx, key, email, now)
  await enqueue(tx, sendCodeJob, { ...key, email })
}

/**
 * Compares a code with the open ones of these keys and spends the one that matches. It takes as long if there is none,
 * so that the time does not reveal which addresses have a code.
 */
export async function redeemCode(
  { sql, clock }: Context,
  keys: CodeKey[],
  otp: string,
  account: { email: string; deviceHash: string },
) {
  const candidates = await countCodeTry(sql, keys, clock.now())
  const counted =
    candidates.length > 0
      ? await countWrongCode(sql, account.email, account.deviceHash, clock.now())
      : undefined
  for (const key of keys) {
    const candidate = candidates.find(({ purpose }) => purpose === key.purpose)
    const hash = candidate?.code_hash ?? (await decoyHash)
    const isRight = await verifyPassword(otp, hash)
    if (candidate && isRight && (await spendCode(sql, key, hash))) {
      await counted?.undo()
      return candidate
    }
  }
  throw badRequest('Invalid or expired OTP.', 'otp', 'auth.code-invalid')
}

/** Returns the token of a proof, which goes into a cookie of the browser that entered the code. */
export async function proveAddress(
  context: Context,
  email: string,
  otp: string,
  caller: Caller,
): Promise<string> {
  const { sql, clock } = context
  await limitEntries(context, caller)
  const { deviceHash } = caller
  const subject = foldCase(email)
  const code = await redeemCode(
    context,
    [
      { purpose: 'sign-up', subject, deviceHash },
      { purpose: 'reset', subject, deviceHash },
    ],
    otp,
    { email, deviceHash },
  )
  const token = newToken()
  await insertProof(sql, { token, purpose: code.purpose, email }, clock.now())
  return token
}
