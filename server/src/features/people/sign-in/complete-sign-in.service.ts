import type { api, BodyOf } from '@vireo/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../context/context.ts'
import { cookieSettings } from '../../../http/access/cookies.ts'
import { type FlowKind, findFlow, startFlow, takeFlow } from '../../../http/access/flows.ts'
import { startSession, userAgentOf } from '../../../http/access/sessions.ts'
import { enqueue } from '../../../jobs/define-job.ts'
import { AppError, badRequest, forbidden } from '../../../lib/app-error.ts'
import { formatDay, formatMinute, secondsAfter } from '../../../lib/clock.ts'
import { sendNoticeJob } from '../accounts/accounts.jobs.ts'
import { findUser, lockPassword, type UserRow } from '../accounts/accounts.queries.ts'
import { type Caller, callerOf, identifyDevice } from '../accounts/devices/device-cookie.ts'
import { rememberDevice } from '../accounts/devices/devices.queries.ts'
import type { NewIdentity } from '../identities/identities.queries.ts'
import { linkIdentity } from '../identities/identities.service.ts'
import { checkCode } from '../two-step/totp-codes.service.ts'
import { needsSecondStep, trustDevice } from '../two-step/two-step.queries.ts'
import { deviceName } from './device-name.ts'
import { wrongCredentials } from './password-sign-in.service.ts'

/** How a person proved who they are. A passkey counts as both steps: the device, and a fingerprint or PIN on it. */
type Proof = 'password' | 'provider' | 'passkey' | 'second-step' | 'new-account' | 'restored-account'

export interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
}

/** `link` is linked to the account after the second step. */
const secondStepFlow: FlowKind<{ link?: NewIdentity }> = { name: 'second_step', lifetimeSeconds: 10 * 60 }
/** For someone who has proven that a closing account is theirs. */
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

/**
 * The last part of every way to sign in: refuses accounts that may not sign in, then starts the session. `link` is only
 * linked to the account when the session starts.
 */
export async function completeSignIn(
  context: Context,
  { request, reply }: Exchange,
  user: UserRow,
  proof: Proof,
  link?: NewIdentity,
): Promise<Caller> {
  const { sql, clock, config } = context
  const now = clock.now()
  const cookies = cookieSettings(config)
  if (user.closes_at && user.closes_at <= now) throw wrongCredentials()
  if (user.suspended_at) throw suspended()
  const mayNeedStep = proof === 'password' || proof === 'provider'
  if (mayNeedStep && (await needsSecondStep(sql, user.id, callerOf(request).deviceHash, now))) {
    await startOwnFlow(context, reply, secondStepFlow, user, link ? { link } : {})
    throw secondStepNeeded()
  }
  if (user.closes_at) {
    await startOwnFlow(context, reply, restoreFlow, user, {})
    throw closing(user.closes_at)
  }
  return sql.begin(async (tx) => {
    // A change of the password ends all sessions; none may start later with the old password.
    if (!(await lockPassword(tx, user))) throw wrongCredentials()
    if (link) await linkIdentity(tx, config.providers, user, link, now)
    const caller = identifyDevice(request, reply, cookies)
    const { deviceHash } = caller
    await startSession(tx, request, reply, { userId: user.id, deviceHash }, now, cookies)
    const isNewDevice = await rememberDevice(tx, user.id, deviceHash, now)
    if (isNewDevice && proof !== 'new-account')
      await enqueue(tx, sendNoticeJob, {
        email: user.email,
        subject: 'New sign-in to your Vireo account',
        text: newDeviceText(user, deviceName(userAgentOf(request)), now),
      })
    return caller
  })
}

/** Lets the person continue in this browser. A change of the password ends the flow, so none may start after it. */
async function startOwnFlow<Data extends object>(
  { sql, clock, config }: Context,
  reply: FastifyReply,
  kind: FlowKind<Data>,
  user: UserRow,
  data: Data,
): Promise<void> {
  await sql.begin(async (tx) => {
    if (!(await lockPassword(tx, user))) throw wrongCredentials()
    await startFlow(tx, reply, kind, { userId: user.id, data }, clock.now(), cookieSettings(config))
  })
}

/** Whether a sign-in that was begun in this browser waits for its second step. */
export async function isSecondStepPending(
  { sql, clock }: Context,
  request: FastifyRequest,
): Promise<boolean> {
  return (await findFlow(sql, request, secondStepFlow, clock.now())) !== undefined
}

/** The second step of a sign-in that was begun in this browser. */
export async function finishSecondStep(
  context: Context,
  { request, reply }: Exchange,
  { code, isRemembered = false }: BodyOf<typeof api.signIn.secondStep>,
): Promise<UserRow> {
  const { sql, clock, config } = context
  const now = clock.now()
  const begun = await findFlow(sql, request, secondStepFlow, now)
  // Read before the flow is taken: an earlier change of the password ends the flow, a later one is found by comparing.
  const user = begun?.userId ? await findUser(sql, begun.userId) : undefined
  if (!user) throw flowExpired()
  await checkCode(context, user.id, code, callerOf(request))
  const flow = await takeFlow(sql, request, reply, secondStepFlow, now, cookieSettings(config))
  if (flow?.userId !== user.id) throw flowExpired()
  const { link } = flow.data
  const { deviceHash } = await completeSignIn(context, { request, reply }, user, 'second-step', link)
  if (isRemembered) await trustDevice(sql, user.id, deviceHash, secondsAfter(now, trustSeconds))
  return user
}

const newDeviceText = (
  { username }: UserRow,
  device: string,
  now: Date,
) => `Someone signed in to your account ${username} on a device that it was not used on before:

${device}, ${formatMinute(now)}

If it was you, there is nothing to do. If it was not you, sign out that device and change your password in the settings.
`
