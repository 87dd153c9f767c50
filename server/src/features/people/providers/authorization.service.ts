import { type ErrorCode, type ProviderId, type ProviderProblem, safeNext } from '@vireo/contract'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../context/context.ts'
import type { Provider } from '../../../context/provider-settings.ts'
import { cookieSettings } from '../../../http/access/cookies.ts'
import { type FlowKind, startFlow, takeFlow } from '../../../http/access/flows.ts'
import { authLimit, countAttempt } from '../../../http/access/rate-limit.ts'
import { assertConfirmed, assertSessionLives, type Viewer } from '../../../http/access/sessions.ts'
import { siteAddress } from '../../../http/site-address.ts'
import { AppError, notFound } from '../../../lib/app-error.ts'
import { lockUser } from '../accounts/accounts.queries.ts'
import { callerOf } from '../accounts/devices/device-cookie.ts'
import { linkIdentity } from '../identities/identities.service.ts'
import type { Exchange } from '../sign-in/complete-sign-in.service.ts'
import { type AuthorizationSecrets, type ProviderClient, ProviderSignInError } from './provider-client.ts'
import type { Profile } from './provider-profile.ts'
import { signIn } from './provider-sign-in.service.ts'

type Clients = Map<ProviderId, ProviderClient>

interface PendingAuthorization extends AuthorizationSecrets {
  provider: ProviderId
  next: string
  invite?: string
  /** The part of the sign-in page that it was started from, where a failure is shown. */
  tab?: string
}

/** Belongs to the person who links an account of a provider; to nobody if it is for signing in. */
const authorizationFlow: FlowKind<PendingAuthorization> = { name: 'provider_trip', lifetimeSeconds: 10 * 60 }
const authorizationsPerNetwork = 60

/** Returns the address to send the browser to: the provider, or the sign-in page with the problem. */
export async function startSignIn(
  context: Context,
  clients: Clients,
  exchange: Exchange,
  id: ProviderId,
): Promise<string> {
  const { request } = exchange
  const { page, invite, tab } = readQuery(request)
  if (request.viewer) return page
  // Another site must not start a sign-in, which could be for an account of its choice.
  if (isCrossSite(request)) return authPage({ next: page, invite, tab })
  try {
    return await startAuthorization(context, clients, exchange, id, {
      page,
      userId: null,
      ...(invite && { invite }),
      ...(tab && { tab }),
    })
  } catch (error) {
    return authPage({ problem: problemOf(error, request), next: page, tab, invite })
  }
}

/** The browser has to be sent to some page, so invalid values are ignored rather than refused. */
function readQuery({ query }: FastifyRequest) {
  const { next, invite, tab } = query as Record<string, unknown>
  return {
    page: safeNext(textOf(next, longestNext)),
    invite: textOf(invite, longestInvite),
    tab: tab === 'sign-up' ? tab : undefined,
  }
}

const longestNext = 2000
const longestInvite = 200
const textOf = (value: unknown, maxLength: number) =>
  typeof value === 'string' && value.length <= maxLength && !value.includes('\0') ? value : undefined

