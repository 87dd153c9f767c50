import type { api, BodyOf } from '@vireo/contract'
import { Secret } from 'otpauth'
import type { Context } from '../../../context/context.ts'
import type { Tx } from '../../../db/sql.ts'
import { assertConfirmed, type Viewer } from '../../../http/access/sessions.ts'
import { enqueue } from '../../../jobs/define-job.ts'
import { conflict } from '../../../lib/app-error.ts'
import { recordAction } from '../../core/audit/audit.service.ts'
import { sendNoticeJob } from '../accounts/accounts.jobs.ts'
import { getUser, lockUser } from '../accounts/accounts.queries.ts'
import type { Caller } from '../accounts/devices/device-cookie.ts'
import { assertOwner } from '../accounts/settings/change-password.service.ts'
import { lockAccountByName } from '../accounts/status/account-status.queries.ts'
import { profileSubject } from '../accounts/status/account-status.service.ts'
import { checkCode, renewRecoveryCodes, timeStepOf, totpOf, wrongCode } from './totp-codes.service.ts'
import {
  countRecoveryCodes,
  deleteTwoStep,
  enableTwoStep,
  findTwoStep,
  insertSecret,
  spendTimeStep,
} from './two-step.queries.ts'

const secretBytes = 20

const alreadyOn = () => conflict('two-step.already-on', 'Two-step sign-in is on already')
const notOn = () => conflict('two-step.off', 'Two-step sign-in is off')

export async function getTwoStep({ sql }: Context, userId: string) {
  const row = await findTwoStep(sql, userId)
  const isEnabled = row?.enabled_at != null
  return { isEnabled, recoveryCodesLeft: isEnabled ? await countRecoveryCodes(sql, userId) : 0 }
}

export async function setUp({ sql, clock, config }: Context, viewer: Viewer) {
  assertConfirmed(viewer, clock.now())
  const secret = new Secret({ size: secretBytes })
  const { username } = await getUser(sql, viewer.id)
  if (!(await insertSecret(sql, viewer.id, secret.bytes))) throw alreadyOn()
  const site = config.publicUrl ? new URL(config.publicUrl).host : 'Vireo'
  const uri = totpOf(secret.bytes, { issuer: site, label: username }).toString()
  const { toString: drawQrCode } = await import('qrcode')
  const svg = await drawQrCode(uri, { type: 'svg', margin: 2 })
  return {
    secret: secret.base32,
    uri,
    qrCode: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
  }
}

/** The first code proves that the app has the secret. */
export async function enable({ sql, clock }: Context, viewer: Viewer, code: string): Promise<string[]> {
  const now = clock.now()
  assertConfirmed(viewer, now)
  const row = await findTwoStep(sql, viewer.id)
  if (row?.enabled_at) throw alreadyOn()
  // No limit on attempts, because the person has seen the secret.
  const step = row && timeStepOf(row.secret, code, now)
  if (!row || step === undefined) throw wrongCode()
  return sql.begin(async (tx) => {
    if (!(await enableTwoStep(tx, viewer.id, row.secret, now))) throw alreadyOn()
    await spendTimeStep(tx, viewer.id, step)
    await mailChange(tx, await getUser(tx, viewer.id), changes.on)
    return renewRecoveryCodes(tx, viewer.id)
  })
}

/** Requires a code: otherwise the new recovery codes could turn two-step sign-in off without one. */
export async function renewCodes(
  context: Context,
  viewer: Viewer,
  code: string,
  caller: Caller,
): Promise<string[]> {
  assertConfirmed(viewer, context.clock.now())
  await assertOn(context, viewer)
  await checkCode(context, viewer.id, code, caller)
  return context.sql.begin(async (tx) => {
    const user = await lockUser(tx, viewer.id)
    if (!(await findTwoStep(tx, viewer.id))?.enabled_at) throw notOn()
    await mailChange(tx, user, changes.codes)
    return renewRecoveryCodes(tx, viewer.id)
  })
}

export async function disable(
  context: Context,
  viewer: Viewer,
  { password, code }: BodyOf<typeof api.twoStep.disable>,
  caller: Caller,
): Promise<void> {
  await assertOwner(context, viewer, password)
  await assertOn(context, viewer)
  await checkCode(context, viewer.id, code, caller)
  await context.sql.begin(async (tx) => {
    const user = await lockUser(tx, viewer.id)
    await deleteTwoStep(tx, viewer.id)
    await mailChange(tx, user, changes.off)
  })
}

async function assertOn({ sql }: Context, viewer: Viewer): Promise<void> {
  if (!(await findTwoStep(sql, viewer.id))?.enabled_at) throw notOn()
}

/** For the command line: helps someone who has lost both the app and the recovery codes. */
export async function turnOffFor(sql: Context['sql'], username: string, now: Date): Promise<string> {
  return sql.begin(async (tx) => {
    const user = await lockAccountByName(tx, username)
    if (!user) throw new Error(`There is no account with the username "${username}"`)
    if (!(await findTwoStep(tx, user.id))?.enabled_at) return `${user.username} has no two-step sign-in`
    await deleteTwoStep(tx, user.id)
    const subject = profileSubject(user)
    await recordAction(tx, { actor: { name: 'command line' }, action: 'turn-off-two-step', subject }, now)
    await mailChange(tx, user, changes.off)
    return `${user.username} signs in without a second step now`
  })
}

const advice = 'If it was not you, change your password and look at your settings now.'

/** The subjects and texts of the mails. */
const changes = {
  on: [
    'Two-step sign-in is on',
    'Signing in to your account now takes a code as well. If it was not you, someone knows your password: reset it, and ask the people who run this site to turn two-step sign-in off.',
  ],
  off: ['Two-step sign-in is off', `Signing in to your account no longer takes a code. ${advice}`],
  codes: [
    'New recovery codes',
    `New recovery codes were made for your account; the old ones no longer work. ${advice}`,
  ],
} as const

async function mailChange(
  tx: Tx,
  { email }: { email: string },
  [subject, text]: (typeof changes)[keyof typeof changes],
): Promise<void> {
  await enqueue(tx, sendNoticeJob, { email, subject: `Vireo: ${subject}`, text: `${text}\n` })
}
