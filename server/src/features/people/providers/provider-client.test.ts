import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { api } from '@vireo/contract'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTestApp } from '../../../../test/app/app.ts'
import type { TestClient } from '../../../../test/app/client.ts'
import { createLogger } from '../../../lib/logger.ts'
import { newToken } from '../../../lib/security/tokens.ts'
import { createProviderClient } from './provider-client.ts'
import { followCallback, startAt } from './test-kit.ts'

const failed = '/auth/?problem=failed'

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A site whose providers are this server. */
async function withProvider(answer: RequestListener, logTo?: { write: (line: string) => void }) {
  const url = await serve(answer)
  const secret = newToken()
  const site = await createTestApp(
    {
      OIDC_CLIENT_ID: 'vireo',
      OIDC_CLIENT_SECRET: secret,
      OIDC_ISSUER: url,
      GITHUB_CLIENT_ID: 'vireo',
      GITHUB_CLIENT_SECRET: secret,
      GITHUB_URL: url,
      GITHUB_API_URL: url,
      ...(logTo && { LOG_LEVEL: 'trace' }),
    },
    logTo ? { logTo } : {},
  )
  onTestFinished(site.close)
  return { site, url, secret }
}

const metadata = (url: string) => ({
  issuer: url,
  authorization_endpoint: `${url}/authorize`,
  token_endpoint: `${url}/token`,
  userinfo_endpoint: `${url}/userinfo`,
  jwks_uri: `${url}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['ES256'],
})

describe('a provider', () => {
  it('that is down is reported, and requested again at the next attempt', async () => {
    let isUp = false
    const { site } = await withProvider((request, response) => {
      if (!isUp) return void request.socket.destroy()
      const body = JSON.stringify(metadata(`http://${request.headers.host}`))
      response.writeHead(200, { 'content-type': 'application/json' }).end(body)
    })
    const visitor = site.visitor()
    expect(await startAt(visitor, { provider: 'oidc', next: '/tweets' })).toBe(
      '/auth/?problem=failed&next=%2Ftweets',
    )
    isUp = true
    expect(await startAt(visitor, { provider: 'oidc' })).toContain('/authorize?')
  })

  it.each([
    ['an error', 500, 'text/plain', 'sorry'],
    ['a page', 200, 'text/html', '<html>'],
    ['half of a document', 200, 'application/json', '{"issuer":'],
    ['the metadata of another', 200, 'application/json', JSON.stringify(metadata('https://evil.example'))],
  ])('fails if it answers %s', async (_what, status, type, body) => {
    const { site } = await withProvider((_request, response) => {
      response.writeHead(status, { 'content-type': type }).end(body)
    })
    expect(await startAt(site.visitor(), { provider: 'oidc' })).toBe(failed)
  })

  it.each([
    ['no token', '{"error":"bad_verification_code"}', '{}', '[]'],
    ['no number', '{"access_token":"x","token_type":"bearer"}', '{"login":"robin"}', '[]'],
    ['nonsense', '{"access_token":"x","token_type":"bearer"}', '"robin"', '{"a":1}'],
  ])('like GitHub fails if it answers with %s', async (_what, token, user, emails) => {
    const answers: Record<string, string> = {
      '/login/oauth/access_token': token,
      '/user': user,
      '/user/emails': emails,
    }
    const { site, url } = await withProvider((request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(answers[request.url ?? ''])
    })
    const visitor = site.visitor()
    const address = await startAt(visitor, { provider: 'github' })
    const state = new URL(address).searchParams.get('state') ?? ''
    const query = new URLSearchParams({ code: 'x', state, iss: `${url}/login/oauth` })
    expect(await followCallback(visitor, `/api/v1/user/github/callback?${query}`)).toBe(failed)
    expect(visitor.cookies.has('vireo_session')).toBe(false)
  })

  it('that never answers times out', async () => {
    const provider = {
      id: 'oidc' as const,
      name: 'Silent',
      clientId: 'vireo',
      clientSecret: 'secret',
      url: await serve(() => {}),
    }
    const client = createProviderClient(provider, createLogger('silent'), { limitSeconds: 0.2 })
    await expect(client.begin('http://127.0.0.1/callback')).rejects.toMatchObject({ problem: 'failed' })
  })
})

