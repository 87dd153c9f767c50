import { setTimeout as wait } from 'node:timers/promises'
import type { api, BodyOf } from '@vireo/contract'
import type { Context } from '../../../context/context.ts'
import {
  addAttempt,
  authLimit,
  countAttempt,
  resetAttempts,
  undoAttempt,
} from '../../../http/access/rate-limit.ts'
import { AppError } from '../../../lib/app-error.ts'
import { decoyHash, refuseWhenBusy, verifyPassword } from '../../../lib/security/passwords.ts'
import { foldCase } from '../../../lib/text/fold.ts'
import { findUserByEmail, findUserByUsername, type UserRow } from '../accounts/accounts.queries.ts'
import type { Caller } from '../accounts/devices/device-cookie.ts'
import { type AccountName, isKnownDevice } from '../accounts/devices/devices.queries.ts'
import { deviceAttemptsKey } from '../accounts/devices/devices.service.ts'

/** For one account from one network, or on one of its known devices. */
const triesPerPair = 10
const triesPerNetwork = 50
/** For one account from all networks: each hundred adds a second of delay, up to `maxDelaySeconds`. */
const triesPerDelaySecond = 100
const maxDelaySeconds = 5

export const wrongCredentials = () =>
  new AppError(401, 'auth.wrong-credentials', 'Invalid username, email or password')

/** Checks a sign-in. An unknown account takes as long and gets the same message as a wrong password. */
export async function checkPassword(
  { sql, clock }: Context,
  body: BodyOf<typeof api.signIn.login>,
  caller: Caller,
): Promise<UserRow> {
  refuseWhenBusy()
  const email = body.email?.trim()
  const account: AccountName = email
    ? { column: 'email_key', text: email }
    : { column: 'username_key', text: body.username ?? '' }
  const isKnown = await isKnownDevice(sql, account, caller.deviceHash)
  const count = isKnown ? countOnDevice : countStranger
  const { delaySeconds, undo } = await count({ sql, clock }, account, caller)
  // No database connection is held during the delay.
  if (delaySeconds > 0) await wait(delaySeconds * 1000)
  const find = email ? findUserByEmail : findUserByUsername
  const user = await find(sql, account.text)
  const isRight = await verifyPassword(body.password, user?.password_hash ?? (await decoyHash))
  if (!user?.password_hash || !isRight) throw wrongCredentials()
  await undo()
  return user
}

type Counter = (
  context: Pick<Context, 'sql' | 'clock'>,
  account: AccountName,
  caller: Caller,
) => Promise<{ delaySeconds: number; undo: () => Promise<void> }>

/** Attempts of others neither block nor slow down a known device of the account, whatever network they come from. */
const countOnDevice: Counter = async ({ sql, clock }, account, { deviceHash }) => {
  const key = deviceAttemptsKey(account.text, deviceHash)
  await countAttempt(sql, { key, max: triesPerPair, ...authLimit }, clock.now())
  return { delaySeconds: 0, undo: () => resetAttempts(sql, key) }
}

/** Blocks one network only, so that nobody can lock the owner out; attempts from many networks are slowed down. */
const countStranger: Counter = async ({ sql, clock }, account, { network }) => {
  const now = clock.now()
  const name = foldCase(account.text)
  const pair = `login:pair:${name}:${network}`
  const anywhere = `login:account:${name}`
  await countAttempt(sql, { key: `login:ip:${network}`, max: triesPerNetwork, ...authLimit }, now)
  await countAttempt(sql, { key: pair, max: triesPerPair, ...authLimit }, now)
  const { count } = await addAttempt(sql, { key: anywhere, ...authLimit }, now)
  const delaySeconds = Math.min(maxDelaySeconds, Math.floor((count - 1) / triesPerDelaySecond))
  const undo = async () => {
    await resetAttempts(sql, pair)
    await undoAttempt(sql, anywhere)
  }
  return { delaySeconds, undo }
}
