import { api, passkeyLimits } from '@vireo/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import { codeOf, type TestClient } from '../../../../test/app/client.ts'
import { deleteAccountPermanently } from '../../../../test/content/deletion.ts'
import { testPassword } from '../../../../test/password.ts'
import { newId } from '../../../lib/ids.ts'
import { newWindow } from '../accounts/test-kit.ts'
import { type Authenticator, createAuthenticator, type Forgery } from './test-kit.ts'

const origin = 'https://vireo.example'
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ PUBLIC_URL: origin })
})
beforeEach(() => newWindow(app))
afterAll(() => app.close())

const invalid = [400, 'passkey.invalid']
const expired = [400, 'auth.flow-expired']

async function add(client: TestClient, key: Authenticator, name = 'Laptop', forged: Forgery = {}) {
  return (await beginToAdd(client, key, name, forged))()
}
/** Fetches the challenge; the returned function sends the answer to it. */
async function beginToAdd(client: TestClient, key: Authenticator, name: string, forged: Forgery = {}) {
  const { data } = await client.call(api.passkeys.registrationOptions)
  const response = key.create(data.options, forged)
  return () => client.call(api.passkeys.add, { body: { response, name } })
}
async function signIn(key: Authenticator, forged: Forgery = {}, client = app.visitor()) {
  const { data } = await client.call(api.passkeys.signInOptions)
  return {
    client,
    answer: await client.call(api.passkeys.signIn, { body: { response: key.get(data, forged) } }),
  }
}
const list = async (client: TestClient) => (await client.call(api.passkeys.list)).data.docs
const me = (client: TestClient) => client.call(api.accounts.currentUser)

/** A person with a passkey. */
async function withPasskey(name?: string) {
  const robin = await app.signedIn()
  const key = createAuthenticator(origin)
  const added = await add(robin, key, name)
  if (added.status !== 200) throw new Error(added.message)
  return { robin, key, id: added.data._id }
}
/** A person without a password, as after a sign-in through a provider. */
const takePassword = (userId: string) =>
  app.context.sql`update users set password_hash = null where id = ${userId}`

