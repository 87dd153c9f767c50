import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { api } from '@vireo/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createTestApp } from '../../../test/app.ts'
import type { TestClient } from '../../../test/client.ts'
import { visitProvider } from '../../../test/sample-providers.ts'
import { newWindow } from '../accounts/test-kit.ts'
import { arrive, comeBack, createProviderApp, leaveFor, type ProviderApp, travel } from './test-kit.ts'

let app: ProviderApp
const lines: string[] = []
beforeAll(async () => {
  app = await createProviderApp(
    { LOG_LEVEL: 'trace' },
    { logTo: { write: (line: string) => void lines.push(line) } },
  )
})
beforeEach(() => newWindow(app))
afterAll(() => app.close())

const providers = ['google', 'github', 'oidc'] as const
const failed = '/auth/?problem=failed'
const expired = '/auth/?problem=expired'

/** The same address with one part of its query replaced, or taken out. */
function withQuery(address: string, name: string, value: string | undefined): string {
  const url = new URL(address)
  if (value === undefined) url.searchParams.delete(name)
  else url.searchParams.set(name, value)
  return url.href
}

/** Nobody is signed in, and nobody has come to be. */
async function expectNothing(client: TestClient, usersBefore: number) {
  expect(client.cookies.has('vireo_session')).toBe(false)
  expect((await client.call(api.user.currentUser)).status).toBe(401)
  expect(await countUsers()).toBe(usersBefore)
}
const countUsers = async () => (await app.context.sql`select from users`).length

