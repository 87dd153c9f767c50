import { api, tooManyRequestsMessage } from '@vireo/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import { newcomer, newWindow, prove } from './test-kit.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(() => newWindow(app))
afterAll(() => app.close())

it('a person signs up with the mailed code and is signed in', async () => {
  const visitor = app.visitor()
  const email = 'New.Person@example.org'
  const sent = await visitor.call(api.accounts.sendEmailOtp, { body: { email } })
  expect(sent).toMatchObject({
    status: 200,
    message: 'OTP sent to your email. Check your inbox.',
    data: null,
  })
  const otp = await app.newestCode(email)
  const verified = await visitor.call(api.accounts.verifyEmailOtp, { body: { email, otp } })
  expect(verified).toMatchObject({ status: 200, message: 'Email verified', data: null })
  const body = { fullname: ' New Person ', username: ' New.Person ', email, password: 'Songbird7' }
  const created = await visitor.call(api.signIn.register, { body })
  expect(created).toMatchObject({ status: 200, message: 'Your account has been created successfully.' })
  const me = await visitor.call(api.accounts.currentUser)
  expect(me.data).toEqual(created.data)
  expect(me.data).toMatchObject({
    username: 'New.Person',
    fullname: 'New Person',
    email,
    avatar: null,
    coverimage: null,
    bio: '',
    location: '',
    pendingEmail: null,
  })
})

describe('registration', () => {
  it.each(['fullname', 'username', 'email', 'password'])('requires %s not to be blank', async (field) => {
    for (const value of [undefined, '', '   ']) {
      const refused = await app
        .visitor()
        .call(api.signIn.register, { body: { ...newcomer('missing'), [field]: value } })
      expect(refused.envelope).toEqual({
        statuscode: 400,
        message: 'Missing required fields',
        data: null,
        success: false,
        code: 'request.invalid',
        errors: [{ field, message: 'Missing required fields' }],
      })
    }
  })

  it.each([
    ['fullname', 'Al', 'Invalid Name format'],
    ['fullname', 'Robin7', 'Invalid Name format'],
    ['username', 'ab', 'Username must be 3 to 30 letters, digits, _ or .'],
    ['username', 'a'.repeat(31), 'Username must be 3 to 30 letters, digits, _ or .'],
    ['username', 'rob/in', 'Username must be 3 to 30 letters, digits, _ or .'],
    ['username', 'Admin', 'This username is reserved'],
    ['email', 'robin@example', 'Invalid email format'],
    ['password', 'songbird7', 'Must include upper, lower, number, and 8+ chars'],
    ['password', 'Songb7', 'Must include upper, lower, number, and 8+ chars'],
    ['password', `Aa1${'x'.repeat(198)}`, 'Password must be at most 200 characters'],
  ])('refuses the %s %j: %s', async (field, value, message) => {
    const refused = await app
      .visitor()
      .call(api.signIn.register, { body: { ...newcomer('refused'), [field]: value } })
    expect(refused).toMatchObject({ status: 400, message })
    expect(refused.envelope.errors).toEqual([{ field, message }])
  })

  it('reports all invalid fields at once', async () => {
    const body = { fullname: 'Al', username: 'ab', email: 'robin', password: 'weak' }
    const refused = await app.visitor().call(api.signIn.register, { body })
    expect(refused.envelope.errors?.map(({ field }) => field)).toEqual([
      'fullname',
      'username',
      'email',
      'password',
    ])
  })

  it('requires a verified address', async () => {
    const refused = await app.visitor().call(api.signIn.register, { body: newcomer('unverified') })
    expect(refused).toMatchObject({
      status: 400,
      message: 'Please verify your email with OTP before signing up.',
    })
    expect(refused.envelope.errors?.[0]?.field).toBe('otp')
  })

  it('is limited to thirty attempts from one network address in fifteen minutes', async () => {
    const tryOnce = () => app.visitor().call(api.signIn.register, { body: newcomer('unverified') })
    expect(await tryOnce()).toMatchObject({ status: 400 })
    await app.context.sql`update rate_limits set count = 29 where key like 'register:ip:%'`
    expect(await tryOnce()).toMatchObject({ status: 400 })
    expect(await tryOnce()).toMatchObject({ status: 429, message: tooManyRequestsMessage })
  })

  it('requires the same address that was verified', async () => {
    const visitor = app.visitor()
    await prove(app, visitor, 'mine@example.org')
    const refused = await visitor.call(api.signIn.register, { body: newcomer('someone.else') })
    expect(refused.message).toBe('Please verify your email with OTP before signing up.')
  })
})

it.each(['', 'robin', 'x<robin@example.org>'])('sends no code to %j', async (email) => {
  const refused = await app.visitor().call(api.accounts.sendEmailOtp, { body: { email } })
  expect(refused).toMatchObject({
    status: 400,
    message: email ? 'Invalid email format' : 'Email is required',
  })
})

