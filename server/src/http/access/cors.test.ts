import { addressOf, api, type Notification } from '@vireo/contract'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/app/app.ts'
import type { TestClient } from '../../../test/app/client.ts'
import { formWith } from '../../../test/content/pictures.ts'
import { postTweet, smallPicture } from '../../../test/content/tweets.ts'
import { testPassword } from '../../../test/password.ts'

const origin = 'https://app.example'
let app: TestApp
beforeAll(async () => {
  const settings = { PUBLIC_URL: 'https://vireo.example', CORS_ORIGINS: `${origin},http://localhost:3000` }
  // With the cache of responses.
  app = await createTestApp(settings, { freshMs: 60_000 })
})
afterAll(() => app.close())

const crossSite = { origin, 'sec-fetch-site': 'cross-site' }
const permission = (headers: Headers) => ({
  origin: headers.get('access-control-allow-origin'),
  credentials: headers.get('access-control-allow-credentials'),
})
const allowed = { origin, credentials: 'true' }

it('a page of a listed origin signs in, reads and changes things with cookies', async () => {
  const { username } = await app.createPerson()
  const client = app.visitor()
  const body = { username, password: testPassword }
  const login = await client.call(api.signIn.login, { body, headers: { ...crossSite } })
  expect(login.status).toBe(200)
  expect(permission(login.headers)).toEqual(allowed)
  expect(login.headers.get('vary')).toContain('Origin')
  expect(login.headers.get('access-control-expose-headers')).toContain('retry-after')
  const cookies = login.headers.getSetCookie()
  expect(cookies.length).toBeGreaterThan(1)
  for (const cookie of cookies) expect(cookie).toMatch(/; Secure; SameSite=None/)
  const me = await client.call(api.accounts.currentUser, { headers: { ...crossSite } })
  expect(me).toMatchObject({ status: 200, data: { username } })
  expect(me.headers.get('cross-origin-resource-policy')).toBe('same-origin')
  const refused = await app.visitor().call(api.accounts.currentUser, { headers: { ...crossSite } })
  expect({ status: refused.status, ...permission(refused.headers) }).toEqual({ status: 401, ...allowed })
  const logout = await client.call(api.signIn.logout, { headers: { ...crossSite } })
  expect({ status: logout.status, cookies: client.cookies.has('__Host-vireo_session') }).toEqual({
    status: 200,
    cookies: false,
  })
})

const ask = (path: string, from: string, method = 'PATCH') =>
  app.visitor().fetch(path, {
    method: 'OPTIONS',
    headers: {
      origin: from,
      'access-control-request-method': method,
      'access-control-request-headers': 'content-type,tus-resumable,upload-offset',
    },
  })

it('a preflight allows the methods and headers of the API and of tus', async () => {
  for (const path of [
    addressOf(api.accounts.updateAccount),
    addressOf(api.uploads.open),
    addressOf(api.uploads.append),
    '/media/videos/x',
  ]) {
    const { status, headers } = await ask(path, 'http://localhost:3000')
    expect({ status, ...permission(headers) }).toEqual({
      status: 204,
      ...allowed,
      origin: 'http://localhost:3000',
    })
    expect(headers.get('access-control-allow-methods')).toContain('PATCH')
    for (const name of ['content-type', 'tus-resumable', 'upload-checksum', 'upload-offset', 'range'])
      expect(headers.get('access-control-allow-headers')).toContain(name)
  }
  expect(permission((await ask('/', origin)).headers)).toEqual({ origin: null, credentials: null })
})