function isCrossSite({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

/** Starts linking an account of a provider to the viewer's account. Returns the address of the provider. */
export async function startLink(
  context: Context,
  clients: Clients,
  exchange: Exchange,
  viewer: Viewer,
  id: ProviderId,
): Promise<string> {
  assertConfirmed(viewer, context.clock.now())
  try {
    return await startAuthorization(context, clients, exchange, id, { page: '/settings', userId: viewer.id })
  } catch (error) {
    if (!(error instanceof ProviderSignInError)) throw error
    throw error.problem === 'not-set-up'
      ? notFound('provider.not-set-up', 'This site does not offer that provider')
      : new AppError(503, 'provider.unavailable', 'The provider does not answer. Please try again later.')
  }
}

async function startAuthorization(
  { sql, clock, config }: Context,
  clients: Clients,
  { request, reply }: Exchange,
  id: ProviderId,
  { page, userId, ...trip }: { page: string; userId: string | null; invite?: string; tab?: string },
): Promise<string> {
  const now = clock.now()
  const { network } = callerOf(request)
  await countAttempt(sql, { key: `provider:ip:${network}`, max: authorizationsPerNetwork, ...authLimit }, now)
  const client = getClient(clients, id)
  const { url, secrets } = await client.begin(`${siteAddress(config, request)}/api/v1/user/${id}/callback`)
  const data = { ...secrets, provider: id, next: page, ...trip }
  await startFlow(sql, reply, authorizationFlow, { userId, data }, now, cookieSettings(config))
  return url
}

/** Handles any response with which a provider sends the browser back. Returns the page to go to. */
export async function finishAuthorization(
  context: Context,
  clients: Clients,
  exchange: Exchange,
  id: ProviderId,
): Promise<string> {
  const { request } = exchange
  const { viewer } = request
  let pending: Awaited<ReturnType<typeof takeAuthorization>>
  try {
    pending = await takeAuthorization(context, exchange)
    if (!pending) throw new ProviderSignInError('expired')
    const isLink = pending.userId !== null
    if (isLink && pending.userId !== viewer?.id) throw new ProviderSignInError('expired')
    // The response is from another provider than the one that was started.
    if (pending.data.provider !== id) throw new ProviderSignInError('failed')
    const client = getClient(clients, id)
    const profile = await client.finish(queryOf(request), pending.data)
    if (!isLink || !viewer) return await signIn(context, exchange, client.provider, profile, pending.data)
    await link(context, viewer, client.provider, profile)
    return settingsPage({ linked: id })
  } catch (error) {
    const { next, tab, invite } = pending?.data ?? {}
    const step = error instanceof AppError ? steps[error.code] : undefined
    if (step) return authPage({ step, next })
    const problem = problemOf(error, request)
    return pending?.userId && viewer ? settingsPage({ problem }) : authPage({ problem, next, tab, invite })
  }
}

const takeAuthorization = ({ sql, clock, config }: Context, { request, reply }: Exchange) =>
  takeFlow(sql, request, reply, authorizationFlow, clock.now(), cookieSettings(config))

/** The query with its question mark. Not parsed as a URL, which fails for a strange Host header. */
function queryOf({ url }: FastifyRequest): string {
  const start = url.indexOf('?')
  return start < 0 ? '' : url.slice(start)
}

/** The session that started this may have ended while the person was at the provider. */
async function link(
  { sql, clock, config }: Context,
  viewer: Viewer,
  { id }: Provider,
  { issuer, subject, label }: Profile,
): Promise<void> {
  const now = clock.now()
  await sql.begin(async (tx) => {
    const user = await lockUser(tx, viewer.id)
    await assertSessionLives(tx, viewer, now)
    await linkIdentity(tx, config.providers, user, { provider: id, issuer, subject, label }, now)
  })
}

function getClient(clients: Clients, id: ProviderId): ProviderClient {
  const client = clients.get(id)
  if (!client) throw new ProviderSignInError('not-set-up')
  return client
}

/** Steps that follow the provider, on the sign-in page. */
const steps: Partial<Record<ErrorCode, string>> = { 'auth.second-step': 'code', 'account.closing': 'restore' }

const problems: Partial<Record<ErrorCode, ProviderProblem>> = {
  'account.invitation-invalid': 'uninvited',
  'account.sign-up-closed': 'closed',
  'account.suspended': 'suspended',
  'account.username-taken': 'failed',
  // The account was deleted while the person was at the provider.
  'auth.required': 'expired',
  'auth.too-many': 'too-many',
  'auth.wrong-credentials': 'failed',
  'provider.already-linked': 'already-linked',
  'provider.linked-elsewhere': 'linked-elsewhere',
}

/** Any other error is ours: it is logged, and the person still gets a page. */
function problemOf(error: unknown, { log }: FastifyRequest): ProviderProblem {
  if (error instanceof ProviderSignInError) return error.problem
  const problem = error instanceof AppError ? problems[error.code] : undefined
  if (problem) return problem
  log.error({ err: error }, 'a sign-in with a provider failed')
  return 'failed'
}

interface AuthSearch {
  problem?: ProviderProblem
  step?: string
  tab?: string | undefined
  next?: string | undefined
  invite?: string | undefined
}

/** An invitation stays in the address, for another try, unless it is what was refused. */
function authPage({ next, invite, ...others }: AuthSearch): string {
  const search = new URLSearchParams()
  const kept = { ...(next !== '/' && { next }), ...(others.problem !== 'uninvited' && { invite }) }
  for (const [name, value] of Object.entries({ ...others, ...kept })) if (value) search.set(name, value)
  return search.size > 0 ? `/auth/?${search}` : '/auth/'
}

const settingsPage = (search: { problem: string } | { linked: string }) =>
  `/settings?${new URLSearchParams(search)}#connected-accounts`
