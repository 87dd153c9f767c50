import { type ErrorCode, type ProviderId, type ProviderProblem, safeNext } from '@vireo/contract'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { type FlowKind, startFlow, takeFlow } from '../../http/flows.ts'
import { consume } from '../../http/rate-limit.ts'
import { assertConfirmed, cookieSettings, type Viewer } from '../../http/sessions.ts'
import { AppError, notFound } from '../../lib/app-error.ts'
import { authLimit } from '../accounts/auth-limit.ts'
import { callerOf } from '../accounts/device-cookie.ts'
import type { Exchange } from '../sign-in/complete.service.ts'
import { linkIdentity } from './identities.service.ts'
import { type ProviderClient, TripError, type TripSecrets } from './provider-client.ts'
import { signIn } from './sign-in.service.ts'

export type Clients = Map<ProviderId, ProviderClient>

interface Trip extends TripSecrets {
  provider: ProviderId
  next: string
  invite?: string
}

/** A trip of a person links an account to theirs; one of nobody signs in. */
const tripFlow: FlowKind<Trip> = { name: 'provider_trip', lifetimeSeconds: 10 * 60 }
const tripsPerNetwork = 60

/** Begins to sign in. Answers where to take the page: to the provider, or to the sign-in page with the problem. */
export async function startSignIn(
  context: Context,
  clients: Clients,
  exchange: Exchange,
  id: ProviderId,
): Promise<string> {
  const { next, invite } = exchange.request.query as { next?: string; invite?: string }
  const page = safeNext(next)
  try {
    return await startTrip(context, clients, exchange, id, { page, userId: null, ...(invite && { invite }) })
  } catch (error) {
    return authPage({ problem: problemOf(error), next: page })
  }
}

/** Begins to link an account of a provider to one's own; answers the address of the provider. */
export async function startLink(
  context: Context,
  clients: Clients,
  exchange: Exchange,
  viewer: Viewer,
  id: ProviderId,
): Promise<string> {
  assertConfirmed(viewer, context.clock.now())
  try {
    return await startTrip(context, clients, exchange, id, { page: '/settings', userId: viewer.id })
  } catch (error) {
    if (!(error instanceof TripError)) throw error
    throw error.problem === 'not-set-up'
      ? notFound('provider.not-set-up', 'This site does not offer that provider')
      : new AppError(503, 'provider.unavailable', 'The provider does not answer. Please try again later.')
  }
}

async function startTrip(
  { sql, clock, config }: Context,
  clients: Clients,
  { request, reply }: Exchange,
  id: ProviderId,
  { page, userId, invite }: { page: string; userId: string | null; invite?: string },
): Promise<string> {
  const now = clock.now()
  const { network } = callerOf(request)
  await consume(sql, { key: `provider:ip:${network}`, max: tripsPerNetwork, ...authLimit }, now)
  const client = getClient(clients, id)
  const { url, secrets } = await client.begin(
    `${config.publicUrl ?? originOf(request)}/api/v1/user/${id}/callback`,
  )
  const data = { ...secrets, provider: id, next: page, ...(invite && { invite }) }
  await startFlow(sql, reply, tripFlow, { userId, data }, now, cookieSettings(config))
  return url
}

/** Ends a trip, whatever the provider has sent. Answers the page to go to. */
export async function finishTrip(
  context: Context,
  clients: Clients,
  exchange: Exchange,
  id: ProviderId,
): Promise<string> {
  const { sql, clock, config } = context
  const { request, reply } = exchange
  const trip = await takeFlow(sql, request, reply, tripFlow, clock.now(), cookieSettings(config))
  if (!trip) return authPage({ problem: 'expired' })
  const { next, invite } = trip.data
  const { viewer } = request
  const isLink = trip.userId !== null
  try {
    if (isLink && trip.userId !== viewer?.id) throw new TripError('expired')
    // Sent back by another provider than the one that it went to.
    if (trip.data.provider !== id) throw new TripError('failed')
    const client = getClient(clients, id)
    const profile = await client.finish(new URL(request.url, originOf(request)).search, trip.data)
    if (!isLink || !viewer) return await signIn(context, exchange, client.provider, profile, { next, invite })
    await sql.begin((tx) => linkIdentity(tx, viewer.id, client.provider, profile, clock.now()))
    return settingsPage({ linked: id })
  } catch (error) {
    const step = error instanceof AppError ? steps[error.code] : undefined
    if (step) return authPage({ step, next })
    const problem = problemOf(error)
    return isLink && viewer ? settingsPage({ problem }) : authPage({ problem, next })
  }
}

function getClient(clients: Clients, id: ProviderId): ProviderClient {
  const client = clients.get(id)
  if (!client) throw new TripError('not-set-up')
  return client
}

const originOf = (request: FastifyRequest) => `${request.protocol}://${request.host}`

/** What is left to do after the provider, on a page of its own. */
const steps: Partial<Record<ErrorCode, string>> = { 'auth.second-step': 'code', 'account.closing': 'restore' }

const problems: Partial<Record<ErrorCode, ProviderProblem>> = {
  'account.invitation-invalid': 'uninvited',
  'account.sign-up-closed': 'closed',
  'account.suspended': 'suspended',
  'account.username-taken': 'failed',
  // Deleted while the person was at the provider.
  'auth.required': 'expired',
  'auth.too-many': 'too-many',
  'auth.wrong-credentials': 'failed',
  'provider.already-linked': 'already-linked',
  'provider.linked-elsewhere': 'linked-elsewhere',
}

/** Anything else is a fault of ours, and told as such. */
function problemOf(error: unknown): ProviderProblem {
  const problem =
    error instanceof TripError ? error.problem : error instanceof AppError ? problems[error.code] : undefined
  if (!problem) throw error
  return problem
}

const authPage = ({ next, ...search }: { problem?: string; step?: string; next?: string }) =>
  `/auth/?${new URLSearchParams({ ...search, ...(next && next !== '/' && { next }) })}`

const settingsPage = (search: { problem: string } | { linked: string }) =>
  `/settings?${new URLSearchParams(search)}#connected-accounts`
