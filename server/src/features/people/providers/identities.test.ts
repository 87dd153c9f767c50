import { api, type ProviderId } from '@vireo/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codeOf, type TestClient } from '../../../../test/app/client.ts'
import { testPassword } from '../../../../test/password.ts'
import { visitProvider } from '../../../../test/programs/sample-providers.ts'
import type { ProviderPerson } from '../../../program/seed/sample-providers/people.ts'
import { newWindow } from '../accounts/test-kit.ts'
import { createProviderApp, followCallback, type ProviderApp, signInAt } from './test-kit.ts'

let app: ProviderApp
beforeAll(async () => {
  app = await createProviderApp()
})
beforeEach(() => newWindow(app))
afterAll(() => app.close())

const startLink = (client: TestClient, provider: ProviderId = 'google') =>
  client.call(api.providers.link, { params: { provider } })
const unlink = (client: TestClient, provider: ProviderId = 'google', query = {}) =>
  client.call(api.providers.unlink, { params: { provider }, query })
const identities = async (client: TestClient) => (await client.call(api.providers.identities)).data.docs

/** Links an account in the settings; returns the page that this leads to. */
async function link(client: TestClient, person: ProviderPerson | 'deny', provider: ProviderId = 'google') {
  const { data } = await startLink(client, provider)
  return followCallback(client, await visitProvider(data.url, person))
}
const linkedPage = '/settings?linked=google#connected-accounts'
const problemPage = (problem: string) => `/settings?problem=${problem}#connected-accounts`

describe('linking in the settings', () => {
  it('allows signing in with the provider’s account, with any e-mail', async () => {
    const robin = await app.signedIn()
    const person = app.newPerson({ isEmailVerified: false })
    expect(await link(robin, person)).toBe(linkedPage)
    expect(await identities(robin)).toMatchObject([
      { provider: { _id: 'google', name: 'Google' }, isOffered: true, label: person.email },
    ])
    const elsewhere = app.visitor()
    expect(await signInAt(elsewhere, person)).toBe('/')
    expect((await elsewhere.call(api.accounts.currentUser)).data._id).toBe(robin.person.id)
    const [mail] = await app.mailsTo(robin.person.email)
    expect(mail?.subject).toBe('Google was connected to your Vireo account')
  })

  it('shows a GitHub account by its login', async () => {
    const robin = await app.signedIn()
    const person = app.newPerson()
    expect(await link(robin, person, 'github')).toBe('/settings?linked=github#connected-accounts')
    expect(await identities(robin)).toMatchObject([{ label: person.login }])
  })

  it('can be repeated', async () => {
    const robin = await app.signedIn()
    const person = app.newPerson()
    for (let i = 0; i < 2; i++) expect(await link(robin, person)).toBe(linkedPage)
    expect(await identities(robin)).toHaveLength(1)
  })

  it('is refused for an account that is linked to someone else', async () => {
    const person = app.newPerson()
    await signInAt(app.visitor(), person)
    const robin = await app.signedIn()
    expect(await link(robin, person)).toBe(problemPage('linked-elsewhere'))
    expect(await identities(robin)).toEqual([])
  })

  it('is refused for a second account of the same provider', async () => {
    const robin = await app.signedIn()
    await link(robin, app.newPerson())
    expect(await link(robin, app.newPerson())).toBe(problemPage('already-linked'))
    expect(await identities(robin)).toHaveLength(1)
  })

  it('shows on the settings page that the person declined', async () => {
    const robin = await app.signedIn()
    expect(await link(robin, 'deny')).toBe(problemPage('denied'))
  })

  it('requires a recently confirmed session', async () => {
    const robin = await app.signedIn()
    await link(robin, app.newPerson())
    app.clock.advance(16 * 60)
    expect(codeOf(await startLink(robin))).toEqual([403, 'auth.confirm-needed'])
    expect(codeOf(await unlink(robin))).toEqual([403, 'auth.confirm-needed'])
    await robin.call(api.sessions.confirm, { body: { password: testPassword } })
    expect((await unlink(robin)).status).toBe(200)
  })

  it('can be finished only by the person who began it', async () => {
    const robin = await app.signedIn()
    const { data } = await startLink(robin)
    const callback = await visitProvider(data.url, app.newPerson())
    const wren = await app.signedIn()
    const pending = robin.cookies.get('vireo_provider_trip') ?? ''
    wren.cookies.set('vireo_provider_trip', pending)
    expect(await followCallback(wren, callback)).toBe(problemPage('expired'))
    expect(await identities(wren)).toEqual([])
    const again = await startLink(robin)
    const signedOut = await visitProvider(again.data.url, app.newPerson())
    await robin.call(api.signIn.logout)
    expect(await followCallback(robin, signedOut)).toBe('/auth/?problem=expired&next=%2Fsettings')
  })

  it('cannot be started from another site', async () => {
    const robin = await app.signedIn()
    const headers = { origin: 'https://evil.example' }
    const answer = await robin.call(api.providers.link, { params: { provider: 'google' }, headers })
    expect(codeOf(answer)).toEqual([403, 'request.other-site'])
  })
})

