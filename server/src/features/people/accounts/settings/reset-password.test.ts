import { api, type BodyOf, tooManyRequestsMessage } from '@vireo/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../../test/app/app.ts'
import { testPassword } from '../../../../../test/password.ts'
import { newWindow, prove } from '../test-kit.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(() => {
  newWindow(app)
  app.clock.stop()
})
afterAll(() => app.close())

const password = 'Sparrow8!'
const unproven = {
  status: 400,
  message: 'Please verify your email with OTP before resetting the password.',
}
const reset = (client: ReturnType<TestApp['visitor']>, email: string) =>
  client.call(api.accounts.resetPassword, { body: { email, password } })
const login = (email: string, secret: string) =>
  app.visitor().call(api.signIn.login, { body: { email, password: secret } })

it('a reset sets a new password with the mailed code and signs out everywhere', async () => {
  const owner = await app.signedIn('forgetful')
  const { email } = owner.person
  const visitor = app.visitor()
  const body = { email: email.toUpperCase() }
  await visitor.call(api.accounts.resetPasswordEmailOtp, { body })
  // Mailed to the address as stored in the account, however it was typed.
  const otp = await app.newestCode(email)
  const mail = await app.newestMail(email)
  expect(mail.subject).toBe(`${otp} is your Vireo code`)
  expect(mail.text).toContain('choose a new password')
  await visitor.call(api.accounts.verifyEmailOtp, { body: { email, otp } })
  const done = await reset(visitor, email)
  expect(done).toMatchObject({
    status: 200,
    message: 'Your password has been updated successfully',
    data: null,
  })
  expect([...visitor.cookies.keys()]).toEqual(['vireo_device'])
  expect(await owner.call(api.accounts.currentUser)).toMatchObject({ status: 401 })
  expect(await login(email, testPassword)).toMatchObject({ status: 401 })
  expect(await login(email, password)).toMatchObject({ status: 200 })
  const subjects = (await app.mailsTo(email)).map(({ subject }) => subject)
  expect(subjects).toContain('Your Vireo password was changed')
})

it.each(['a browser of the account', 'an unknown browser'])(
  'after too many wrong passwords, a reset lets %s sign in with the new one',
  async (browser) => {
    const owner = await app.signedIn()
    const { email, username } = owner.person
    const client = browser === 'an unknown browser' ? app.visitor() : owner
    const signIn = (body: BodyOf<typeof api.signIn.login>) => client.call(api.signIn.login, { body })
    for (const name of [{ username }, { email }]) await signIn({ ...name, password: 'wrong-one' })
    await app.context.sql`update rate_limits set count = 10 where key ~ '^login:(device|pair):'`
    expect(await signIn({ email, password: testPassword })).toMatchObject({ status: 429 })
    await prove(app, client, email, 'reset')
    expect(await reset(client, email)).toMatchObject({ status: 200 })
    expect(await signIn({ username, password })).toMatchObject({ status: 200 })
    expect(await signIn({ email, password })).toMatchObject({ status: 200 })
  },
)

it('a reset without a device cookie does not make clients without one a known device', async () => {
  const { email } = await app.createPerson()
  const visitor = app.visitor()
  await prove(app, visitor, email, 'reset')
  visitor.cookies.delete('vireo_device')
  expect(await reset(visitor, email)).toMatchObject({ status: 200 })
  expect(await app.context.sql`select from known_devices where device_hash = ''`).toEqual([])
})