it('events, media and uploads can be used from a listed origin', async () => {
  const robin = await app.signedIn()
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const events = await robin.fetch(addressOf(api.events.stream), { headers: crossSite, signal: stop.signal })
  expect(events.headers.get('content-type')).toBe('text/event-stream')
  expect(permission(events.headers)).toEqual(allowed)

  const { image } = await postTweet(robin)
  const picture = await app.visitor().fetch(String(image), { headers: { origin } })
  expect({ status: picture.status, ...permission(picture.headers) }).toEqual({ status: 200, ...allowed })
  expect(picture.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(picture.headers.get('vary')).toContain('Origin')

  const tus = { 'tus-resumable': '1.0.0', 'upload-length': '10' }
  const opened = await robin.fetch(addressOf(api.uploads.open), {
    method: 'POST',
    headers: { ...crossSite, ...tus },
  })
  expect({ status: opened.status, ...permission(opened.headers) }).toEqual({ status: 201, ...allowed })
  expect(opened.headers.get('access-control-expose-headers')).toMatch(/\blocation\b/i)
  const options = await robin.fetch(addressOf(api.uploads.options), { method: 'OPTIONS', headers: crossSite })
  expect({ status: options.status, ...permission(options.headers) }).toEqual({ status: 204, ...allowed })
  expect(options.headers.get('tus-extension')).toContain('checksum')
})

it('a page of a listed origin gets complete addresses of files; others get paths, from a cache that does not mix them', async () => {
  const owner = await app.signedIn()
  const { image } = await postTweet(owner, '/media/only-text')
  const { data } = await owner.call(api.accounts.updateAvatar, {
    form: formWith('avatar', await smallPicture()),
  })
  const fan = await app.signedIn()
  await owner.call(api.subscriptions.toggle, { params: { channelId: fan.person.id } })
  const complete = { avatar: `https://vireo.example${data.avatar}`, image: `https://vireo.example${image}` }
  const paths = { avatar: data.avatar, image }
  const list = async (client: TestClient, headers: Record<string, string>) => {
    const answer = await client.call(api.tweets.list, { headers })
    const [tweet] = answer.data.docs
    expect(tweet?.content).toBe('/media/only-text')
    return { avatar: tweet?.owner.avatar, image: tweet?.image }
  }
  const visitor = app.visitor()
  const own = { 'sec-fetch-site': 'same-origin' }
  for (const client of [visitor, fan])
    for (const headers of [crossSite, own, crossSite, { origin: 'https://evil.example' }, own])
      expect(await list(client, { ...headers })).toEqual(headers === crossSite ? complete : paths)

  const first = await visitor.call(api.tweets.list, { headers: { ...crossSite } })
  const etag = first.headers.get('etag') ?? ''
  expect(first.headers.get('vary')).toMatch(/Origin.*cookie/)
  const path = addressOf(api.tweets.list)
  const repeat = (headers: Record<string, string>) =>
    visitor.fetch(path, { headers: { ...headers, 'if-none-match': etag } })
  expect([(await repeat(crossSite)).status, (await repeat(own)).status]).toEqual([304, 200])

  const notifications = async (headers: Record<string, string>) => {
    const response = await fan.fetch('/api/notifications', { headers })
    const [notification] = (await response.json()) as Notification[]
    return notification?.avatarUrl
  }
  expect([await notifications(crossSite), await notifications(own)]).toEqual([complete.avatar, paths.avatar])
})

it.each(['https://evil.example', 'https://app.example.evil.example', 'http://app.example', 'null'])(
  'a page of %s gets no permission and changes nothing',
  async (stranger) => {
    const robin = await app.signedIn()
    const preflight = await ask(addressOf(api.signIn.logout), stranger, 'POST')
    expect(permission(preflight.headers)).toEqual({ origin: null, credentials: null })
    const headers = { origin: stranger, 'sec-fetch-site': 'cross-site' }
    const logout = await robin.call(api.signIn.logout, { headers: { ...headers } })
    expect(logout).toMatchObject({ status: 403, message: 'This call must come from the site itself' })
    const me = await robin.call(api.accounts.currentUser, { headers: { ...headers } })
    expect(permission(me.headers)).toEqual({ origin: null, credentials: null })
    expect(me.headers.get('vary')).toContain('Origin')
  },
)

it('cookies are sent from other sites only with HTTPS', async () => {
  const local = await createTestApp({ CORS_ORIGINS: origin })
  onTestFinished(() => local.close())
  const { username } = await local.createPerson()
  const { headers } = await local
    .visitor()
    .call(api.signIn.login, { body: { username, password: testPassword }, headers: { ...crossSite } })
  for (const cookie of headers.getSetCookie()) expect(cookie).toContain('SameSite=Lax')
})