describe('unlinking', () => {
  it('disables that sign-in and notifies the owner', async () => {
    const robin = await app.signedIn()
    const person = app.newPerson()
    await link(robin, person)
    expect(await unlink(robin)).toMatchObject({ status: 200, message: 'Account disconnected' })
    expect(await identities(robin)).toEqual([])
    expect(codeOf(await unlink(robin))).toEqual([404, 'provider.not-linked'])
    const mail = await app.newestMail(robin.person.email)
    expect(mail.subject).toBe('Google was disconnected from your Vireo account')
    const visitor = app.visitor()
    await signInAt(visitor, person)
    expect((await visitor.call(api.accounts.currentUser)).data._id).not.toBe(robin.person.id)
  })

  it('leaves other people’s accounts alone', async () => {
    const [robin, wren] = [await app.signedIn(), await app.signedIn()]
    await link(robin, app.newPerson())
    await link(wren, app.newPerson())
    await unlink(robin)
    expect(await identities(wren)).toHaveLength(1)
  })

  it('never removes the last way to sign in, not even by two simultaneous calls', async () => {
    const visitor = app.visitor()
    const person = app.newPerson()
    await signInAt(visitor, person)
    const refused = await unlink(visitor)
    expect(codeOf(refused)).toEqual([409, 'account.last-way-in'])
    expect(refused.message).toBe(
      'This is the only way into your account. Set a password or add another way in first.',
    )
    expect(await identities(visitor)).toHaveLength(1)
    await link(visitor, person, 'github')
    const answers = await Promise.all([unlink(visitor, 'google'), unlink(visitor, 'github')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await identities(visitor)).toHaveLength(1)
    await visitor.call(api.accounts.setPassword, { body: { password: testPassword } })
    const [left] = await identities(visitor)
    expect((await unlink(visitor, left?.provider._id)).status).toBe(200)
  })
})

describe('a linked account whose provider moved to another address', () => {
  /** A person who signed up with Google and linked GitHub, whose address has changed since then. */
  async function withOldGithub() {
    const visitor = app.visitor()
    const person = app.newPerson()
    await signInAt(visitor, person)
    await link(visitor, person, 'github')
    await app.context.sql`
      update identities set issuer = 'https://old.example' where provider = 'github' and subject = ${person.id}`
    return { visitor, person }
  }

  it('is marked, and the new one can be linked too', async () => {
    const { visitor, person } = await withOldGithub()
    const summary = async () =>
      (await identities(visitor)).map(({ provider, isOffered }) => [provider._id, isOffered])
    expect(await summary()).toEqual([
      ['google', true],
      ['github', false],
    ])
    await link(visitor, person, 'github')
    expect((await summary()).filter(([id]) => id === 'github')).toEqual([
      ['github', false],
      ['github', true],
    ])
    expect((await unlink(visitor, 'github', { isOffered: false })).status).toBe(200)
    expect(codeOf(await unlink(visitor, 'github', { isOffered: false }))).toEqual([
      404,
      'provider.not-linked',
    ])
    expect(await summary()).toEqual([
      ['google', true],
      ['github', true],
    ])
  })

  it('does not count as a way to sign in, so that the last working one is kept', async () => {
    const { visitor } = await withOldGithub()
    expect(codeOf(await unlink(visitor, 'google'))).toEqual([409, 'account.last-way-in'])
    expect((await unlink(visitor, 'github', { isOffered: false })).status).toBe(200)
    expect(codeOf(await unlink(visitor, 'google'))).toEqual([409, 'account.last-way-in'])
  })
})