describe('a reset refuses', () => {
  it.each([
    ['short7!', 'Password must be at least 8 characters with a letter, a digit and one of @$!%*?&'],
    ['songbird7', 'Password must be at least 8 characters with a letter, a digit and one of @$!%*?&'],
    ['songbird!', 'Password must be at least 8 characters with a letter, a digit and one of @$!%*?&'],
    ['12345678!', 'Password must be at least 8 characters with a letter, a digit and one of @$!%*?&'],
    ['', 'Password must be at least 8 characters with a letter, a digit and one of @$!%*?&'],
    [undefined, 'Password must be at least 8 characters with a letter, a digit and one of @$!%*?&'],
  ])('the password %j: %s', async (weak, message) => {
    const body = { email: 'robin@example.org', password: weak }
    const refused = await app.visitor().callUnchecked(api.accounts.resetPassword, { body })
    expect(refused).toMatchObject({ status: 400, message })
    expect(refused.envelope.errors).toEqual([{ field: 'password', message }])
  })

  it.each([
    ['', 'Email is required'],
    ['robin', 'Invalid email format'],
  ])('the address %j: %s', async (email, message) => {
    const asked = await app.visitor().call(api.accounts.resetPasswordEmailOtp, { body: { email } })
    expect(asked).toMatchObject({ status: 400, message })
    const set = await reset(app.visitor(), email)
    expect(set).toMatchObject({ status: 400, message })
  })

  it('a missing proof', async () => {
    const { email } = await app.createPerson()
    expect(await reset(app.visitor(), email)).toMatchObject(unproven)
    expect(await login(email, testPassword)).toMatchObject({ status: 200 })
  })

  it('the proof of another address', async () => {
    const [mine, theirs] = [await app.createPerson(), await app.createPerson()]
    const visitor = app.visitor()
    await prove(app, visitor, mine.email, 'reset')
    expect(await reset(visitor, theirs.email)).toMatchObject(unproven)
    expect(await login(theirs.email, testPassword)).toMatchObject({ status: 200 })
  })

  it('a proof from another browser', async () => {
    const { email } = await app.createPerson()
    await prove(app, app.visitor(), email, 'reset')
    expect(await reset(app.visitor(), email)).toMatchObject(unproven)
  })

  it('a proof that was already used', async () => {
    const { email } = await app.createPerson()
    const visitor = app.visitor()
    await prove(app, visitor, email, 'reset')
    const cookie = visitor.cookies.get('vireo_email_proof') ?? ''
    const answers = await Promise.all([reset(visitor, email), reset(visitor, email)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    visitor.cookies.set('vireo_email_proof', cookie)
    expect(await reset(visitor, email)).toMatchObject(unproven)
  })

  it('a proof that is older than ten minutes', async () => {
    const { email } = await app.createPerson()
    const visitor = app.visitor()
    await prove(app, visitor, email, 'reset')
    app.clock.advance(601)
    expect(await reset(visitor, email)).toMatchObject(unproven)
  })
})

describe('requesting another code', () => {
  const ask = (client: ReturnType<TestApp['visitor']>, email: string) =>
    client.call(api.accounts.resetPasswordEmailOtp, { body: { email } })
  const sent = { status: 200, message: 'OTP sent to your email. Check your inbox.' }

  it('within a minute has the same response and sends nothing: the first code stays valid', async () => {
    const { email } = await app.createPerson()
    const visitor = app.visitor()
    await ask(visitor, email)
    const otp = await app.newestCode(email)
    app.clock.advance(50)
    expect(await ask(visitor, email.toUpperCase())).toMatchObject(sent)
    expect(await visitor.call(api.accounts.verifyEmailOtp, { body: { email, otp } })).toMatchObject({
      status: 200,
    })
    app.clock.advance(11)
    expect(await ask(visitor, email)).toMatchObject(sent)
    expect(await app.mailsTo(email)).toHaveLength(2)
  })

  it('at the same moment sends one mail', async () => {
    const { email } = await app.createPerson()
    const visitor = app.visitor()
    await ask(visitor, 'first.cookie@example.org')
    const answers = await Promise.all([1, 2, 3].map(() => ask(visitor, email)))
    for (const answer of answers) expect(answer).toMatchObject(sent)
    expect(await app.mailsTo(email)).toHaveLength(1)
  })
})

describe('the limits of requesting a code', () => {
  const ask = (email: string) => app.visitor().call(api.accounts.resetPasswordEmailOtp, { body: { email } })

  it('are thirty for one network address in fifteen minutes', async () => {
    for (let i = 0; i < 30; i++) expect(await ask(`stranger${i}@example.org`)).toMatchObject({ status: 200 })
    expect(await ask('one.more@example.org')).toMatchObject({ status: 429, message: tooManyRequestsMessage })
    newWindow(app)
    expect(await ask('one.more@example.org')).toMatchObject({ status: 200 })
  })

  it('allow the last step thirty times from one network address in fifteen minutes', async () => {
    expect(await reset(app.visitor(), 'stranger0@example.org')).toMatchObject(unproven)
    await app.context.sql`update rate_limits set count = 29 where key like 'reset:ip:%'`
    expect(await reset(app.visitor(), 'stranger0@example.org')).toMatchObject(unproven)
    expect(await reset(app.visitor(), 'stranger0@example.org')).toMatchObject({
      status: 429,
      message: tooManyRequestsMessage,
    })
  })

  it('allow sixty codes to be entered from one network address in fifteen minutes', async () => {
    const enter = () =>
      app
        .visitor()
        .call(api.accounts.verifyEmailOtp, { body: { email: 'stranger0@example.org', otp: '123456' } })
    expect(await enter()).toMatchObject({ status: 400 })
    await app.context.sql`update rate_limits set count = 59 where key like 'verify:ip:%'`
    expect(await enter()).toMatchObject({ status: 400 })
    expect(await enter()).toMatchObject({ status: 429, message: tooManyRequestsMessage })
  })
})
