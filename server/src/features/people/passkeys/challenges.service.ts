import { passkeyLimits } from '@vireo/contract'
import type { Context } from '../../../context/context.ts'
import { cookieSettings } from '../../../http/access/cookies.ts'
import { type FlowKind, startFlow, takeFlow } from '../../../http/access/flows.ts'
import { authLimit, countAttempt } from '../../../http/access/rate-limit.ts'
import { badRequest } from '../../../lib/app-error.ts'
import { callerOf } from '../accounts/devices/device-cookie.ts'
import type { Exchange } from '../sign-in/complete-sign-in.service.ts'

/** Every load of the sign-in page requests one, and many people can share a network. */
const challengesPerNetwork = 300
const challengesPerPerson = 60

type Purpose = 'add' | 'sign_in' | 'confirm'
const flowOf = (purpose: Purpose): FlowKind<{ challenge: string }> => ({
  name: `passkey_${purpose}`,
  lifetimeSeconds: passkeyLimits.challengeSeconds,
})

const expired = () => badRequest('This took too long. Please try again.', undefined, 'auth.flow-expired')

/** Stores the challenge for this browser and, unless it is for signing in, for this person. */
export async function storeChallenge(
  { sql, clock, config }: Context,
  { request, reply }: Exchange,
  purpose: Purpose,
  challenge: string,
  userId: string | null = null,
): Promise<void> {
  const now = clock.now()
  const limit = userId
    ? { key: `passkey:challenges:${userId}`, max: challengesPerPerson }
    : { key: `passkey:challenges:ip:${callerOf(request).network}`, max: challengesPerNetwork }
  await countAttempt(sql, { ...limit, ...authLimit }, now)
  await startFlow(sql, reply, flowOf(purpose), { userId, data: { challenge } }, now, cookieSettings(config))
}

/** Each challenge can be answered once, even wrongly. */
export async function takeChallenge(
  { sql, clock, config }: Context,
  { request, reply }: Exchange,
  purpose: Purpose,
  userId: string | null = null,
): Promise<string> {
  const flow = await takeFlow(sql, request, reply, flowOf(purpose), clock.now(), cookieSettings(config))
  if (!flow || flow.userId !== userId) throw expired()
  return flow.data.challenge
}
