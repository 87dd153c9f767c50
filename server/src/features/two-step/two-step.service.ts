import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { toString as drawQrCode } from 'qrcode'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/sql.ts'
import { consume, forgive } from '../../http/rate-limit.ts'
import { assertConfirmed, type Viewer } from '../../http/sessions.ts'
import { enqueue } from '../../jobs/define-job.ts'
import { badRequest, conflict } from '../../lib/app-error.ts'
import { hashToken } from '../../lib/tokens.ts'
import { sendNotice } from '../accounts/accounts.jobs.ts'
import { assertOwner, getUser, lockUser } from '../accounts/accounts.service.ts'
import { authLimit } from '../accounts/auth-limit.ts'
import { lockStandingByName, profileSubject } from '../accounts/standing.service.ts'
import { recordAction } from '../audit/audit.service.ts'
import {
  countRecoveryCodes,
  deleteTwoStep,
  enableTwoStep,
  findTwoStep,
  insertSecret,
  replaceRecoveryCodes,
  useRecoveryCode,
  useTimeStep,
} from './two-step.queries.ts'

export { asksOnDevice, trustDevice } from './two-step.queries.ts'

/** Of the account, from everywhere: whoever gets this far knows the password. */
const triesPerWindow = 10
const secretBytes = 20
const recoveryCodeCount = 10
/** Without letters that look alike. */
const recoveryLetters = 'abcdefghjkmnpqrstuvwxyz23456789'

const isOn = () => conflict('two-step.already-on', 'Two-step sign-in is on already')
const isOff = () => conflict('two-step.off', 'Two-step sign-in is off')
const wrongCode = () => badRequest('This code is wrong or was used already', 'code', 'auth.code-invalid')

export async function getTwoStep({ sql }: Context, userId: string) {
  const row = await findTwoStep(sql, userId)
  const isEnabled = row?.enabled_at != null
  return { isEnabled, recoveryCodesLeft: isEnabled ? await countRecoveryCodes(sql, userId) : 0 }
}

export async function setUp({ sql, clock, config }: Context, viewer: Viewer) {
  assertConfirmed(viewer, clock.now())
  const secret = new Secret({ size: secretBytes })
  const { username } = await getUser(sql, viewer.id)
  if (!(await insertSecret(sql, viewer.id, secret.bytes))) throw isOn()
  const site = config.publicUrl ? new URL(config.publicUrl).host : 'Vireo'
  const uri = totpOf(secret.bytes, { issuer: site, label: username }).toString()
  const svg = await drawQrCode(uri, { type: 'svg', margin: 2 })
  return {
    secret: secret.base32,
    uri,
    qrCode: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
  }
}

/** The first code shows that the app has the secret. */
export async function enable({ sql, clock }: Context, viewer: Viewer, code: string): Promise<string[]> {
  const now = clock.now()
  assertConfirmed(viewer, now)
  await consume(sql, { key: attemptsKey(viewer.id), max: triesPerWindow, ...authLimit }, now)
  const row = await findTwoStep(sql, viewer.id)
  if (row?.enabled_at) throw isOn()
  const step = row && stepOf(row.secret, plain(code), now)
  if (!row || step === undefined) throw wrongCode()
  await forgive(sql, attemptsKey(viewer.id))
  return sql.begin(async (tx) => {
    if (!(await enableTwoStep(tx, viewer.id, row.secret, now))) throw isOn()
    await useTimeStep(tx, viewer.id, step)
    await tell(tx, await getUser(tx, viewer.id), changes.on)
    return renew(tx, viewer.id)
  })
}

export async function renewCodes({ sql, clock }: Context, viewer: Viewer): Promise<string[]> {
  assertConfirmed(viewer, clock.now())
  return sql.begin(async (tx) => {
    const user = await lockUser(tx, viewer.id)
    if (!(await findTwoStep(tx, viewer.id))?.enabled_at) throw isOff()
    await tell(tx, user, changes.codes)
    return renew(tx, viewer.id)
  })
}

export async function disable(
  context: Context,
  viewer: Viewer,
  { password, code }: { password?: string; code: string },
): Promise<void> {
  await assertOwner(context, viewer, password)
  if (!(await findTwoStep(context.sql, viewer.id))?.enabled_at) throw isOff()
  await checkCode(context, viewer.id, code)
  await context.sql.begin(async (tx) => {
    const user = await lockUser(tx, viewer.id)
    await deleteTwoStep(tx, viewer.id)
    await tell(tx, user, changes.off)
  })
}

/** For the command line: helps someone who has lost both the app and the recovery codes. */
export async function turnOffFor(sql: Context['sql'], username: string, now: Date): Promise<string> {
  return sql.begin(async (tx) => {
    const user = await lockStandingByName(tx, username)
    if (!user) throw new Error(`There is no account with the username "${username}"`)
    if (!(await findTwoStep(tx, user.id))?.enabled_at) return `${user.username} has no two-step sign-in`
    await deleteTwoStep(tx, user.id)
    const subject = profileSubject(user)
    await recordAction(tx, { actor: { name: 'command line' }, action: 'turn-off-two-step', subject }, now)
    await tell(tx, user, changes.off)
    return `${user.username} signs in without a second step now`
  })
}

/** Uses up a code of the app or a recovery code; fails if it is neither. */
export async function checkCode({ sql, clock }: Context, userId: string, typed: string): Promise<void> {
  const now = clock.now()
  await consume(sql, { key: attemptsKey(userId), max: triesPerWindow, ...authLimit }, now)
  const row = await findTwoStep(sql, userId)
  const code = plain(typed)
  const step = row?.enabled_at && stepOf(row.secret, code, now)
  const isRight =
    step != null ? await useTimeStep(sql, userId, step) : await useRecoveryCode(sql, userId, hashToken(code))
  if (!isRight) throw wrongCode()
  await forgive(sql, attemptsKey(userId))
}

/** Codes may be typed with blanks, hyphens and capitals. */
const plain = (code: string) => code.replace(/[\s-]/g, '').toLowerCase()

const attemptsKey = (userId: string) => `second-step:${userId}`

const totpOf = (secret: Uint8Array, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ secret: new Secret({ buffer: new Uint8Array(secret).buffer }), ...names })

/** The time step that the code belongs to. Clocks may differ by one step. */
function stepOf(secret: Uint8Array, code: string, now: Date): number | undefined {
  const totp = totpOf(secret)
  const timestamp = now.getTime()
  const delta = totp.validate({ token: code, timestamp, window: 1 })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}

async function renew(tx: Tx, userId: string): Promise<string[]> {
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

const changes = {
  on: ['Two-step sign-in is on', 'Signing in to your account now takes a code as well.'],
  off: ['Two-step sign-in is off', 'Signing in to your account no longer takes a code.'],
  codes: [
    'New recovery codes',
    'New recovery codes were made for your account; the old ones no longer work.',
  ],
} as const

async function tell(
  tx: Tx,
  { email }: { email: string },
  [subject, text]: (typeof changes)[keyof typeof changes],
): Promise<void> {
  const advice = 'If it was not you, change your password and look at your settings now.'
  await enqueue(tx, sendNotice, { email, subject: `Vireo: ${subject}`, text: `${text} ${advice}\n` })
}
