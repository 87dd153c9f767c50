import type { api, BodyOf } from '@vireo/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { type FlowKind, findFlow, startFlow, takeFlow } from '../../http/flows.ts'
import { cookieSettings, startSession } from '../../http/sessions.ts'
import { enqueue } from '../../jobs/define-job.ts'
import { AppError, badRequest, forbidden } from '../../lib/app-error.ts'
import { formatDay, secondsAfter } from '../../lib/clock.ts'
import { sendNotice } from '../accounts/accounts.jobs.ts'
import { findUser, lockPassword, type UserRow } from '../accounts/accounts.service.ts'
import { type Caller, callerOf, nameDevice } from '../accounts/device-cookie.ts'
import { rememberDevice } from '../accounts/devices.service.ts'
import { asksOnDevice, checkCode, trustDevice } from '../two-step/two-step.service.ts'
import { deviceName } from './device-name.ts'
import { wrongCredentials } from './password.service.ts'

/** How a person proved who they are. A passkey stands for two steps: the device, and a finger or PIN on it. */
export type Proof = 'password' | 'provider' | 'passkey' | 'second-step' | 'new-account' | 'restored-account'

export interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

const secondStepFlow: FlowKind<Record<string, never>> = { name: 'second_step', lifetimeSeconds: 10 * 60 }
/** Of someone who has proven that a closing account is theirs. */
export const restoreFlow: FlowKind<Record<string, never>> = { name: 'restore', lifetimeSeconds: 10 * 60 }
const trustSeconds = 30 * 24 * 3600

const secondStepNeeded = () =>
  new AppError(401, 'auth.second-step', 'Enter the code of your authenticator app to sign in')
export const flowExpired = () =>
  badRequest('This sign-in took too long. Please start again.', undefined, 'auth.flow-expired')
const suspended = () =>
  forbidden('account.suspended', 'This account is suspended. The reason was sent to its e-mail address.')
const closing = (closesAt: Date) =>
  forbidden('account.closing', `This account will be deleted on ${formatDay(closesAt)}.`)

/** The last part of every way to sign in: refuses accounts that may not, then starts the session. */
export async function completeSignIn(
  context: Context,
  { request, reply }: Exchange,
  user: UserRow,
  proof: Proof,
): Promise<Caller> {
  const { sql, clock, config } = context
  const now = clock.now()
  const cookies = cookieSettings(config)
  if (user.closes_at && user.closes_at <= now) throw wrongCredentials()
  if (user.suspended_at) throw suspended()
  const mayNeedStep = proof === 'password' || proof === 'provider'
  if (mayNeedStep && (await asksOnDevice(sql, user.id, callerOf(request).deviceHash, now))) {
    await startFlow(sql, reply, secondStepFlow, { userId: user.id, data: {} }, now, cookies)
    throw secondStepNeeded()
  }
  if (user.closes_at) {
    await offerRestore(context, reply, user)
    throw closing(user.closes_at)
  }
  return sql.begin(async (tx) => {
    // A change of the password ends all sessions; none may start later with the old password.
    if (!(await lockPassword(tx, user))) throw wrongCredentials()
    await startSession(tx, request, reply, user.id, now, cookies)
    const caller = nameDevice(request, reply, cookies)
    const isNewDevice = await rememberDevice(tx, user.id, caller.deviceHash, now)
    if (isNewDevice && proof !== 'new-account')
      await enqueue(tx, sendNotice, {
        email: user.email,
        subject: 'New sign-in to your Vireo account',
        text: newDeviceText(user, deviceName(request.headers['user-agent'] ?? ''), now),
      })
    return caller
  })
}

/** Lets whoever has signed in to a closing account keep it, in this browser. */
async function offerRestore(
  { sql, clock, config }: Context,
  reply: FastifyReply,
  user: UserRow,
): Promise<void> {
  await sql.begin(async (tx) => {
    if (!(await lockPassword(tx, user))) throw wrongCredentials()
    const cookies = cookieSettings(config)
    await startFlow(tx, reply, restoreFlow, { userId: user.id, data: {} }, clock.now(), cookies)
  })
}

/** The second step of a sign-in that was begun in this browser. */
export async function finishSecondStep(
  context: Context,
  { request, reply }: Exchange,
  { code, isRemembered = false }: BodyOf<typeof api.user.secondStep>,
): Promise<UserRow> {
  const { sql, clock, config } = context
  const now = clock.now()
  const flow = await findFlow(sql, request, secondStepFlow, now)
  if (!flow?.userId) throw flowExpired()
  await checkCode(context, flow.userId, code)
  if (!(await takeFlow(sql, request, reply, secondStepFlow, now, cookieSettings(config)))) throw flowExpired()
  const user = await findUser(sql, flow.userId)
  if (!user) throw flowExpired()
  const { deviceHash } = await completeSignIn(context, { request, reply }, user, 'second-step')
  if (isRemembered) await trustDevice(sql, user.id, deviceHash, secondsAfter(now, trustSeconds))
  return user
}

const newDeviceText = (
  { username }: UserRow,
  device: string,
  now: Date,
) => `Someone signed in to your account ${username} on a device that it was not used on before:

${device}, ${now.toUTCString()}

If it was you, there is nothing to do. If it was not you, sign out that device and change your password in the settings.
`
