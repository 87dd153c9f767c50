import type { PasskeyRequestOptions } from '@vireo/contract'
import type { Context } from '../../../context/context.ts'
import { authLimit, countAttempt, undoAttempt } from '../../../http/access/rate-limit.ts'
import { confirmSession, type Viewer } from '../../../http/access/sessions.ts'
import { AppError } from '../../../lib/app-error.ts'
import { findUser, type UserRow } from '../accounts/accounts.queries.ts'
import { type Caller, callerOf } from '../accounts/devices/device-cookie.ts'
import { isKnownDevice } from '../accounts/devices/devices.queries.ts'
import { completeSignIn, type Exchange } from '../sign-in/complete-sign-in.service.ts'
import { storeChallenge, takeChallenge } from './challenges.service.ts'
import { findPasskey, listPasskeys, markUsed, type PasskeyRow } from './passkeys.queries.ts'
import { relyingPartyOf } from './relying-party.ts'
import { type AssertionResponse, bytesOfId, invalid, requestOptions, verifyAssertion } from './webauthn.ts'

const triesPerNetwork = 50
const triesPerDevice = 10

const unknown = () =>
  new AppError(
    401,
    'passkey.unknown',
    'This passkey does not belong to any account. It may have been removed.',
  )

export async function beginSignIn(context: Context, exchange: Exchange): Promise<PasskeyRequestOptions> {
  const options = await requestOptions(relyingPartyOf(context.config, exchange.request))
  await storeChallenge(context, exchange, 'sign_in', options.challenge)
  return options
}

/** The passkey identifies its owner, so no username is needed. */
export async function signInWithPasskey(
  context: Context,
  exchange: Exchange,
  assertion: AssertionResponse,
): Promise<UserRow> {
  const passkey = await findPasskey(context.sql, bytesOfId(assertion.id))
  const attempt = await countTry(context, passkey, callerOf(exchange.request))
  const challenge = await takeChallenge(context, exchange, 'sign_in')
  if (!passkey) throw unknown()
  const user = await verifyPasskey(context, exchange, challenge, assertion, passkey)
  await undoAttempt(context.sql, attempt)
  await completeSignIn(context, exchange, user, 'passkey')
  return user
}

export async function beginConfirming(
  context: Context,
  exchange: Exchange,
  viewer: Viewer,
): Promise<PasskeyRequestOptions> {
  const site = relyingPartyOf(context.config, exchange.request)
  const options = await requestOptions(site, await listPasskeys(context.sql, viewer.id))
  await storeChallenge(context, exchange, 'confirm', options.challenge, viewer.id)
  return options
}

/** Confirms the session with a passkey, instead of a password or a code. */
export async function confirmWithPasskey(
  context: Context,
  exchange: Exchange,
  viewer: Viewer,
  assertion: AssertionResponse,
): Promise<void> {
  const challenge = await takeChallenge(context, exchange, 'confirm', viewer.id)
  const passkey = await findPasskey(context.sql, bytesOfId(assertion.id))
  if (passkey?.user_id !== viewer.id) throw unknown()
  await verifyPasskey(context, exchange, challenge, assertion, passkey)
  await confirmSession(context.sql, viewer, context.clock.now())
}

/** Checks the signature and records the use; returns the owner, even if that account may not sign in. */
async function verifyPasskey(
  { sql, clock, config, log }: Context,
  { request }: Exchange,
  challenge: string,
  assertion: AssertionResponse,
  passkey: PasskeyRow,
): Promise<UserRow> {
  const site = relyingPartyOf(config, request)
  const counter = await verifyAssertion(site, challenge, assertion, passkey, log)
  if (!(await markUsed(sql, passkey.id, counter, clock.now()))) throw invalid()
  const user = await findUser(sql, passkey.user_id)
  if (!user) throw unknown()
  return user
}

/** As with passwords, failed attempts on other devices of a network do not block the known devices of an account. */
async function countTry(
  { sql, clock }: Context,
  passkey: { username: string } | undefined,
  { network, deviceHash }: Caller,
): Promise<string> {
  const isKnown =
    passkey && (await isKnownDevice(sql, { column: 'username_key', text: passkey.username }, deviceHash))
  const key = isKnown ? `passkey:device:${deviceHash}` : `passkey:ip:${network}`
  await countAttempt(sql, { key, max: isKnown ? triesPerDevice : triesPerNetwork, ...authLimit }, clock.now())
  return key
}