describe('the way to a provider', () => {
  it.each(providers)('takes state and PKCE to %s, bound to this browser', async (provider) => {
    const visitor = app.visitor()
    const url = new URL(await leaveFor(visitor, { provider }))
    expect(url.origin).toBe(app.urlOf(provider))
    const query = Object.fromEntries(url.searchParams)
    expect(query).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${app.origin}/api/v1/user/${provider}/callback`,
    })
    expect(query.state).toMatch(/^[\w-]{40,}$/)
    expect(query.code_challenge).toMatch(/^[\w-]{43}$/)
    if (provider === 'github') expect(query.nonce).toBeUndefined()
    else expect(query.nonce).toMatch(/^[\w-]{40,}$/)
    expect(visitor.cookies.has('vireo_provider_trip')).toBe(true)
  })

  it('has a cookie that scripts and other sites do not get', async () => {
    const answer = await app.visitor().fetch('/api/v1/user/google')
    const [cookie] = answer.headers.getSetCookie().filter((line) => line.startsWith('vireo_provider_trip'))
    expect(cookie).toContain('HttpOnly')
    expect(cookie).toContain('SameSite=Lax')
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    '/./\\evil.example',
    '/.//',
    '/auth/?next=/x',
    '/api/v1/user/github',
  ])('never ends at %s', async (next) => {
    expect(await travel(app.visitor(), app.newPerson(), { next })).toBe('/')
  })

  it('names the address of PUBLIC_URL to the provider', async () => {
    const elsewhere = await createProviderApp({ PUBLIC_URL: 'https://videos.example.org' })
    onTestFinished(elsewhere.close)
    const url = new URL(await leaveFor(elsewhere.visitor()))
    expect(url.searchParams.get('redirect_uri')).toBe(
      'https://videos.example.org/api/v1/user/google/callback',
    )
  })

  it('is limited for each network', async () => {
    const visitor = app.visitor()
    for (let i = 0; i < 60; i++) await leaveFor(visitor)
    expect(await leaveFor(visitor, { next: '/tweets' })).toBe('/auth/?problem=too-many&next=%2Ftweets')
  })
})

describe('a way back', () => {
  it.each(providers)('from %s after a no ends with a plain word', async (provider) => {
    const before = await countUsers()
    const visitor = app.visitor()
    expect(await travel(visitor, 'deny', { provider, next: '/tweets' })).toBe(
      '/auth/?problem=denied&next=%2Ftweets',
    )
    await expectNothing(visitor, before)
  })

  it('after more than ten minutes is too late', async () => {
    const before = await countUsers()
    const visitor = app.visitor()
    const callback = await comeBack(visitor, app.newPerson())
    app.clock.advance(10 * 60 + 1)
    expect(await arrive(visitor, callback)).toBe(expired)
    await expectNothing(visitor, before)
  })

  it('works once', async () => {
    const visitor = app.visitor()
    const callback = await comeBack(visitor, app.newPerson())
    const trip = visitor.cookies.get('vireo_provider_trip') ?? ''
    expect(await arrive(visitor, callback)).toBe('/')
    const thief = app.visitor()
    thief.cookies.set('vireo_provider_trip', trip)
    expect(await arrive(thief, callback)).toBe(expired)
    expect(thief.cookies.has('vireo_session')).toBe(false)
  })

  it('works for one of two that arrive at once', async () => {
    const visitor = app.visitor()
    const callback = await comeBack(visitor, app.newPerson())
    const [copy] = [app.visitor()]
    for (const [name, value] of visitor.cookies) copy.cookies.set(name, value)
    const ends = await Promise.all([arrive(visitor, callback), arrive(copy, callback)])
    expect(ends.sort()).toEqual(['/', expired])
  })

  it.each(providers)('from %s works in no other browser', async (provider) => {
    const before = await countUsers()
    const callback = await comeBack(app.visitor(), app.newPerson(), { provider })
    const [stranger, victim] = [app.visitor(), app.visitor()]
    expect(await arrive(stranger, callback)).toBe(expired)
    // Someone who is on a trip of their own is not signed in to the account of who sent them this link.
    await leaveFor(victim, { provider })
    expect(await arrive(victim, callback)).toBe(failed)
    for (const client of [stranger, victim]) await expectNothing(client, before)
  })

  it.each([
    ['forged', 'state', 'x'.repeat(43)],
    ['missing', 'state', undefined],
    ['of another issuer', 'iss', 'https://evil.example'],
    ['missing', 'iss', undefined],
    ['made up', 'code', 'nonsense'],
    ['missing', 'code', undefined],
  ])('is refused with something %s: %s', async (_what, name, value) => {
    const before = await countUsers()
    const visitor = app.visitor()
    const callback = await comeBack(visitor, app.newPerson())
    expect(await arrive(visitor, withQuery(callback, name, value))).toBe(failed)
    await expectNothing(visitor, before)
  })

  it('is refused with the code of another person’s trip, which PKCE tells', async () => {
    const before = await countUsers()
    const [victim, attacker] = [app.visitor(), app.visitor()]
    const theirs = new URL(await comeBack(attacker, app.newPerson()))
    const callback = await comeBack(victim, app.newPerson())
    const mixed = withQuery(callback, 'code', theirs.searchParams.get('code') ?? '')
    expect(await arrive(victim, mixed)).toBe(failed)
    await expectNothing(victim, before)
  })

  it.each(['google', 'oidc'] as const)('from %s is refused with another nonce', async (provider) => {
    const before = await countUsers()
    const visitor = app.visitor()
    const changed = withQuery(await leaveFor(visitor, { provider }), 'nonce', 'another')
    expect(await arrive(visitor, await visitProvider(changed, app.newPerson()))).toBe(failed)
    await expectNothing(visitor, before)
  })

  it('is refused at the callback of another provider', async () => {
    const before = await countUsers()
    const visitor = app.visitor()
    const callback = await comeBack(visitor, app.newPerson(), { provider: 'oidc' })
    expect(await arrive(visitor, callback.replace('/user/oidc/', '/user/google/'))).toBe(failed)
    await expectNothing(visitor, before)
  })

  it.each(['server_error', 'temporarily_unavailable', '<script>'])(
    'with the error %s fails',
    async (error) => {
      const visitor = app.visitor()
      const state = new URL(await leaveFor(visitor)).searchParams.get('state') ?? ''
      const query = new URLSearchParams({ error, state, iss: app.urlOf('google') })
      expect(await arrive(visitor, `/api/v1/user/google/callback?${query}`)).toBe(failed)
    },
  )

  it.each([
    '',
    '?code=x',
    '?state=x&code=x&state=y',
    '?error=access_denied',
    '?%00=%ff',
    `?code=${'x'.repeat(6000)}`,
  ])('that nobody began says that it is over: %s', async (query) => {
    expect(await arrive(app.visitor(), `/api/v1/user/github/callback${query}`)).toBe(expired)
  })

  it('copes with anything in the query of one that was begun', async () => {
    for (const query of ['', '?code=x', '?state=x&state=y', '?error=access_denied', '?%00=%ff&code=%00']) {
      const visitor = app.visitor()
      await leaveFor(visitor, { provider: 'github' })
      expect(await arrive(visitor, `/api/v1/user/github/callback${query}`)).toBe(failed)
    }
  })
})

describe('a provider', () => {
  /** A site whose provider is this server. */
  async function withProvider(answer: RequestListener) {
    const server = createServer(answer).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const stop = () => {
      server.closeAllConnections()
      server.close()
    }
    const client = { OIDC_CLIENT_ID: 'vireo', OIDC_CLIENT_SECRET: 'secret' }
    const github = { GITHUB_CLIENT_ID: 'vireo', GITHUB_CLIENT_SECRET: 'secret' }
    const site = await createTestApp({
      ...client,
      ...github,
      OIDC_ISSUER: url,
      GITHUB_URL: url,
      GITHUB_API_URL: url,
    })
    onTestFinished(async () => {
      stop()
      await site.close()
    })
    return { site, stop, url }
  }
  const metadata = (url: string) => ({
    issuer: url,
    authorization_endpoint: `${url}/authorize`,
    token_endpoint: `${url}/token`,
    jwks_uri: `${url}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  })

  it('that is down is told so, and is asked again by the next person', async () => {
    let isUp = false
    const { site } = await withProvider((request, response) => {
      if (!isUp) return void request.socket.destroy()
      const body = JSON.stringify(metadata(`http://${request.headers.host}`))
      response.writeHead(200, { 'content-type': 'application/json' }).end(body)
    })
    const visitor = site.visitor()
    expect(await leaveFor(visitor, { provider: 'oidc', next: '/tweets' })).toBe(
      '/auth/?problem=failed&next=%2Ftweets',
    )
    isUp = true
    expect(await leaveFor(visitor, { provider: 'oidc' })).toContain('/authorize?')
  })

  it.each([
    ['an error', 500, 'text/plain', 'sorry'],
    ['a page', 200, 'text/html', '<html>'],
    ['half of a document', 200, 'application/json', '{"issuer":'],
    ['the metadata of another', 200, 'application/json', JSON.stringify(metadata('https://evil.example'))],
  ])('that answers %s fails', async (_what, status, type, body) => {
    const { site } = await withProvider((_request, response) => {
      response.writeHead(status, { 'content-type': type }).end(body)
    })
    expect(await leaveFor(site.visitor(), { provider: 'oidc' })).toBe(failed)
  })

  it.each([
    ['no token', '{"error":"bad_verification_code"}', '{}', '[]'],
    ['no number', '{"access_token":"x","token_type":"bearer"}', '{"login":"robin"}', '[]'],
    ['nonsense', '{"access_token":"x","token_type":"bearer"}', '"robin"', '{"a":1}'],
  ])('like GitHub that answers with %s fails', async (_what, token, user, emails) => {
    const answers: Record<string, string> = {
      '/login/oauth/access_token': token,
      '/user': user,
      '/user/emails': emails,
    }
    const { site, url } = await withProvider((request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(answers[request.url ?? ''])
    })
    const visitor = site.visitor()
    const address = await leaveFor(visitor, { provider: 'github' })
    const state = new URL(address).searchParams.get('state') ?? ''
    const query = new URLSearchParams({ code: 'x', state, iss: `${url}/login/oauth` })
    expect(await arrive(visitor, `/api/v1/user/github/callback?${query}`)).toBe(failed)
    expect(visitor.cookies.has('vireo_session')).toBe(false)
  })

  it('that never answers is given up after ten seconds', async () => {
    const { site } = await withProvider(() => {})
    const started = performance.now()
    expect(await leaveFor(site.visitor(), { provider: 'oidc' })).toBe(failed)
    expect(performance.now() - started).toBeLessThan(15_000)
  })
})

it('no secret of a trip is in an address of ours or in the log', async () => {
  const secrets = new Set<string>(app.secrets)
  for (const provider of providers) {
    const visitor = app.visitor()
    const address = new URL(await leaveFor(visitor, { provider, next: '/tweets' }))
    for (const name of ['state', 'nonce', 'code_challenge'])
      secrets.add(address.searchParams.get(name) ?? visitor.cookies.get('vireo_provider_trip') ?? '')
    secrets.add(visitor.cookies.get('vireo_provider_trip') ?? '')
    const callback = await visitProvider(address.href, app.newPerson())
    secrets.add(new URL(callback).searchParams.get('code') ?? '')
    expect(await arrive(visitor, callback)).toBe('/tweets')
    secrets.add(visitor.cookies.get('vireo_session') ?? '')
    // A second try fails, and is logged.
    await leaveFor(visitor, { provider })
    expect(await arrive(visitor, callback)).toBe(failed)
  }
  const log = lines.join('')
  expect(log).toContain('a trip to a sign-in provider failed')
  expect(secrets.size).toBeGreaterThan(12)
  for (const secret of secrets) expect(secret.length).toBeGreaterThan(20)
  expect([...secrets].filter((secret) => log.includes(secret))).toEqual([])
})
