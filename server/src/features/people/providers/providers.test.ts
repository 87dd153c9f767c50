import { api } from '@vireo/contract'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '../../../../test/app/app.ts'
import { codeOf, type TestClient } from '../../../../test/app/client.ts'
import { testPassword } from '../../../../test/password.ts'
import { updateSettings } from '../../core/site-settings/site-settings.queries.ts'
import { lockUser } from '../accounts/accounts.queries.ts'
import { removeUser } from '../accounts/accounts.service.ts'
import { newWindow, wrongCode } from '../accounts/test-kit.ts'
import {
  authorizeAt,
  createProviderApp,
  followCallback,
  type ProviderApp,
  signInAt,
  startAt,
} from './test-kit.ts'

let app: ProviderApp
beforeAll(async () => {
  app = await createProviderApp({ ADMIN_EMAIL: 'boss@example.org' })
})
beforeEach(() => newWindow(app))
afterAll(() => app.close())

const me = async (client: TestClient) => (await client.call(api.accounts.currentUser)).data
const countUsers = async () => (await app.context.sql`select from users`).length
const linked = async (email: string) =>
  (await app.context.sql`select from identities join users on id = user_id where email = ${email}`).length

describe('the providers of a site', () => {
  it('are those with complete settings', async () => {
    const { data } = await app.visitor().call(api.providers.list)
    expect(data.docs).toEqual([
      { _id: 'google', name: 'Google' },
      { _id: 'github', name: 'GitHub' },
      { _id: 'oidc', name: 'Single sign-on' },
    ])
  })

  it('are empty without settings, and their addresses lead to an error', async () => {
    const plain = await createTestApp()
    const visitor = plain.visitor()
    expect((await visitor.call(api.providers.list)).data.docs).toEqual([])
    expect(await startAt(visitor, { provider: 'google', next: '/tweets' })).toBe(
      '/auth/?problem=not-set-up&next=%2Ftweets',
    )
    expect(await followCallback(visitor, '/api/v1/user/google/callback?code=x&state=y')).toBe(
      '/auth/?problem=expired',
    )
    await plain.close()
  })
})

