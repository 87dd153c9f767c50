import type { ProviderProblem } from '@vireo/contract'
import { LRUCache } from 'lru-cache'
import * as oidc from 'openid-client'
import { githubIssuer, type Provider } from '../../../context/provider-settings.ts'
import type { Logger } from '../../../lib/logger.ts'
import { type Profile, readClaims, readGithubUser } from './provider-profile.ts'

/** The secrets that the response of a provider is checked against. */
export interface AuthorizationSecrets {
  state: string
  nonce: string
  verifier: string
  redirectUri: string
}

/** Why signing in with a provider failed, for the page that shows it. */
export class ProviderSignInError extends Error {
  readonly problem: ProviderProblem

  constructor(problem: ProviderProblem) {
    super(problem)
    this.problem = problem
  }
}

/** For each request to a provider, and for all requests of one callback together. */
const defaultLimitSeconds = 10
const metadataLifetimeMs = 24 * 3600 * 1000

/** Signs in with one provider, using openid-client. */
export function createProviderClient(
  provider: Provider,
  log: Logger,
  { limitSeconds = defaultLimitSeconds }: { limitSeconds?: number } = {},
) {
  // Failures are not cached: the next sign-in requests the metadata again.
  const metadata = new LRUCache<'metadata', oidc.Configuration>({
    max: 1,
    ttl: metadataLifetimeMs,
    fetchMethod: () => configure(provider, limitSeconds),
  })
  const configuration = () => metadata.forceFetch('metadata')

  /** Logs failures without the data that the provider or the browser sent, which contains secrets. */
  async function guard<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await withinLimit(work(), limitSeconds)
    } catch (error) {
      if (isDenial(error)) throw new ProviderSignInError('denied')
      log.warn({ provider: provider.id, reason: reasonOf(error) }, 'a trip to a sign-in provider failed')
      throw new ProviderSignInError('failed')
    }
  }

  return {
    provider,
    /** Returns the address of the provider's page, and the secrets that its response is checked against. */
    begin: (redirectUri: string) =>
      guard(async () => {
        const secrets: AuthorizationSecrets = {
          state: oidc.randomState(),
          nonce: oidc.randomNonce(),
          verifier: oidc.randomPKCECodeVerifier(),
          redirectUri,
        }
        const url = await authorizationUrl(await configuration(), provider, secrets)
        return { url: url.href, secrets }
      }),
    /** `query` is the query with which the provider sent the browser back. */
    finish: (query: string, secrets: AuthorizationSecrets) =>
      guard(async () => {
        const callback = new URL(secrets.redirectUri)
        callback.search = query
        const read = provider.apiUrl ? finishOauth : finishOidc
        return read(await configuration(), provider, callback, secrets)
      }),
  }
}

export type ProviderClient = ReturnType<typeof createProviderClient>

async function configure(
  { url, apiUrl, clientId, clientSecret }: Provider,
  limitSeconds: number,
): Promise<oidc.Configuration> {
  const mayBePlain = new URL(url).protocol === 'http:'
  if (!apiUrl)
    return oidc.discovery(new URL(url), clientId, undefined, secretAuth(clientSecret), {
      timeout: limitSeconds,
      // The first option checks the signature of ID tokens instead of relying on the connection alone.
      execute: [oidc.enableNonRepudiationChecks, ...(mayBePlain ? [oidc.allowInsecureRequests] : [])],
    })
  const issuer = githubIssuer(url)
  const server = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/access_token`,
  }
  const configuration = new oidc.Configuration(server, clientId, clientSecret)
  configuration.timeout = limitSeconds
  if (mayBePlain) oidc.allowInsecureRequests(configuration)
  return configuration
}

/** Sends the secret in the body, whose encoding all providers agree on, unless only the header is supported. */
function secretAuth(secret: string): oidc.ClientAuth {
  const [inBody, inHeader] = [oidc.ClientSecretPost(secret), oidc.ClientSecretBasic(secret)]
  return (server, ...rest) => {
    const isKnown = server.token_endpoint_auth_methods_supported?.includes('client_secret_post')
    return (isKnown ? inBody : inHeader)(server, ...rest)
  }
}

async function authorizationUrl(
  configuration: oidc.Configuration,
  { apiUrl }: Provider,
  { state, nonce, verifier, redirectUri }: AuthorizationSecrets,
): Promise<URL> {
  return oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: apiUrl ? 'read:user user:email' : 'openid email profile',
    state,
    ...(!apiUrl && { nonce }),
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
}

async function finishOidc(
  configuration: oidc.Configuration,
  _provider: Provider,
  callback: URL,
  { state, nonce, verifier }: AuthorizationSecrets,
): Promise<Profile> {
  const tokens = await oidc.authorizationCodeGrant(configuration, callback, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new Error('The provider sent no ID token')
  // Some put the profile into the ID token, others only into the user info.
  const hasAll = [claims.email, claims.email_verified, claims.name].every((claim) => claim !== undefined)
  const hasMore = !hasAll && configuration.serverMetadata().userinfo_endpoint
  const more = hasMore ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub) : undefined
  // `email_verified` of one source does not apply to the address in the other.
  const isInToken = claims.email !== undefined && claims.email_verified !== undefined
  const { email, email_verified } = isInToken || more?.email === undefined ? claims : more
  return readClaims(claims.iss, { ...more, ...claims, email, email_verified })
}

async function finishOauth(
  configuration: oidc.Configuration,
  { apiUrl }: Provider,
  callback: URL,
  { state, verifier }: AuthorizationSecrets,
): Promise<Profile> {
  const tokens = await oidc.authorizationCodeGrant(configuration, callback, {
    expectedState: state,
    pkceCodeVerifier: verifier,
  })
  const ask = async (path: string) => {
    const headers = new Headers({ accept: 'application/vnd.github+json' })
    const url = new URL(`${apiUrl}${path}`)
    const answer = await oidc.fetchProtectedResource(
      configuration,
      tokens.access_token,
      url,
      'GET',
      undefined,
      headers,
    )
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    return answer.json()
  }
  const [user, emails] = await Promise.all([ask('/user'), ask('/user/emails')])
  return readGithubUser(configuration.serverMetadata().issuer, user, emails)
}

async function withinLimit<T>(work: Promise<T>, limitSeconds: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('The provider took too long')), limitSeconds * 1000)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

const isDenial = (error: unknown) =>
  error instanceof oidc.AuthorizationResponseError && error.error === 'access_denied'

function reasonOf(error: unknown): string {
  if (error instanceof oidc.AuthorizationResponseError || error instanceof oidc.ResponseBodyError)
    return `${error.message}: ${error.error.slice(0, 100)}`
  const { message = 'unknown', code } = error as { message?: string; code?: string }
  return code ? `${message} (${code})` : message
}
