import { api } from '@vireo/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/app/app.ts'
import { TestClient } from '../../../test/app/client.ts'
import { testPassword } from '../../../test/password.ts'
import { newcomer, prove } from '../../features/people/accounts/test-kit.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(() => app.clock.advance(16 * 60))
afterAll(() => app.close())

const day = 24 * 3600
const month = `Max-Age=${30 * day}`
const whoAmI = (client: TestClient) => client.call(api.accounts.currentUser)
const signedOut = { status: 401, message: 'Please sign in' }

/** The attributes of each cookie that an answer sets, by the cookie's name. */
function cookiesOf(headers: Headers) {
  return Object.fromEntries(
    headers.getSetCookie().map((line) => {
      const [pair = '', ...attributes] = line.split('; ')
      return [pair.split('=')[0], attributes.sort()]
    }),
  )
}

/** The same cookies in another browser, as with a thief or a backup. */
function copyOf(client: TestClient) {
  const copy = new TestClient(app.origin)
  for (const [name, value] of client.cookies) copy.cookies.set(name, value)
  return copy
}

describe('the session cookie', () => {
  it('is not available to scripts and other sites, and lasts thirty days', async () => {
    const { username } = await app.createPerson()
    const answer = await app.visitor().call(api.signIn.login, { body: { username, password: testPassword } })
    expect(cookiesOf(answer.headers)).toEqual({
      vireo_session: ['HttpOnly', month, 'Path=/', 'SameSite=Lax'],
      // Only shows the page whether to request the current user.
      vireo_signed_in: [month, 'Path=/', 'SameSite=Lax'],
      // Identifies the browser for rate limits, even if nobody is signed in.
      vireo_device: ['HttpOnly', 'Max-Age=31536000', 'Path=/', 'SameSite=Lax'],
    })
  })

  it('is Secure when the site uses https', async () => {
    const secure = await createTestApp({ PUBLIC_URL: 'https://vireo.example' })
    try {
      const { username } = await secure.createPerson()
      const answer = await secure
        .visitor()
        .call(api.signIn.login, { body: { username, password: testPassword } })
      for (const attributes of Object.values(cookiesOf(answer.headers)))
        expect(attributes).toContain('Secure')
    } finally {
      await secure.close()
    }
  })
})