describe('an OpenID Connect provider', () => {
  const claims = { email: 'wren@example.org', email_verified: true, name: 'Wren Okafor' }
  const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

  function signToken(payload: Record<string, unknown>, key: KeyObject): string {
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
    const signed = `${encode({ alg: 'ES256', kid: 'key' })}.${encode(payload)}`
    const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
    return `${signed}.${signature.toString('base64url')}`
  }

  interface Answers {
    idToken?: Record<string, unknown>
    userInfo?: Record<string, unknown>
    isForeign?: boolean
    /** The token is sent when this gate opens. */
    gate?: Promise<void>
  }

  /** A site with a provider whose answers the test chooses. */
  async function withAnswers(logTo?: { write: (line: string) => void }) {
    const [own, foreign] = [newKey(), newKey()]
    const secrets = new Set<string>()
    const requestedPaths: string[] = []
    const tokenAsked = Promise.withResolvers<void>()
    let answers: Answers = {}
    let nonce = ''
    const { site, url, secret } = await withProvider(async (request, response) => {
      const { pathname } = new URL(request.url ?? '/', url)
      requestedPaths.push(pathname)
      const send = (body: object) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      if (pathname === '/jwks') {
        const jwk = { ...own.publicKey.export({ format: 'jwk' }), kid: 'key', alg: 'ES256', use: 'sig' }
        return void send({ keys: [jwk] })
      }
      if (pathname === '/userinfo') return void send({ sub: 'wren', ...answers.userInfo })
      if (pathname !== '/token') return void send(metadata(url))
      secrets.add(new URLSearchParams(await text(request)).get('code_verifier') ?? '')
      tokenAsked.resolve()
      await answers.gate
      const now = Math.floor(Date.now() / 1000)
      const payload = { iss: url, aud: 'vireo', sub: 'wren', iat: now, exp: now + 60, nonce }
      const key = (answers.isForeign ? foreign : own).privateKey
      const id_token = signToken({ ...payload, ...answers.idToken }, key)
      const access_token = newToken()
      secrets.add(access_token).add(id_token)
      send({ access_token, token_type: 'bearer', expires_in: 60, id_token })
    }, logTo)

    /** Returns the address to which the provider would redirect the browser. */
    function callbackFor(address: string, next: Answers): string {
      answers = next
      const { searchParams } = new URL(address)
      nonce = searchParams.get('nonce') ?? ''
      const query = { code: newToken(), state: searchParams.get('state') ?? '' }
      for (const one of [nonce, query.code, query.state]) secrets.add(one)
      return `/api/v1/user/oidc/callback?${new URLSearchParams(query)}`
    }
    const signInWith = async (client: TestClient, next: Answers) =>
      followCallback(client, callbackFor(await startAt(client, { provider: 'oidc' }), next))
    return { site, requestedPaths, secrets: secrets.add(secret), tokenAsked, callbackFor, signInWith }
  }

  it('is not trusted if its token was signed with another key', async () => {
    const { site, signInWith } = await withAnswers()
    const visitor = site.visitor()
    expect(await signInWith(visitor, { idToken: claims, isForeign: true })).toBe(failed)
    expect(visitor.cookies.has('vireo_session')).toBe(false)
    expect(await signInWith(visitor, { idToken: claims })).toBe('/')
  })

  it.each(['email', 'email_verified', 'name'] as const)(
    'that omits %s from the token is asked for user info',
    async (name) => {
      const { site, requestedPaths, signInWith } = await withAnswers()
      const visitor = site.visitor()
      const { [name]: _, ...idToken } = claims
      expect(await signInWith(visitor, { idToken, userInfo: claims })).toBe('/')
      expect(requestedPaths).toContain('/userinfo')
      expect((await visitor.call(api.accounts.currentUser)).data).toMatchObject({
        email: claims.email,
        fullname: claims.name,
      })
    },
  )

  it('that sends everything in the token is not asked for user info', async () => {
    const { site, requestedPaths, signInWith } = await withAnswers()
    expect(await signInWith(site.visitor(), { idToken: claims })).toBe('/')
    expect(requestedPaths).not.toContain('/userinfo')
  })

  it.each([
    [
      { email: 'victim@example.org' },
      { email: 'wren@example.org', email_verified: true },
      'wren@example.org',
    ],
    [{ email: 'victim@example.org' }, { email_verified: true }, undefined],
    [{ email_verified: true }, { email: 'victim@example.org' }, undefined],
    [
      { email: 'wren@example.org', email_verified: true },
      { email: 'victim@example.org', email_verified: true },
      'wren@example.org',
    ],
  ])('verifies only the address that its claim belongs to: %j %j', async (idToken, userInfo, email) => {
    const { site, signInWith } = await withAnswers()
    const visitor = site.visitor()
    expect(await signInWith(visitor, { idToken, userInfo })).toBe(email ? '/' : '/auth/?problem=unverified')
    const { data } = await visitor.call(api.accounts.currentUser)
    expect(data?.email).toBe(email)
  })

  it('links nothing if the session that began it ends during the request to the provider', async () => {
    const { site, tokenAsked, callbackFor } = await withAnswers()
    const robin = await site.signedIn()
    const other = site.visitor()
    const { username, password } = robin.person
    await other.call(api.signIn.login, { body: { username, password } })
    const { data } = await robin.call(api.providers.link, { params: { provider: 'oidc' } })
    const gate = Promise.withResolvers<void>()
    const arriving = followCallback(robin, callbackFor(data.url, { idToken: claims, gate: gate.promise }))
    await tokenAsked.promise
    expect((await other.call(api.sessions.endOthers)).status).toBe(200)
    gate.resolve()
    expect(await arriving).toBe('/settings?problem=expired#connected-accounts')
    expect((await other.call(api.providers.identities)).data.docs).toEqual([])
  })

  it('sends no token that appears in an address of the site or in the log', async () => {
    const lines: string[] = []
    const { site, secrets, signInWith } = await withAnswers({ write: (line) => void lines.push(line) })
    const visitor = site.visitor()
    const ends = [await signInWith(visitor, { idToken: claims, isForeign: true })]
    ends.push(await signInWith(visitor, { idToken: { ...claims, email_verified: false } }))
    ends.push(await signInWith(visitor, { idToken: claims }))
    expect(ends).toEqual([failed, '/auth/?problem=unverified', '/'])
    const log = lines.join('')
    expect(log).toContain('a trip to a sign-in provider failed')
    // State, nonce, verifier, code, access token and ID token of each authorization, and the secret of the site.
    expect(secrets.size).toBe(3 * 6 + 1)
    for (const secret of secrets) expect(secret.length).toBeGreaterThan(20)
    expect([...secrets].filter((secret) => log.includes(secret))).toEqual([])
  })
})