describe('a new person', () => {
  it.each(['google', 'github', 'oidc'] as const)(
    'returns from %s signed in, to the page they came from',
    async (provider) => {
      const person = app.newPerson({ name: 'Zoë Ångström' })
      const visitor = app.visitor()
      expect(await signInAt(visitor, person, { provider, next: '/watch/1?list=liked' })).toBe(
        '/watch/1?list=liked',
      )
      expect(await me(visitor)).toMatchObject({
        fullname: 'Zoë Ångström',
        email: person.email,
        hasPassword: false,
        role: 'member',
      })
      const { username } = await me(visitor)
      expect(username).toMatch(provider === 'github' ? /^wren\d+$/ : /^zoe\.angstrom\d*$/)
    },
  )

  it('gets the username by mail, since they did not choose it', async () => {
    const person = app.newPerson()
    const visitor = app.visitor()
    await signInAt(visitor, person)
    const mail = await app.newestMail(person.email)
    expect(mail.subject).toBe('Your Vireo account')
    expect(mail.text).toContain(`Your username is ${(await me(visitor)).username}.`)
  })

  it('is the same person the next time, even with another address', async () => {
    const person = app.newPerson()
    const first = app.visitor()
    await signInAt(first, person)
    person.email = `moved-${person.email}`
    const again = app.visitor()
    expect(await signInAt(again, person)).toBe('/')
    expect((await me(again))._id).toBe((await me(first))._id)
    expect((await me(again)).email).toBe((await me(first)).email)
  })

  it('is another person than the one with the same id at another provider', async () => {
    const person = app.newPerson()
    const visitor = app.visitor()
    await signInAt(visitor, person)
    person.email = `other-${person.email}`
    const other = app.visitor()
    await signInAt(other, person, { provider: 'oidc' })
    expect((await me(other))._id).not.toBe((await me(visitor))._id)
  })

  it('gets a free username when theirs is taken, and a generated one when their name has no usable letters', async () => {
    const usernames = []
    for (const name of ['Kit', 'Kit', 'Kit', 'Admin', 'Li', '佐藤はるか', "Anne-Marie  O'Neil ♥"]) {
      const visitor = app.visitor()
      await signInAt(visitor, app.newPerson({ name }))
      usernames.push([(await me(visitor)).username, (await me(visitor)).fullname])
    }
    expect(usernames).toEqual([
      ['kit', 'Kit'],
      [expect.stringMatching(/^kit\d{2,}$/), 'Kit'],
      [expect.stringMatching(/^kit\d{2,}$/), 'Kit'],
      [expect.stringMatching(/^admin\d{2,}$/), 'Admin'],
      [expect.stringMatching(/^li\d{2,}$/), 'Li'],
      [expect.stringMatching(/^user\d*$/), '佐藤はるか'],
      ['anne.marie.oneil', "Anne-Marie O'Neil"],
    ])
  })

  it('without a usable name gets their username as full name', async () => {
    const visitor = app.visitor()
    await signInAt(visitor, app.newPerson({ name: '🐦 42' }))
    const { username, fullname } = await me(visitor)
    expect(fullname).toBe(username)
  })

  it('gets one account when two browsers return at once', async () => {
    const person = app.newPerson()
    const [one, other] = [app.visitor(), app.visitor()]
    const callbacks = [await authorizeAt(one, person), await authorizeAt(other, person)] as const
    const before = await countUsers()
    expect(
      await Promise.all([followCallback(one, callbacks[0]), followCallback(other, callbacks[1])]),
    ).toEqual(['/', '/'])
    expect(await countUsers()).toBe(before + 1)
    expect((await me(one))._id).toBe((await me(other))._id)
  })

  it.each([{ isEmailVerified: false }, { email: '' }, { email: 'not an address' }])(
    'is refused without a verified address: %j',
    async (details) => {
      const before = await countUsers()
      const visitor = app.visitor()
      for (const provider of ['google', 'github', 'oidc'] as const)
        expect(await signInAt(visitor, app.newPerson(details), { provider, next: '/tweets' })).toBe(
          '/auth/?problem=unverified&next=%2Ftweets',
        )
      expect(await countUsers()).toBe(before)
      expect(visitor.cookies.has('vireo_session')).toBe(false)
    },
  )

  it('is refused while sign-up is closed, and needs an invitation if sign-up is by invitation', async () => {
    const { sql } = app.context
    await updateSettings(sql, { sign_up: 'closed' })
    expect(await signInAt(app.visitor(), app.newPerson())).toBe('/auth/?problem=closed')
    await updateSettings(sql, { sign_up: 'invitation' })
    const admin = await app.signedIn()
    await sql`update users set role = 'admin' where id = ${admin.person.id}`
    const { data } = await admin.call(api.siteSettings.invite, { body: { uses: 1, days: 1 } })
    const invite = data.token
    expect(await signInAt(app.visitor(), app.newPerson())).toBe('/auth/?problem=uninvited')
    expect(await signInAt(app.visitor(), app.newPerson(), { invite: 'nonsense' })).toBe(
      '/auth/?problem=uninvited',
    )
    expect(await signInAt(app.visitor(), app.newPerson(), { invite })).toBe('/')
    expect(await signInAt(app.visitor(), app.newPerson(), { invite })).toBe('/auth/?problem=uninvited')
    await updateSettings(sql, { sign_up: 'open' })
  })

  it('is the administrator with the address of ADMIN_EMAIL', async () => {
    const visitor = app.visitor()
    await signInAt(visitor, app.newPerson({ email: 'boss@example.org' }))
    expect((await me(visitor)).role).toBe('admin')
  })

  it('can set a password and sign in with it', async () => {
    const visitor = app.visitor()
    await signInAt(visitor, app.newPerson())
    const { data } = await visitor.call(api.accounts.setPassword, { body: { password: testPassword } })
    expect(data.hasPassword).toBe(true)
    const { username } = data
    const again = await app.visitor().call(api.signIn.login, { body: { username, password: testPassword } })
    expect(again.status).toBe(200)
  })

  it('can keep an account that they deleted', async () => {
    const person = app.newPerson()
    const visitor = app.visitor()
    await signInAt(visitor, person)
    await visitor.call(api.accountDeletion.deleteAccount, { body: {} })
    const again = app.visitor()
    expect(await signInAt(again, person)).toBe('/auth/?step=restore')
    expect(await again.call(api.accountDeletion.restoreAccount)).toMatchObject({ status: 200 })
    expect((await me(again)).email).toBe(person.email)
  })

  it('can sign up again with the same account of the provider after deleting theirs', async () => {
    const person = app.newPerson()
    const visitor = app.visitor()
    await signInAt(visitor, person)
    const { _id } = await me(visitor)
    const { sql } = app.context
    await sql.begin(async (tx) => removeUser(tx, await lockUser(tx, _id), app.clock.now()))
    const again = app.visitor()
    expect(await signInAt(again, person)).toBe('/')
    expect((await me(again))._id).not.toBe(_id)
  })
})