describe('adding a passkey', () => {
  it('asks the browser for a discoverable passkey with user verification', async () => {
    const { robin } = await withPasskey()
    const { data } = await robin.call(api.passkeys.registrationOptions, {
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0' },
    })
    expect(data.suggestedName).toBe('Firefox on Linux')
    expect(data.options).toMatchObject({
      rp: { id: 'vireo.example', name: 'Vireo' },
      user: { name: robin.person.username, displayName: robin.person.fullname },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    expect(Buffer.from(data.options.user.id, 'base64url').toString('hex')).toBe(
      robin.person.id.replaceAll('-', ''),
    )
    expect(data.options.excludeCredentials).toMatchObject([{ transports: ['internal', 'hybrid'] }])
  })

  it('lists it with its name, and sends a mail about it', async () => {
    const { robin } = await withPasskey('  My laptop ')
    expect(await list(robin)).toMatchObject([{ name: 'My laptop', lastUsedAt: null }])
    expect(await app.mailsTo(robin.person.email)).toMatchObject([
      { subject: 'Vireo: Passkey added', text: expect.stringContaining('My laptop') },
    ])
  })

  it('requires a recently confirmed session', async () => {
    const { robin, key, id } = await withPasskey()
    const { data } = await robin.call(api.passkeys.registrationOptions)
    const response = key.create(data.options)
    app.clock.advance(16 * 60)
    const needed = [403, 'auth.confirm-needed']
    expect(codeOf(await robin.call(api.passkeys.registrationOptions))).toEqual(needed)
    expect(codeOf(await robin.call(api.passkeys.add, { body: { response, name: 'Late' } }))).toEqual(needed)
    expect(codeOf(await robin.call(api.passkeys.remove, { params: { id } }))).toEqual(needed)
  })

  it('accepts each challenge once, within five minutes, from the browser and person it was made for', async () => {
    const [robin, wren] = [await app.signedIn(), await app.signedIn()]
    const key = createAuthenticator(origin)
    const { data } = await robin.call(api.passkeys.registrationOptions)
    const body = { response: key.create(data.options), name: 'Laptop' }
    expect(codeOf(await wren.call(api.passkeys.add, { body }))).toEqual(expired)

    const elsewhere = app.visitor()
    const { username } = robin.person
    await elsewhere.call(api.signIn.login, { body: { username, password: testPassword } })
    expect(codeOf(await elsewhere.call(api.passkeys.add, { body }))).toEqual(expired)

    // In the same browser, another person has signed in since.
    const shared = app.visitor()
    for (const [name, value] of [...wren.cookies, ...robin.cookies]) shared.cookies.set(name, value)
    shared.cookies.set('__Host-vireo_session', wren.cookies.get('__Host-vireo_session') ?? '')
    expect(codeOf(await shared.call(api.passkeys.add, { body }))).toEqual(expired)
    expect(codeOf(await robin.call(api.passkeys.add, { body }))).toEqual(expired)

    expect(await add(robin, key)).toMatchObject({ status: 200 })
    const slow = await robin.call(api.passkeys.registrationOptions)
    const late = { response: createAuthenticator(origin).create(slow.data.options), name: 'Late' }
    app.clock.advance(5 * 60 + 1)
    expect(codeOf(await robin.call(api.passkeys.add, { body: late }))).toEqual(expired)
  })

  it.each<[string, Forgery]>([
    ['of another site', { origin: 'https://other.example' }],
    ['for another name', { rpId: 'other.example' }],
    ['that verified nobody', { isVerified: false }],
    ['for another challenge', { challenge: 'AAAA' }],
    ['that signs in', { type: 'webauthn.get' }],
  ])('refuses an answer %s', async (_what, forged) => {
    const robin = await app.signedIn()
    expect(codeOf(await add(robin, createAuthenticator(origin), 'Laptop', forged))).toEqual(invalid)
    expect(await list(robin)).toEqual([])
  })

  it('refuses a passkey that is already registered, by the same person or another', async () => {
    const { robin, key } = await withPasskey()
    const wren = await app.signedIn()
    for (const client of [robin, wren])
      expect(codeOf(await add(client, key))).toEqual([409, 'passkey.already-added'])
  })

  it('stops at twenty, even for two that are added at the same moment', async () => {
    const robin = await app.signedIn()
    for (let i = 0; i < passkeyLimits.perPerson - 1; i++)
      expect(await add(robin, createAuthenticator(origin), `Key ${i}`)).toMatchObject({ status: 200 })
    // Two browsers, because each has one challenge at a time.
    const { username } = robin.person
    const other = app.visitor()
    await other.call(api.signIn.login, { body: { username, password: testPassword } })
    // Both get their challenge before either adds a passkey: with twenty passkeys there are no more challenges.
    const begun = await Promise.all(
      [robin, other].map((one) => beginToAdd(one, createAuthenticator(origin), 'Laptop')),
    )
    const answers = await Promise.all(begun.map((finish) => finish()))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(codeOf(await robin.call(api.passkeys.registrationOptions))).toEqual([409, 'passkey.too-many'])
    expect(await list(robin)).toHaveLength(passkeyLimits.perPerson)
  })

  it.each([
    ['', 'Name is required'],
    ['  ', 'Name is required'],
    ['x'.repeat(51), 'Name must be at most 50 characters'],
  ])('refuses the name "%s"', async (name, message) => {
    const { robin, key, id } = await withPasskey()
    expect(await add(robin, key, name)).toMatchObject({ status: 400, message })
    const renamed = await robin.call(api.passkeys.rename, { params: { id }, body: { name } })
    expect(renamed).toMatchObject({ status: 400, message })
  })
})

describe('signing in with a passkey', () => {
  it('needs no name, starts a session and notes when the passkey was used', async () => {
    const { robin, key } = await withPasskey()
    const { client, answer } = await signIn(key)
    expect(answer).toMatchObject({ status: 200, message: 'Signin Successful' })
    expect(answer.data).toMatchObject({ _id: robin.person.id })
    expect((await me(client)).data).toEqual(answer.data)
    const [row] = await list(robin)
    expect(Date.parse(row?.lastUsedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(row?.createdAt ?? ''))
    const mail = await app.newestMail(robin.person.email)
    expect(mail.subject).toBe('New sign-in to your Vireo account')
  })

  it('needs no second step', async () => {
    const { robin, key } = await withPasskey()
    await app.context.sql`
      insert into two_step (user_id, secret, enabled_at) values (${robin.person.id}, '\\x00', now())`
    const { username } = robin.person
    const body = { username, password: testPassword }
    expect(codeOf(await app.visitor().call(api.signIn.login, { body }))).toEqual([401, 'auth.second-step'])
    expect((await signIn(key)).answer).toMatchObject({ status: 200 })
  })

  it.each<[string, Forgery]>([
    ['of another site', { origin: 'https://other.example' }],
    ['for another name', { rpId: 'other.example' }],
    ['that verified nobody', { isVerified: false }],
    ['for another challenge', { challenge: 'AAAA' }],
    ['that makes a passkey', { type: 'webauthn.create' }],
    ['of another person', { userHandle: Buffer.from('someone else').toString('base64url') }],
  ])('refuses an answer %s', async (_what, forged) => {
    const { key } = await withPasskey()
    const { client, answer } = await signIn(key, forged)
    expect(codeOf(answer)).toEqual(invalid)
    expect(client.cookies.has('__Host-vireo_session')).toBe(false)
  })

  it('refuses a changed signature', async () => {
    const { key } = await withPasskey()
    const client = app.visitor()
    const { data } = await client.call(api.passkeys.signInOptions)
    const { response, ...rest } = key.get(data)
    const other = key.get({ ...data, challenge: 'AAAA' }).response.signature
    const forged = { ...rest, response: { ...response, signature: other } }
    expect(codeOf(await client.call(api.passkeys.signIn, { body: { response: forged } }))).toEqual(invalid)
  })

  it('refuses a counter that does not increase, which indicates a copy', async () => {
    const { key } = await withPasskey()
    expect((await signIn(key, { counter: 7 })).answer).toMatchObject({ status: 200 })
    for (const counter of [7, 6, 0]) expect(codeOf((await signIn(key, { counter })).answer)).toEqual(invalid)
    expect((await signIn(key, { counter: 8 })).answer).toMatchObject({ status: 200 })
  })

  it('accepts a passkey without a counter', async () => {
    const { key } = await withPasskey()
    for (let i = 0; i < 2; i++)
      expect((await signIn(key, { counter: 0 })).answer).toMatchObject({ status: 200 })
  })

  it('accepts each challenge once, within five minutes, from the browser that requested it', async () => {
    const { key } = await withPasskey()
    const client = app.visitor()
    const { data } = await client.call(api.passkeys.signInOptions)
    const body = { response: key.get(data) }
    expect(codeOf(await app.visitor().call(api.passkeys.signIn, { body }))).toEqual(expired)
    expect(await client.call(api.passkeys.signIn, { body })).toMatchObject({ status: 200 })
    expect(codeOf(await client.call(api.passkeys.signIn, { body }))).toEqual(expired)

    const slow = app.visitor()
    const options = await slow.call(api.passkeys.signInOptions)
    app.clock.advance(5 * 60 + 1)
    const late = { response: key.get(options.data) }
    expect(codeOf(await slow.call(api.passkeys.signIn, { body: late }))).toEqual(expired)
  })

  it('creates one session for an answer that is sent twice at the same moment', async () => {
    const { key } = await withPasskey()
    const client = app.visitor()
    const { data } = await client.call(api.passkeys.signInOptions)
    const body = { response: key.get(data) }
    const answers = await Promise.all([1, 2].map(() => client.call(api.passkeys.signIn, { body })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  it('refuses an unknown or removed passkey, and one of a deleted account', async () => {
    const unknown = [401, 'passkey.unknown']
    expect(codeOf((await signIn(createAuthenticator(origin))).answer)).toEqual(unknown)
    const removed = await withPasskey()
    await removed.robin.call(api.passkeys.remove, { params: { id: removed.id } })
    expect(codeOf((await signIn(removed.key)).answer)).toEqual(unknown)
    const deleted = await withPasskey()
    await deleteAccountPermanently(app, deleted.robin)
    expect(codeOf((await signIn(deleted.key)).answer)).toEqual(unknown)
  })

  it('lets someone keep an account that they had deleted', async () => {
    const { robin, key } = await withPasskey()
    await robin.call(api.accountDeletion.deleteAccount, { body: { password: testPassword } })
    const { client, answer } = await signIn(key)
    expect(codeOf(answer)).toEqual([403, 'account.closing'])
    expect(await client.call(api.accountDeletion.restoreAccount)).toMatchObject({ status: 200 })
    expect(await client.call(api.accounts.currentUser)).toMatchObject({ status: 200 })
  })

  it('tells a suspended person about the suspension', async () => {
    const { robin, key } = await withPasskey()
    await app.context.sql`update users set suspended_at = now() where id = ${robin.person.id}`
    const { client, answer } = await signIn(key)
    expect(codeOf(answer)).toEqual([403, 'account.suspended'])
    expect(client.cookies.has('__Host-vireo_session')).toBe(false)
  })

  it('may fail fifty times in fifteen minutes from one network, which does not block a known device', async () => {
    const { robin, key } = await withPasskey()
    await signIn(createAuthenticator(origin))
    await app.context.sql`update rate_limits set count = 50 where key like 'passkey:ip:%'`
    expect(codeOf((await signIn(key)).answer)).toEqual([429, 'auth.too-many'])
    const browser = app.visitor()
    browser.cookies.set('__Host-vireo_device', robin.cookies.get('__Host-vireo_device') ?? '')
    expect((await signIn(key, {}, browser)).answer).toMatchObject({ status: 200 })
  })
})

describe('renaming and removing', () => {
  it('renames a passkey', async () => {
    const { robin, id } = await withPasskey()
    const renamed = await robin.call(api.passkeys.rename, { params: { id }, body: { name: ' Work laptop ' } })
    expect(renamed).toMatchObject({ status: 200, data: { _id: id, name: 'Work laptop' } })
    expect(await list(robin)).toMatchObject([{ name: 'Work laptop' }])
  })

  it('removes a passkey once and sends a mail about it', async () => {
    const { robin, id } = await withPasskey()
    const remove = () => robin.call(api.passkeys.remove, { params: { id } })
    expect(await remove()).toMatchObject({ status: 200, message: 'Passkey removed' })
    expect(await list(robin)).toEqual([])
    expect(codeOf(await remove())).toEqual([404, 'passkey.not-found'])
    expect((await app.newestMail(robin.person.email)).subject).toBe('Vireo: Passkey removed')
  })

  it('does not find the passkeys of other people', async () => {
    const { robin, id } = await withPasskey('Robin’s')
    const wren = await app.signedIn()
    for (const other of [id, newId(), 'nonsense']) {
      const params = { id: other }
      const missing = [404, 'passkey.not-found']
      expect(codeOf(await wren.call(api.passkeys.rename, { params, body: { name: 'Mine' } }))).toEqual(
        missing,
      )
      expect(codeOf(await wren.call(api.passkeys.remove, { params }))).toEqual(missing)
    }
    expect(await list(robin)).toMatchObject([{ name: 'Robin’s' }])
    expect(await list(wren)).toEqual([])
  })

  it('keeps the last way to sign in, even when two are removed at the same moment', async () => {
    const { robin, id } = await withPasskey()
    const second = await add(robin, createAuthenticator(origin), 'Phone')
    await takePassword(robin.person.id)
    const answers = await Promise.all(
      [id, second.data._id].map((one) => robin.call(api.passkeys.remove, { params: { id: one } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const [left] = await list(robin)
    const refused = await robin.call(api.passkeys.remove, { params: { id: left?._id ?? '' } })
    expect(codeOf(refused)).toEqual([409, 'account.last-way-in'])
    expect(refused.message).toBe(
      'This is the only way into your account. Set a password or add another way in first.',
    )
    await robin.call(api.accounts.setPassword, { body: { password: 'Sparrow88' } })
    expect(await robin.call(api.passkeys.remove, { params: { id: left?._id ?? '' } })).toMatchObject({
      status: 200,
    })
  })

  it('is part of deleting an account', async () => {
    const { robin } = await withPasskey()
    await app.context.sql`delete from users where id = ${robin.person.id}`
    expect(await app.context.sql`select from passkeys where user_id = ${robin.person.id}`).toEqual([])
  })
})

describe('confirming with a passkey', () => {
  const setPassword = (client: TestClient) =>
    client.call(api.accounts.setPassword, { body: { password: 'Sparrow88' } })
  const confirm = async (client: TestClient, key: Authenticator, forged: Forgery = {}) => {
    const { data } = await client.call(api.passkeys.confirmOptions)
    return client.call(api.passkeys.confirm, { body: { response: key.get(data, forged) } })
  }

  it('lets someone without a password change their ways to sign in', async () => {
    const { robin, key } = await withPasskey()
    await takePassword(robin.person.id)
    app.clock.advance(16 * 60)
    expect(codeOf(await setPassword(robin))).toEqual([403, 'auth.confirm-needed'])
    expect(codeOf(await confirm(robin, key, { isVerified: false }))).toEqual(invalid)
    expect(codeOf(await setPassword(robin))).toEqual([403, 'auth.confirm-needed'])
    const { data } = await robin.call(api.passkeys.confirmOptions)
    expect(data.allowCredentials).toHaveLength(1)
    expect(await confirm(robin, key)).toMatchObject({ status: 200, message: 'Confirmed' })
    expect(await setPassword(robin)).toMatchObject({ status: 200 })
  })

  it('accepts neither another person’s passkey nor the challenge of a sign-in', async () => {
    const { robin, key } = await withPasskey()
    const wren = await withPasskey()
    expect(codeOf(await confirm(robin, wren.key))).toEqual([401, 'passkey.unknown'])
    const { data } = await robin.call(api.passkeys.signInOptions)
    const body = { response: key.get(data) }
    expect(codeOf(await robin.call(api.passkeys.confirm, { body }))).toEqual(expired)
  })
})

describe('malformed data', () => {
  const good = createAuthenticator(origin)
  const refusals = [invalid, [400, 'request.invalid']]
  const cases: [string, (response: ReturnType<Authenticator['get']>) => unknown][] = [
    ['nothing', () => null],
    ['a text', () => 'passkey'],
    ['a list', () => []],
    ['an id that is a number', (one) => ({ ...one, id: 7, rawId: 7 })],
    ['an id that is not base64url', (one) => ({ ...one, id: 'ä', rawId: 'ä' })],
    ['a huge id', (one) => ({ ...one, id: 'A'.repeat(5000), rawId: 'A'.repeat(5000) })],
    ['two ids', (one) => ({ ...one, rawId: 'AAAA' })],
    ['another type', (one) => ({ ...one, type: 'password' })],
    ['no response', (one) => ({ ...one, response: undefined })],
    [
      'client data that is no JSON',
      (one) => ({ ...one, response: { ...one.response, clientDataJSON: 'AAAA' } }),
    ],
    [
      'client data that is null',
      (one) => ({ ...one, response: { ...one.response, clientDataJSON: 'bnVsbA' } }),
    ],
    [
      'huge client data',
      (one) => ({ ...one, response: { ...one.response, clientDataJSON: 'A'.repeat(100_000) } }),
    ],
    [
      'short authenticator data',
      (one) => ({ ...one, response: { ...one.response, authenticatorData: 'AAAA' } }),
    ],
    ['a short signature', (one) => ({ ...one, response: { ...one.response, signature: 'A' } })],
  ]
  it.each(cases)('is refused at sign-in: %s', async (_what, spoil) => {
    const { key } = await withPasskey()
    const client = app.visitor()
    const { data } = await client.call(api.passkeys.signInOptions)
    const answer = await client.callUnchecked(api.passkeys.signIn, {
      body: { response: spoil(key.get(data)) },
    })
    expect(refusals).toContainEqual(codeOf(answer))
  })

  const deep = Buffer.concat([Buffer.alloc(20_000, 0x81), Buffer.of(0)]).toString('base64url')
  it.each([
    ['no CBOR', 'AAAA'],
    ['half of a map', 'o2NmbXRkbm9uZQ'],
    ['deep CBOR', deep],
    ['huge CBOR', 'A'.repeat(100_000)],
    ['not base64url', '<>'],
  ])('is refused as a new passkey: %s', async (_what, attestationObject) => {
    const robin = await app.signedIn()
    const { data } = await robin.call(api.passkeys.registrationOptions)
    const { response, ...rest } = good.create(data.options)
    const body = { response: { ...rest, response: { ...response, attestationObject } }, name: 'Laptop' }
    expect(refusals).toContainEqual(codeOf(await robin.call(api.passkeys.add, { body })))
    expect(await list(robin)).toEqual([])
  })
})

describe('a site without PUBLIC_URL', () => {
  let plain: TestApp
  beforeAll(async () => {
    plain = await createTestApp()
  })
  afterAll(() => plain.close())

  it('has passkeys for the host name of the request', async () => {
    const client = await plain.signedIn()
    const local = Object.assign(client, { origin: client.origin.replace('127.0.0.1', 'localhost') })
    const key = createAuthenticator(local.origin)
    const { data } = await local.call(api.passkeys.registrationOptions)
    expect(data.options.rp.id).toBe('localhost')
    expect(await add(local, key)).toMatchObject({ status: 200 })
    expect((await signIn(key, {}, local)).answer).toMatchObject({ status: 200 })
  })

  it('has no passkeys at an IP address', async () => {
    const client = await plain.signedIn()
    for (const endpoint of [
      api.passkeys.registrationOptions,
      api.passkeys.signInOptions,
      api.passkeys.confirmOptions,
    ])
      expect(codeOf(await client.call(endpoint))).toEqual([409, 'passkey.needs-name'])
  })
})
