import { api } from '@vireo/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { TestClient } from '../../../../test/app/client.ts'
import { rawRequest } from '../../../../test/app/raw.ts'
import { visitProvider } from '../../../../test/programs/sample-providers.ts'
import { newWindow } from '../accounts/test-kit.ts'
import {
  authorizeAt,
  createProviderApp,
  followCallback,
  type ProviderApp,
  signInAt,
  startAt,
} from './test-kit.ts'

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

/** The same address with one query parameter replaced or removed. */
function withQuery(address: string, name: string, value: string | undefined): string {
  const url = new URL(address)
  if (value === undefined) url.searchParams.delete(name)
  else url.searchParams.set(name, value)
  return url.href
}

/** Expects that nobody is signed in and no account was created. */
async function expectNothing(client: TestClient, usersBefore: number) {
  expect(client.cookies.has('vireo_session')).toBe(false)
  expect((await client.call(api.accounts.currentUser)).status).toBe(401)
  expect(await countUsers()).toBe(usersBefore)
}
const countUsers = async () => (await app.context.sql`select from users`).length

describe('starting a sign-in at a provider', () => {
  it.each(providers)('sends state and PKCE to %s, bound to this browser', async (provider) => {
    const visitor = app.visitor()
    const url = new URL(await startAt(visitor, { provider }))
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

  it('sets a cookie that scripts and other sites cannot read', async () => {
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
  ])('never leads to %s in the end', async (next) => {
    expect(await signInAt(app.visitor(), app.newPerson(), { next })).toBe('/')
  })

  it('sends a redirect address based on PUBLIC_URL to the provider', async () => {
    const elsewhere = await createProviderApp({ PUBLIC_URL: 'https://videos.example.org' })
    onTestFinished(elsewhere.close)
    const url = new URL(await startAt(elsewhere.visitor()))
    expect(url.searchParams.get('redirect_uri')).toBe(
      'https://videos.example.org/api/v1/user/google/callback',
    )
  })

  it('sends someone who is signed in already to the page they came for', async () => {
    const robin = await app.signedIn()
    expect(await startAt(robin, { next: '/tweets' })).toBe('/tweets')
    expect(robin.cookies.has('vireo_provider_trip')).toBe(false)
  })

  it.each([
    ['cross-site', '/auth/?next=%2Ftweets&invite=abc'],
    ['same-site', '/auth/?next=%2Ftweets&invite=abc'],
    ['same-origin', 'provider'],
    ['none', 'provider'],
  ])('is not possible from another site: %s', async (site, end) => {
    const visitor = app.visitor()
    const headers = { 'sec-fetch-site': site }
    const answer = await visitor.fetch('/api/v1/user/google?next=/tweets&invite=abc', { headers })
    const location = answer.headers.get('location') ?? ''
    expect(location.startsWith(app.urlOf('google')) ? 'provider' : location).toBe(end)
    expect(visitor.cookies.has('vireo_provider_trip')).toBe(end === 'provider')
  })

  it.each([
    `next=/${'x'.repeat(2000)}`,
    'next=/a&next=/b',
    'next=/a%00',
    `invite=${'x'.repeat(201)}`,
    'invite=a&invite=b',
    'invite=%00',
    '%ff=%00&next',
  ])('ignores invalid parameters: %s', async (query) => {
    const visitor = app.visitor()
    const answer = await visitor.fetch(`/api/v1/user/google?${query}`)
    const callback = await visitProvider(answer.headers.get('location') ?? '', app.newPerson())
    expect(await followCallback(visitor, callback)).toBe('/')
  })

  it('is limited per network', async () => {
    const visitor = app.visitor()
    for (let i = 0; i < 60; i++) await startAt(visitor)
    expect(await startAt(visitor, { next: '/tweets' })).toBe('/auth/?problem=too-many&next=%2Ftweets')
  })
})

describe('the callback of a provider', () => {
  it.each(providers)('from %s reports that the person declined', async (provider) => {
    const before = await countUsers()
    const visitor = app.visitor()
    expect(await signInAt(visitor, 'deny', { provider, next: '/tweets', invite: 'abc' })).toBe(
      '/auth/?problem=denied&next=%2Ftweets&invite=abc',
    )
    await expectNothing(visitor, before)
  })

  it('is refused after more than ten minutes', async () => {
    const before = await countUsers()
    const visitor = app.visitor()
    const callback = await authorizeAt(visitor, app.newPerson())
    app.clock.advance(10 * 60 + 1)
    expect(await followCallback(visitor, callback)).toBe(expired)
    await expectNothing(visitor, before)
  })

  it('works only once', async () => {
    const visitor = app.visitor()
    const callback = await authorizeAt(visitor, app.newPerson())
    const pending = visitor.cookies.get('vireo_provider_trip') ?? ''
    expect(await followCallback(visitor, callback)).toBe('/')
    const thief = app.visitor()
    thief.cookies.set('vireo_provider_trip', pending)
    expect(await followCallback(thief, callback)).toBe(expired)
    expect(thief.cookies.has('vireo_session')).toBe(false)
  })

  it('works for only one of two simultaneous requests', async () => {
    const visitor = app.visitor()
    const callback = await authorizeAt(visitor, app.newPerson())
    const copy = app.visitor()
    for (const [name, value] of visitor.cookies) copy.cookies.set(name, value)
    const ends = await Promise.all([followCallback(visitor, callback), followCallback(copy, callback)])
    expect(ends.sort()).toEqual(['/', expired])
  })

  it.each(providers)('from %s does not work in another browser', async (provider) => {
    const before = await countUsers()
    const callback = await authorizeAt(app.visitor(), app.newPerson(), { provider })
    const [stranger, victim] = [app.visitor(), app.visitor()]
    expect(await followCallback(stranger, callback)).toBe(expired)
    // A person who is signing in must not be signed in to the account of an attacker who sent this link.
    await startAt(victim, { provider })
    expect(await followCallback(victim, callback)).toBe(failed)
    for (const client of [stranger, victim]) await expectNothing(client, before)
  })

  it.each([
    ['forged', 'state', 'x'.repeat(43)],
    ['missing', 'state', undefined],
    ['of another issuer', 'iss', 'https://evil.example'],
    ['missing', 'iss', undefined],
    ['made up', 'code', 'nonsense'],
    ['missing', 'code', undefined],
  ])('is refused with a parameter that is %s: %s', async (_what, name, value) => {
    const before = await countUsers()
    const visitor = app.visitor()
    const callback = await authorizeAt(visitor, app.newPerson())
    expect(await followCallback(visitor, withQuery(callback, name, value))).toBe(failed)
    await expectNothing(visitor, before)
  })

  it('is refused with the code of another person’s sign-in, because of PKCE', async () => {
    const before = await countUsers()
    const [victim, attacker] = [app.visitor(), app.visitor()]
    const theirs = new URL(await authorizeAt(attacker, app.newPerson()))
    const callback = await authorizeAt(victim, app.newPerson())
    const mixed = withQuery(callback, 'code', theirs.searchParams.get('code') ?? '')
    expect(await followCallback(victim, mixed)).toBe(failed)
    await expectNothing(victim, before)
  })

  it.each(['google', 'oidc'] as const)('from %s is refused with another nonce', async (provider) => {
    const before = await countUsers()
    const visitor = app.visitor()
    const changed = withQuery(await startAt(visitor, { provider }), 'nonce', 'another')
    expect(await followCallback(visitor, await visitProvider(changed, app.newPerson()))).toBe(failed)
    await expectNothing(visitor, before)
  })

  it('is refused at the address of another provider', async () => {
    const before = await countUsers()
    const visitor = app.visitor()
    const callback = await authorizeAt(visitor, app.newPerson(), { provider: 'oidc' })
    expect(await followCallback(visitor, callback.replace('/user/oidc/', '/user/google/'))).toBe(failed)
    await expectNothing(visitor, before)
  })

  it.each(['server_error', 'temporarily_unavailable', '<script>'])(
    'with the error %s fails',
    async (error) => {
      const visitor = app.visitor()
      const state = new URL(await startAt(visitor)).searchParams.get('state') ?? ''
      const query = new URLSearchParams({ error, state, iss: app.urlOf('google') })
      expect(await followCallback(visitor, `/api/v1/user/google/callback?${query}`)).toBe(failed)
    },
  )

  it.each([
    '',
    '?code=x',
    '?state=x&code=x&state=y',
    '?error=access_denied',
    '?%00=%ff',
    `?code=${'x'.repeat(6000)}`,
  ])('without a started sign-in is reported as expired: %s', async (query) => {
    expect(await followCallback(app.visitor(), `/api/v1/user/github/callback${query}`)).toBe(expired)
  })

  it('works with an invalid Host header', async () => {
    const visitor = app.visitor()
    const callback = new URL(await authorizeAt(visitor, app.newPerson()))
    const cookie = `vireo_provider_trip=${visitor.cookies.get('vireo_provider_trip')}`
    const { status, headers } = await rawRequest(app.origin, callback.pathname + callback.search, {
      headers: { host: '[', cookie },
    })
    expect([status, headers.location]).toEqual([302, '/'])
  })

  it('leads to an error page and logs an unexpected failure', async () => {
    const faults: string[] = []
    const broken = await createProviderApp(
      { LOG_LEVEL: 'error' },
      { logTo: { write: (line: string) => void faults.push(line) } },
    )
    onTestFinished(broken.close)
    const visitor = broken.visitor()
    const callback = await authorizeAt(visitor, broken.newPerson(), { next: '/tweets' })
    await broken.context.sql`alter table identities rename to lost`
    expect(await followCallback(visitor, callback)).toBe('/auth/?problem=failed&next=%2Ftweets')
    expect(faults.join('')).toContain('a sign-in with a provider failed')
    await broken.context.sql`alter table browser_flows rename to lost_flows`
    expect(await startAt(visitor)).toBe(failed)
    visitor.cookies.set('vireo_provider_trip', 'x')
    expect(await followCallback(visitor, callback)).toBe(failed)
  })

  it('handles any query of a started sign-in', async () => {
    for (const query of ['', '?code=x', '?state=x&state=y', '?error=access_denied', '?%00=%ff&code=%00']) {
      const visitor = app.visitor()
      await startAt(visitor, { provider: 'github' })
      expect(await followCallback(visitor, `/api/v1/user/github/callback${query}`)).toBe(failed)
    }
  })
})

it('no secret of a sign-in appears in an address of the site or in the log', async () => {
  const secrets = new Set<string>(app.secrets)
  const addresses: string[] = []
  for (const provider of providers) {
    const visitor = app.visitor()
    const address = new URL(await startAt(visitor, { provider, next: '/tweets' }))
    for (const name of ['state', 'nonce', 'code_challenge'])
      if (provider !== 'github' || name !== 'nonce') secrets.add(address.searchParams.get(name) ?? '')
    const [pending] = await app.context.sql<{ verifier: string }[]>`
      select data ->> 'verifier' as verifier from browser_flows where data ->> 'state' = ${address.searchParams.get('state')}`
    secrets.add(pending?.verifier ?? '')
    secrets.add(visitor.cookies.get('vireo_provider_trip') ?? '')
    const callback = await visitProvider(address.href, app.newPerson())
    secrets.add(new URL(callback).searchParams.get('code') ?? '')
    addresses.push(await followCallback(visitor, callback))
    secrets.add(visitor.cookies.get('vireo_session') ?? '')
    // A second use fails and is logged.
    const again = app.visitor()
    await startAt(again, { provider })
    addresses.push(await followCallback(again, callback))
  }
  expect(addresses).toEqual(providers.flatMap(() => ['/tweets', failed]))
  const log = lines.join('')
  expect(log).toContain('a trip to a sign-in provider failed')
  // The site has three secrets and each authorization seven, but GitHub gets no nonce.
  expect(secrets.size).toBe(3 + 3 * 7 - 1)
  for (const secret of secrets) expect(secret.length).toBeGreaterThan(20)
  expect([...secrets].filter((secret) => log.includes(secret))).toEqual([])
})