describe('on a site that uses https', () => {
  let secure: TestApp
  beforeAll(async () => {
    secure = await createTestApp({ PUBLIC_URL: 'https://vireo.example' })
  })
  afterAll(() => secure.close())

  const prefix = '__Host-'
  const session = `${prefix}vireo_session`
  /** Another browser with these cookies. */
  const browserWith = (cookies: Record<string, string | undefined>) => {
    const browser = secure.visitor()
    for (const [name, value] of Object.entries(cookies)) browser.cookies.set(name, value ?? '')
    return browser
  }

  it('all cookies have the prefix that keeps other hosts from setting them', async () => {
    const { username } = await secure.createPerson()
    const answer = await secure
      .visitor()
      .call(api.signIn.login, { body: { username, password: testPassword } })
    expect(cookiesOf(answer.headers)).toEqual({
      [session]: ['HttpOnly', month, 'Path=/', 'SameSite=Lax', 'Secure'],
      [`${prefix}vireo_signed_in`]: [month, 'Path=/', 'SameSite=Lax', 'Secure'],
      [`${prefix}vireo_device`]: ['HttpOnly', 'Max-Age=31536000', 'Path=/', 'SameSite=Lax', 'Secure'],
    })
    const visitor = secure.visitor()
    await prove(secure, visitor, 'wren@example.org', 'sign-up')
    const proof = `${prefix}vireo_email_proof`
    expect([...visitor.cookies.keys()]).toContain(proof)
    const unprefixed = browserWith({ vireo_email_proof: visitor.cookies.get(proof) })
    const body = { ...newcomer('wren'), email: 'wren@example.org' }
    expect((await unprefixed.call(api.signIn.register, { body })).status).toBe(400)
    expect((await visitor.call(api.signIn.register, { body })).status).toBe(200)
  })

  /** Somebody who signed in at an earlier version, in their browser. */
  const signedInEarlier = async () => {
    const { person, cookies } = await secure.signedIn()
    await secure.context.sql`update sessions set has_prefixed_cookie = false where user_id = ${person.id}`
    const [token, device] = [cookies.get(session), cookies.get(`${prefix}vireo_device`)]
    const earlier = browserWith({ vireo_session: token, vireo_signed_in: '1', vireo_device: device })
    return { person, earlier, token, device }
  }

  it('a session of an earlier version continues, and its cookies get the new names', async () => {
    const { person, earlier, device } = await signedInEarlier()
    const answer = await whoAmI(earlier)
    expect(answer.status).toBe(200)
    expect(Object.keys(cookiesOf(answer.headers))).toEqual([session, `${prefix}vireo_signed_in`])
    // It stays for processes of the earlier version, until the person signs out.
    expect(earlier.cookies.get('vireo_session')).toBe(earlier.cookies.get(session))
    expect((await whoAmI(earlier)).headers.getSetCookie()).toEqual([])
    await earlier.call(api.accounts.resetPasswordEmailOtp, { body: { email: person.email } })
    expect(earlier.cookies.get(`${prefix}vireo_device`)).toBe(device)
    await earlier.call(api.signIn.logout)
    expect([...earlier.cookies.keys()].filter((name) => /session|signed/.test(name))).toEqual([])
  })

  it('a session of an earlier version is not accepted by its old cookie once the new one has been used', async () => {
    const { earlier, token } = await signedInEarlier()
    const withOldCookie = () => whoAmI(browserWith({ vireo_session: token }))
    await whoAmI(earlier)
    // Other requests of the same page may still arrive with the old cookie.
    secure.clock.advance(4 * 60)
    expect((await whoAmI(earlier)).status).toBe(200)
    expect((await withOldCookie()).status).toBe(200)
    secure.clock.advance(4 * 60)
    expect((await whoAmI(earlier)).status).toBe(200)
    expect((await withOldCookie()).status).toBe(200)
    secure.clock.advance(6 * 60)
    expect((await whoAmI(earlier)).status).toBe(200)
    expect(await withOldCookie()).toMatchObject(signedOut)
    // It is extended from then on, like any other.
    secure.clock.advance(29 * day)
    expect((await whoAmI(earlier)).headers.getSetCookie()).toHaveLength(2)
    secure.clock.advance(29 * day)
    expect((await whoAmI(earlier)).status).toBe(200)
  })

  it('a session of an earlier version ends after thirty days if only its old cookie is used', async () => {
    const { token } = await signedInEarlier()
    const withOldCookie = () => whoAmI(browserWith({ vireo_session: token }))
    for (const days of [10, 10, 9]) {
      secure.clock.advance(days * day)
      expect((await withOldCookie()).status).toBe(200)
    }
    secure.clock.advance(2 * day)
    expect(await withOldCookie()).toMatchObject(signedOut)
  })

  it('a cookie that another host may have set signs nobody in', async () => {
    const [thief, victim] = [await secure.signedIn(), await secure.signedIn()]
    const stolen = thief.cookies.get(session)
    const tricked = browserWith({ vireo_session: stolen })
    expect((await whoAmI(thief)).status).toBe(200)
    // The session was just looked up for the thief, which is remembered for a moment.
    expect(await whoAmI(tricked)).toMatchObject(signedOut)
    victim.cookies.set('vireo_session', stolen ?? '')
    expect((await whoAmI(victim)).data._id).toBe(victim.person.id)
  })
})