describe('someone who has an account with the same address', () => {
  /** The account, and a browser that has come back from the provider. */
  async function withSameAddress(provider: 'google' | 'github' = 'google') {
    const owner = await app.createPerson()
    const person = app.newPerson({ email: owner.email.toUpperCase() })
    const visitor = app.visitor()
    const location = await signInAt(visitor, person, { provider, next: '/tweets' })
    return { owner, person, visitor, location }
  }

  it('is asked to link it, and is not signed in without a proof', async () => {
    const { owner, visitor, location } = await withSameAddress()
    expect(location).toBe('/auth/?step=link&next=%2Ftweets')
    expect(visitor.cookies.has('vireo_session')).toBe(false)
    const { data } = await visitor.call(api.providers.pendingLink)
    const masked = `p•••${owner.username.slice(-1)}@example.org`
    expect(data).toEqual({ provider: { _id: 'google', name: 'Google' }, email: masked, hasPassword: true })
    expect(codeOf(await visitor.call(api.providers.confirmLink, { body: {} }))).toEqual([
      400,
      'request.invalid',
    ])
    expect(await linked(owner.email)).toBe(0)
  })

  it('links it with the password and is signed in; from then on the provider is enough', async () => {
    const { owner, person, visitor } = await withSameAddress('github')
    const wrong = await visitor.call(api.providers.confirmLink, { body: { password: 'Mistyped88' } })
    expect(codeOf(wrong)).toEqual([400, 'auth.wrong-password'])
    expect(await linked(owner.email)).toBe(0)
    const right = await visitor.call(api.providers.confirmLink, { body: { password: testPassword } })
    expect(right).toMatchObject({ status: 200, data: { username: owner.username, hasPassword: true } })
    expect((await me(visitor)).username).toBe(owner.username)
    const again = app.visitor()
    expect(await signInAt(again, person, { provider: 'github' })).toBe('/')
    expect((await me(again)).username).toBe(owner.username)
    const subjects = (await app.mailsTo(owner.email)).map(({ subject }) => subject)
    expect(subjects).toContain('GitHub was connected to your Vireo account')
  })

  it('links it with a mailed code, once, in the browser that requested it', async () => {
    const { owner, visitor } = await withSameAddress()
    const asked = await visitor.call(api.providers.sendLinkCode)
    expect(asked).toMatchObject({ status: 200, message: 'OTP sent to your email. Check your inbox.' })
    const otp = await app.newestCode(owner.email)
    const wrong = await visitor.call(api.providers.confirmLink, { body: { otp: wrongCode(otp) } })
    expect(codeOf(wrong)).toEqual([400, 'auth.code-invalid'])
    const elsewhere = await app.visitor().call(api.providers.confirmLink, { body: { otp } })
    expect(codeOf(elsewhere)).toEqual([400, 'auth.flow-expired'])
    expect(await linked(owner.email)).toBe(0)
    const right = await visitor.call(api.providers.confirmLink, { body: { otp } })
    expect(right).toMatchObject({ status: 200, data: { username: owner.username } })
    expect(await linked(owner.email)).toBe(1)
    const replayed = await visitor.call(api.providers.confirmLink, { body: { otp } })
    expect(codeOf(replayed)).toEqual([400, 'auth.flow-expired'])
  })

  it('has the same limit for wrong passwords as at the sign-in form', async () => {
    const { visitor } = await withSameAddress()
    const guess = () => visitor.call(api.providers.confirmLink, { body: { password: 'Mistyped88' } })
    for (let i = 0; i < 10; i++) expect((await guess()).status).toBe(400)
    expect(codeOf(await guess())).toEqual([429, 'auth.too-many'])
  })

  /** An account with two-step sign-in, and a browser that has passed the first step of linking it. */
  async function withTwoSteps() {
    const owner = await app.signedIn()
    const { data } = await owner.call(api.twoStep.setUp)
    const totp = new TOTP({ secret: data.secret })
    const code = () => totp.generate({ timestamp: app.clock.now().getTime() })
    await owner.call(api.twoStep.enable, { body: { code: code() } })
    app.clock.advance(30)
    const person = app.newPerson({ email: owner.person.email })
    const visitor = app.visitor()
    await signInAt(visitor, person)
    const confirmed = await visitor.call(api.providers.confirmLink, { body: { password: testPassword } })
    expect(codeOf(confirmed)).toEqual([401, 'auth.second-step'])
    expect(visitor.cookies.has('vireo_session')).toBe(false)
    return { owner, person, visitor, code }
  }

  it('is still asked for the second step, and nothing is linked before it', async () => {
    const { owner, person, visitor, code } = await withTwoSteps()
    expect(await linked(owner.person.email)).toBe(0)
    const wrong = await visitor.call(api.signIn.secondStep, { body: { code: wrongCode(code()) } })
    expect(wrong.status).toBe(400)
    expect(await linked(owner.person.email)).toBe(0)
    expect((await visitor.call(api.signIn.secondStep, { body: { code: code() } })).status).toBe(200)
    expect(await linked(owner.person.email)).toBe(1)
    app.clock.advance(30)
    const again = app.visitor()
    expect(await signInAt(again, person, { next: '/tweets' })).toBe('/auth/?step=code&next=%2Ftweets')
    expect(again.cookies.has('vireo_session')).toBe(false)
    expect((await again.call(api.signIn.secondStep, { body: { code: code() } })).status).toBe(200)
    expect(await linked(owner.person.email)).toBe(1)
  })

  it('links nothing when the password is changed between the two steps', async () => {
    const { owner, visitor, code } = await withTwoSteps()
    const body = { oldPassword: testPassword, newPassword: 'Replaced99' }
    expect((await owner.call(api.accounts.changePassword, { body })).status).toBe(200)
    const late = await visitor.call(api.signIn.secondStep, { body: { code: code() } })
    expect(codeOf(late)).toEqual([400, 'auth.flow-expired'])
    expect(await linked(owner.person.email)).toBe(0)
    expect(visitor.cookies.has('vireo_session')).toBe(false)
  })

  it('gets an error at once if another account of that provider is already linked', async () => {
    const { owner, visitor } = await withSameAddress()
    await visitor.call(api.providers.confirmLink, { body: { password: testPassword } })
    const other = app.visitor()
    expect(await signInAt(other, app.newPerson({ email: owner.email }), { next: '/tweets' })).toBe(
      '/auth/?problem=already-linked&next=%2Ftweets',
    )
    expect(codeOf(await other.call(api.providers.pendingLink))).toEqual([400, 'auth.flow-expired'])
  })

  it('is refused when the provider has not verified the address', async () => {
    const owner = await app.createPerson()
    const person = app.newPerson({ email: owner.email, isEmailVerified: false })
    const visitor = app.visitor()
    expect(await signInAt(visitor, person)).toBe('/auth/?problem=unverified')
    expect(codeOf(await visitor.call(api.providers.pendingLink))).toEqual([400, 'auth.flow-expired'])
  })

  it('can link within fifteen minutes, and not after the password has changed', async () => {
    const late = await withSameAddress()
    app.clock.advance(15 * 60 + 1)
    expect(
      codeOf(await late.visitor.call(api.providers.confirmLink, { body: { password: testPassword } })),
    ).toEqual([400, 'auth.flow-expired'])
    const { owner, visitor } = await withSameAddress()
    const browser = app.visitor()
    await browser.call(api.signIn.login, { body: { username: owner.username, password: testPassword } })
    const body = { oldPassword: testPassword, newPassword: 'Replaced99' }
    await browser.call(api.accounts.changePassword, { body })
    expect(
      codeOf(await visitor.call(api.providers.confirmLink, { body: { password: 'Replaced99' } })),
    ).toEqual([400, 'auth.flow-expired'])
  })
})

describe('a suspended person', () => {
  it('gets a message and is not signed in', async () => {
    const person = app.newPerson()
    const visitor = app.visitor()
    await signInAt(visitor, person)
    await app.context.sql`update users set suspended_at = now() where id = ${(await me(visitor))._id}`
    const again = app.visitor()
    expect(await signInAt(again, person, { next: '/tweets' })).toBe('/auth/?problem=suspended&next=%2Ftweets')
    expect(again.cookies.has('vireo_session')).toBe(false)
  })

  it('cannot link another provider', async () => {
    const owner = await app.createPerson()
    await app.context.sql`update users set suspended_at = now() where id = ${owner.id}`
    const visitor = app.visitor()
    await signInAt(visitor, app.newPerson({ email: owner.email }))
    const confirmed = await visitor.call(api.providers.confirmLink, { body: { password: testPassword } })
    expect(codeOf(confirmed)).toEqual([403, 'account.suspended'])
    expect(await linked(owner.email)).toBe(0)
  })
})