it.each([
  ['', 'OTP is required'],
  ['12345', 'OTP must be 6 digits'],
  ['abcdef', 'OTP must be 6 digits'],
  ['123456', 'Invalid or expired OTP.'],
])('refuses the code %j: %s', async (otp, message) => {
  const refused = await app
    .visitor()
    .call(api.accounts.verifyEmailOtp, { body: { email: 'nobody@example.org', otp } })
  expect(refused).toMatchObject({ status: 400, message })
  expect(refused.envelope.errors).toEqual([{ field: 'otp', message }])
})

it.each([
  ['amal.h', 'أمل حداد'],
  ['kovac', 'Inês Kovač'],
  ['gandhi', 'मोहनदास गांधी'],
  ['minsu', '김민수'],
])('the full name of %s can be in its own script: %s', async (username, fullname) => {
  const visitor = app.visitor()
  await prove(app, visitor, newcomer(username).email)
  const body = { ...newcomer(username), fullname: fullname.normalize('NFD') }
  const created = await visitor.call(api.signIn.register, { body })
  expect(created).toMatchObject({ status: 200, data: { fullname: fullname.normalize('NFC') } })
})

it('the verified address is compared case-insensitively and stored as typed', async () => {
  const visitor = app.visitor()
  await prove(app, visitor, 'Casey@example.org')
  const body = { ...newcomer('casey'), email: 'casey@Example.org' }
  const created = await visitor.call(api.signIn.register, { body })
  expect(created).toMatchObject({ status: 200, data: { email: 'casey@Example.org' } })
})

it('a username keeps its case and is taken in any case; the proof stays valid for another attempt', async () => {
  const first = app.visitor()
  await prove(app, first, newcomer('Robin.Reed').email)
  const created = await first.call(api.signIn.register, { body: newcomer('Robin.Reed') })
  expect(created.data.username).toBe('Robin.Reed')

  const second = app.visitor()
  const body = { ...newcomer('robin.REED'), email: 'second.robin@example.org' }
  await prove(app, second, body.email)
  const taken = await second.call(api.signIn.register, { body })
  expect(taken).toMatchObject({ status: 409, message: 'This username is already taken' })
  expect(taken.envelope.errors).toEqual([{ field: 'username', message: 'This username is already taken' }])
  const other = await second.call(api.signIn.register, { body: { ...body, username: 'robin.reed2' } })
  expect(other.status).toBe(200)
})

describe('simultaneous sign-ups', () => {
  it('give a username to exactly one of two people', async () => {
    const bodies = ['Wanted.Name', 'wanted.name'].map((username, i) => ({
      ...newcomer(username),
      email: `wanted${i}@example.org`,
    }))
    const clients = bodies.map(() => app.visitor())
    await Promise.all(bodies.map(({ email }, i) => prove(app, clients[i] ?? app.visitor(), email)))
    const answers = await Promise.all(
      bodies.map((body, i) => clients[i]?.call(api.signIn.register, { body })),
    )
    expect(answers.map((answer) => answer?.status).sort()).toEqual([200, 409])
    expect(answers.find((answer) => answer?.status === 409)?.message).toBe('This username is already taken')
  })

  it('give an account to exactly one of two browsers that verified the same address', async () => {
    const email = 'both@example.org'
    const clients = [app.visitor(), app.visitor()]
    for (const client of clients) {
      await prove(app, client, email)
      app.clock.advance(61)
    }
    const answers = await Promise.all(
      clients.map((client, i) =>
        client.call(api.signIn.register, { body: { ...newcomer(`both${i}`), email } }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.message).toBe('This email already has an account')
  })

  it('create one account from one proof', async () => {
    const visitor = app.visitor()
    const email = 'onlyone@example.org'
    await prove(app, visitor, email)
    const bodies = [newcomer('only.one'), newcomer('only.two')].map((body) => ({ ...body, email }))
    const answers = await Promise.all(bodies.map((body) => visitor.call(api.signIn.register, { body })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })
})

it('an address that has an account gets a mail about it instead of a code, and the page shows no difference', async () => {
  const { email } = await app.createPerson('owner')
  const typed = email.toUpperCase()
  const sent = await app.visitor().call(api.accounts.sendEmailOtp, { body: { email: typed } })
  const toNobody = await app
    .visitor()
    .call(api.accounts.sendEmailOtp, { body: { email: 'fresh@example.org' } })
  expect(sent.envelope).toEqual(toNobody.envelope)
  const mail = await app.newestMail(email)
  expect(mail.subject).toBe('You already have a Vireo account')
  expect(mail.text).not.toMatch(/\d{6}/)
})
