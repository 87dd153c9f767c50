import { generateKeyPairSync, type JsonWebKey } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { interactionPolicy, type KoaContextWithOIDC, Provider as OidcProvider } from 'oidc-provider'
import { type Provider, providerNames } from '../../../context/provider-settings.ts'
import { newToken } from '../../../lib/security/tokens.ts'
import { drawPng } from '../pictures/canvas.ts'
import { createMemoryAdapter } from './memory-adapter.ts'
import { type ProviderPerson, samplePeople } from './people.ts'
import { signInPage } from './sign-in-page.ts'

interface SampleOptions {
  id: Provider['id']
  people?: readonly ProviderPerson[]
  /** Another port is used if this one is taken. */
  port?: number
}

const names = { ...providerNames, oidc: 'Sample sign-on' }
const pictureSide = 320

/**
 * A real OpenID Connect provider on this machine with a few sample people, or GitHub's variant of OAuth 2 with the part
 * of its API that signing in needs. For the demo and for tests.
 */
export async function startSampleProvider({ id, people = samplePeople, port = 0 }: SampleOptions) {
  const server = createServer()
  await listen(server, port)
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const isGithub = id === 'github'
  const provider: Provider = {
    id,
    name: names[id],
    clientId: 'vireo',
    clientSecret: newToken(),
    url: origin,
    ...(isGithub && { apiUrl: `${origin}/api` }),
  }
  const answer = createAnswer(provider, origin, people)
  server.on('request', (request, response) => {
    answer(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(400, { 'content-type': 'text/plain' })
      response.end('This page is no longer valid. Go back and start again.')
    })
  })
  return {
    /** The provider as in the settings of the site. */
    provider,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

type People = readonly ProviderPerson[]
const findPerson = (people: People, id: string | null | undefined) =>
  people.find((person) => person.id === id)
const pictureOf = (origin: string, { id, picture }: ProviderPerson) =>
  typeof picture === 'function' ? `${origin}/pictures/${id}` : picture

function createAnswer(provider: Provider, origin: string, people: People) {
  const isGithub = provider.id === 'github'
  const oidc = createOidc(provider, isGithub ? `${origin}/login/oauth` : origin, (personId) => {
    const person = findPerson(people, personId)
    if (!person) return undefined
    const { name, email, isEmailVerified } = person
    return { name, email, email_verified: isEmailVerified, picture: pictureOf(origin, person) }
  })
  const answerOidc = oidc.callback()

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', origin)
    if (pathname.startsWith('/interaction/'))
      return choosePerson(oidc, names[provider.id], people, request, response)
    if (pathname.startsWith('/pictures/'))
      return sendPicture(findPerson(people, pathname.split('/')[2]), response)
    if (isGithub && pathname.startsWith('/api/')) {
      const [, bearer = ''] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? []
      const token = await oidc.AccessToken.find(bearer)
      return answerGithubApi(pathname, origin, findPerson(people, token?.accountId), response)
    }
    await answerOidc(request, response)
  }
}

/** Serves the page where someone chooses a person, and handles the choice. */
async function choosePerson(
  oidc: OidcProvider,
  name: string,
  people: People,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const details = await oidc.interactionDetails(request, response)
  if (request.method !== 'POST') {
    const site = new URL(String(details.params.redirect_uri)).host
    response.setHeader('content-type', 'text/html; charset=utf-8')
    return void response.end(signInPage(name, site, people))
  }
  const chosen = findPerson(people, new URLSearchParams(await text(request)).get('person'))
  const result = chosen
    ? { login: { accountId: chosen.id } }
    : { error: 'access_denied', error_description: 'The person said no' }
  await oidc.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
}

async function sendPicture(person: ProviderPerson | undefined, response: ServerResponse): Promise<void> {
  if (typeof person?.picture !== 'function') return void response.writeHead(404).end()
  const png = await drawPng(person.picture, { width: pictureSide, height: pictureSide })
  response.writeHead(200, { 'content-type': 'image/png' }).end(png)
}

/** GitHub's /user and /user/emails. */
function answerGithubApi(
  path: string,
  origin: string,
  person: ProviderPerson | undefined,
  response: ServerResponse,
): void {
  response.setHeader('content-type', 'application/json')
  if (!person) return void response.writeHead(401).end('{"message":"Bad credentials"}')
  const { id, login, name, email, isEmailVerified } = person
  const answers: Record<string, unknown> = {
    '/api/user': { id: Number(id), login, name, email: null, avatar_url: pictureOf(origin, person) ?? null },
    '/api/user/emails': [
      { email: `${id}@users.noreply.example.org`, primary: false, verified: true, visibility: null },
      { email, primary: true, verified: isEmailVerified, visibility: 'private' },
    ],
  }
  const found = answers[path]
  response.writeHead(found ? 200 : 404).end(JSON.stringify(found ?? { message: 'Not Found' }))
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if (port === 0 || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    await listen(server, 0)
  }
}

function createOidc(
  { id, clientId, clientSecret }: Provider,
  issuer: string,
  claimsOf: (personId: string) => Record<string, unknown> | undefined,
): OidcProvider {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const jwk: JsonWebKey = { ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }
  const path = `/api/v1/user/${id}/callback`
  const oauth = '/login/oauth'
  return new OidcProvider(issuer, {
    adapter: createMemoryAdapter(),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        // A native client may use any port of this machine in its callback.
        application_type: 'native',
        redirect_uris: [`http://127.0.0.1${path}`, `http://localhost${path}`, `http://[::1]${path}`],
        token_endpoint_auth_method: 'client_secret_post',
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [jwk as never] },
    cookies: { keys: [newToken()] },
    ...(id === 'github'
      ? {
          scopes: ['read:user', 'user:email'],
          routes: { authorization: `${oauth}/authorize`, token: `${oauth}/access_token` },
        }
      : { claims: { email: ['email', 'email_verified'], profile: ['name', 'picture'] } }),
    // Google puts the profile into the ID token; others have it in the user info.
    conformIdTokenClaims: id !== 'google',
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { policy: alwaysAsk(), url: (_ctx, { uid }) => `/interaction/${uid}` },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    findAccount: (_ctx, accountId) => {
      const claims = claimsOf(accountId)
      return claims && { accountId, claims: () => ({ sub: accountId, ...claims }) }
    },
    loadExistingGrant: grantAll,
    renderError: (ctx, { error, error_description }) => {
      ctx.type = 'text/plain'
      ctx.body = `${error}: ${error_description ?? ''}`
    },
  })
}

/** Asks for a person at every sign-in. */
function alwaysAsk() {
  const { Check } = interactionPolicy
  const policy = interactionPolicy.base()
  policy.remove('consent')
  policy
    .get('login')
    ?.checks.add(
      new Check('always', 'Who you are is asked each time', (ctx) =>
        ctx.oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
      ),
    )
  return policy
}

/** Choosing a person also grants everything that the site requests. */
async function grantAll({ oidc }: KoaContextWithOIDC) {
  const grant = new oidc.provider.Grant({
    clientId: oidc.client?.clientId,
    accountId: oidc.session?.accountId,
  })
  grant.addOIDCScope(String(oidc.params?.scope))
  await grant.save()
  return grant
}