describe('a session', () => {
  it('lasts as long as it is used at least once in thirty days', async () => {
    const client = await app.signedIn()
    for (let i = 0; i < 3; i++) {
      app.clock.advance(29 * day)
      const answer = await whoAmI(client)
      expect(answer.status).toBe(200)
      expect(cookiesOf(answer.headers).vireo_session).toContain(month)
    }
  })

  it('ends after thirty days without use, and the expired cookie is deleted', async () => {
    const client = await app.signedIn()
    app.clock.advance(30 * day + 1)
    expect(await whoAmI(client)).toMatchObject(signedOut)
    expect([...client.cookies.keys()]).toEqual(['vireo_device'])
  })

  it('is not updated at every call', async () => {
    const client = await app.signedIn()
    app.clock.advance(30 * 60)
    expect((await whoAmI(client)).headers.getSetCookie()).toEqual([])
    app.clock.advance(31 * 60)
    expect((await whoAmI(client)).headers.getSetCookie()).toHaveLength(2)
  })

  it('is replaced by a new one at a sign-in with an expired cookie', async () => {
    const client = await app.signedIn()
    const dead = client.cookies.get('vireo_session')
    app.clock.advance(31 * day)
    const body = { username: client.person.username, password: testPassword }
    expect(await client.call(api.signIn.login, { body })).toMatchObject({ status: 200 })
    expect(client.cookies.get('vireo_session')).not.toBe(dead)
    expect(await whoAmI(client)).toMatchObject({ status: 200 })
  })

  it('does not exist for a made-up token', async () => {
    const client = app.visitor()
    client.cookies.set('vireo_session', 'A'.repeat(32))
    expect(await whoAmI(client)).toMatchObject(signedOut)
  })

  it('ends when its person is deleted', async () => {
    const client = await app.signedIn()
    await app.context.sql`delete from users where id = ${client.person.id}`
    expect(await whoAmI(client)).toMatchObject(signedOut)
  })
})

describe('signing out', () => {
  it('ends the session on the server, so that the old cookie no longer works', async () => {
    const client = await app.signedIn()
    const thief = copyOf(client)
    const answer = await client.call(api.signIn.logout)
    expect(answer).toMatchObject({ status: 200, message: 'Logout Successfull', data: null })
    expect([...client.cookies.keys()]).toEqual(['vireo_device'])
    expect(await whoAmI(thief)).toMatchObject(signedOut)
  })

  it('leaves other devices signed in', async () => {
    const here = await app.signedIn()
    const elsewhere = app.visitor()
    const body = { username: here.person.username, password: testPassword }
    await elsewhere.call(api.signIn.login, { body })
    await here.call(api.signIn.logout)
    expect(await whoAmI(elsewhere)).toMatchObject({ status: 200 })
  })

  it('succeeds without a session', async () => {
    expect(await app.visitor().call(api.signIn.logout)).toMatchObject({ status: 200 })
  })
})

it('every call that requires a session refuses a visitor before it validates anything else', async () => {
  const endpoints = Object.values(api).flatMap((group) => Object.values(group))
  // An answer to HEAD has no body.
  const wanting = endpoints.filter(({ auth, method }) => auth !== 'public' && method !== 'HEAD')
  expect(wanting.length).toBeGreaterThan(8)
  for (const endpoint of wanting) {
    const visitor = app.visitor()
    const params = { id: 'x', username: 'x' }
    // Checked before the body, which could not even be parsed.
    const hasBody = endpoint.method !== 'GET'
    const answer = await visitor.callUnchecked(endpoint, {
      params,
      ...(hasBody && { headers: { 'content-type': 'application/json', 'content-length': '0' } }),
    })
    // To everyone else, the endpoints of moderators and administrators do not exist.
    const refusal =
      endpoint.auth === 'session'
        ? { statuscode: 401, message: 'Please sign in', code: 'auth.required' }
        : { statuscode: 404, message: 'Not found', code: 'request.not-found' }
    expect(answer.envelope, endpoint.path).toEqual({ ...refusal, data: null, success: false })
  }
})
