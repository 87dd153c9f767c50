import { api, tooManyRequestsMessage } from '@vireo/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../../test/app/app.ts'
import { testPassword } from '../../../../../test/password.ts'
import { newWindow, wrongCode } from '../test-kit.ts'

// Nobody can lock another person out, whether from elsewhere or from the same network.
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ TRUST_PROXY: 'true' })
})
beforeEach(() => newWindow(app))
afterAll(() => app.close())

type Client = ReturnType<TestApp['visitor']>
const refused = { status: 401, message: 'Invalid username, email or password' }
const closed = { status: 429, message: tooManyRequestsMessage }

function signIn(username: string, password: string, address: string, client = app.visitor()) {
  const headers = { 'x-forwarded-for': address }
  return client.call(api.signIn.login, { body: { username, password }, headers })
}

async function guess(username: string, address: string, times = 10, client?: Client) {
  for (let i = 0; i < times; i++)
    expect(await signIn(username, 'Songbird8', address, client)).toMatchObject(refused)
}

/** Records ten wrong passwords from this network. */
async function useUpAttempts(username: string, address: string) {
  await guess(username, address, 1)
  await app.context.sql`update rate_limits set count = 10 where key = ${`login:pair:${username}:${address}`}`
  expect(await signIn(username, testPassword, address)).toMatchObject(closed)
}

describe('wrong passwords', () => {
  it('block only the network that they come from', async () => {
    const { username } = await app.createPerson()
    await guess(username, '203.0.113.1')
    expect(await signIn(username, testPassword, '203.0.113.1')).toMatchObject(closed)
    expect(await signIn(username, testPassword, '203.0.113.2')).toMatchObject({ status: 200 })
    expect(await signIn(username, testPassword, '203.0.113.1')).toMatchObject(closed)
  })

  it('are counted per /64 for IPv6, and per address for IPv4 in any notation', async () => {
    const { username } = await app.createPerson()
    for (let i = 1; i <= 10; i++) await guess(username, `2001:db8:1:2::${i.toString(16)}`, 1)
    expect(await signIn(username, testPassword, '2001:db8:1:2:ffff::1')).toMatchObject(closed)
    await useUpAttempts(username, '203.0.113.3')
    expect(await signIn(username, testPassword, '::ffff:203.0.113.3')).toMatchObject(closed)
    expect(await signIn(username, testPassword, '2001:db8:1:3::1')).toMatchObject({ status: 200 })
  })

  it('of other devices do not block a known device, even in the same network', async () => {
    const { username } = await app.createPerson()
    const owner = app.visitor()
    await signIn(username, testPassword, '203.0.113.4', owner)
    await owner.call(api.signIn.logout)
    await useUpAttempts(username, '203.0.113.4')
    await app.context.sql`update rate_limits set count = 50 where key = 'login:ip:203.0.113.4'`
    expect(await signIn('anyone.else', testPassword, '203.0.113.4')).toMatchObject(closed)
    expect(await signIn(username.toUpperCase(), testPassword, '203.0.113.4', owner)).toMatchObject({
      status: 200,
    })
  })

  it('on a known device are limited to ten in fifteen minutes, in all networks together', async () => {
    const { username } = await app.createPerson()
    const owner = app.visitor()
    await signIn(username, testPassword, '203.0.113.5', owner)
    await guess(username, '198.51.100.1', 1, owner)
    const rows = await app.context.sql`
      update rate_limits set count = 9 where key like ${`login:device:${username}:%`} returning key`
    expect(rows).toHaveLength(1)
    await guess(username, '198.51.100.2', 1, owner)
    expect(await signIn(username, testPassword, '203.0.113.5', owner)).toMatchObject(closed)
    newWindow(app)
    expect(await signIn(username, testPassword, '203.0.113.5', owner)).toMatchObject({ status: 200 })
  })

  it('on a device of another person count as those of an unknown device', async () => {
    const { username } = await app.createPerson()
    const other = await app.signedIn()
    await useUpAttempts(username, '203.0.113.6')
    expect(await signIn(username, testPassword, '203.0.113.6', other)).toMatchObject(closed)
  })

  it('from many networks delay unknown devices without holding database connections, and do not delay the owner’s device', async () => {
    const { username } = await app.createPerson()
    const owner = app.visitor()
    await signIn(username, testPassword, '203.0.113.7', owner)
    await guess(username, '203.0.113.8', 1)
    await app.context.sql`update rate_limits set count = 1000 where key = ${`login:account:${username}`}`
    const finished: string[] = []
    const begun = performance.now()
    // More than there are database connections.
    const strangers = Array.from({ length: 25 }, async (_, i) => {
      const answer = await signIn(username, testPassword, `198.51.100.${i}`)
      finished.push('stranger')
      return { status: answer.status, time: performance.now() - begun }
    })
    expect(await signIn(username, testPassword, '203.0.113.7', owner)).toMatchObject({ status: 200 })
    finished.push('owner')
    const answers = await Promise.all(strangers)
    expect(finished[0]).toBe('owner')
    for (const { status, time } of answers) {
      // Delayed, not refused.
      expect(status).toBe(200)
      expect(time).toBeGreaterThan(4990)
    }
  })
})

describe('a device that has signed in', () => {
  it('is forgotten when the password is changed on another device', async () => {
    const { username } = await app.createPerson()
    const [thief, owner] = [app.visitor(), app.visitor()]
    for (const client of [thief, owner]) await signIn(username, testPassword, '203.0.113.10', client)
    const body = { oldPassword: testPassword, newPassword: 'Sparrow8!' }
    expect(await owner.call(api.accounts.changePassword, { body })).toMatchObject({ status: 200 })
    await useUpAttempts(username, '203.0.113.10')
    expect(await signIn(username, 'Sparrow8!', '203.0.113.10', thief)).toMatchObject(closed)
    expect(await signIn(username, 'Sparrow8!', '203.0.113.10', owner)).toMatchObject({ status: 200 })
  })

  it('is remembered as one of the twenty used last', async () => {
    const { id, username } = await app.createPerson()
    const { sql, clock } = app.context
    await sql`
      insert into known_devices (user_id, device_hash, last_used_at)
      select ${id}, i, ${clock.now()}::timestamptz - i * interval '1 day' from generate_series(1, 20) i`
    await signIn(username, testPassword, '203.0.113.11')
    const devices = await sql`select device_hash from known_devices where user_id = ${id}`
    expect(devices).toHaveLength(20)
    expect(devices).not.toContainEqual({ device_hash: '20' })
  })
})

describe('the codes sent in a day', () => {
  const tooMany = { status: 429, message: 'Too many codes were asked for today. Please try again tomorrow.' }
  const tooManyWrong = {
    status: 429,
    message: 'Too many wrong codes were entered today. Please try again tomorrow.',
  }
  const askReset = (email: string, client = app.visitor()) =>
    client.call(api.accounts.resetPasswordEmailOtp, { body: { email } })
  const askSignUp = (email: string, client = app.visitor()) =>
    client.call(api.accounts.sendEmailOtp, { body: { email } })
  const enter = (email: string, otp: string, client: Client) =>
    client.call(api.accounts.verifyEmailOtp, { body: { email, otp } })
  const changeEmail = (email: string, client: Client) =>
    client.call(api.accounts.updateAccount, { body: { email, password: testPassword } })

  it('are limited to ten mails to an address, over all purposes and spellings', async () => {
    const owner = await app.createPerson()
    const other = await app.signedIn()
    for (let i = 0; i < 5; i++) expect(await askReset(owner.email)).toMatchObject({ status: 200 })
    for (let i = 0; i < 4; i++)
      expect(await askSignUp(owner.email.toUpperCase())).toMatchObject({ status: 200 })
    expect(await changeEmail(owner.email, other)).toMatchObject({ status: 200 })
    expect(await askReset(owner.email)).toMatchObject(tooMany)
    expect(await askSignUp(owner.email)).toMatchObject(tooMany)
    app.clock.advance(61)
    expect(await changeEmail(owner.email, other)).toMatchObject(tooMany)
    app.clock.advance(24 * 3600)
    expect(await askReset(owner.email)).toMatchObject({ status: 200 })
  })

  it('do not run out for a reset on a known device when others use them up', async () => {
    const owner = await app.signedIn()
    const { email } = owner.person
    const answers = await Promise.all(Array.from({ length: 12 }, () => askReset(email)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(await askReset(email)).toMatchObject(tooMany)
    expect(await app.mailsTo(email)).toHaveLength(10)
    expect(await askReset(email, owner)).toMatchObject({ status: 200 })
    const otp = await app.newestCode(email)
    expect(await enter(email, otp, owner)).toMatchObject({ status: 200 })
  })

  it('are limited to twenty wrong entries for an account, over all purposes', async () => {
    const owner = await app.signedIn()
    const { email } = owner.person
    const next = `next.${email}`
    await changeEmail(next, owner)
    await askReset(email, owner)
    const [newCode, resetCode] = [await app.newestCode(next), await app.newestCode(email)]
    const confirm = (otp: string) => owner.call(api.accounts.confirmEmail, { body: { otp } })
    expect(await confirm(wrongCode(newCode))).toMatchObject({ status: 400 })
    await app.context.sql`update rate_limits set count = 18 where key like ${`wrong-codes:${email}:%`}`
    expect(await enter(email, wrongCode(resetCode), owner)).toMatchObject({ status: 400 })
    // The right code does not count.
    expect(await enter(email, resetCode, owner)).toMatchObject({ status: 200 })
    expect(await confirm(wrongCode(newCode))).toMatchObject({ status: 400 })
    expect(await confirm(newCode)).toMatchObject(tooManyWrong)
  })

  it('can be entered on a known device even after others entered too many wrong ones', async () => {
    const owner = await app.signedIn()
    const { email } = owner.person
    const stranger = app.visitor()
    await askReset(email, stranger)
    const theirs = await app.newestCode(email)
    expect(await enter(email, wrongCode(theirs), stranger)).toMatchObject({ status: 400 })
    await app.context.sql`update rate_limits set count = 20 where key = ${`wrong-codes:${email}`}`
    expect(await enter(email, wrongCode(theirs), stranger)).toMatchObject(tooManyWrong)
    await askReset(email, owner)
    expect(await enter(email, await app.newestCode(email), owner)).toMatchObject({ status: 200 })
  })

  it('are sent when two people ask for each other’s address at the same moment', async () => {
    const [robin, wren] = [await app.signedIn(), await app.signedIn()]
    const answers = await Promise.all([
      changeEmail(wren.person.email, robin),
      changeEmail(robin.person.email, wren),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
  })
})

describe('names that differ in a letter outside ASCII', () => {
  it('are different names', async () => {
    const { username, email } = await app.createPerson('victim')
    const visitor = app.visitor()
    const lookalike = email.replace('i', 'İ')
    for (const endpoint of [api.accounts.resetPasswordEmailOtp, api.accounts.sendEmailOtp])
      expect(await visitor.call(endpoint, { body: { email: lookalike } })).toMatchObject({
        status: 400,
        message: 'Invalid email format',
      })
    expect(await signIn('vİctim', testPassword, '203.0.113.20')).toMatchObject(refused)
    const body = { email: lookalike, password: testPassword }
    expect(await visitor.call(api.signIn.login, { body })).toMatchObject(refused)
    expect(await visitor.call(api.accounts.channel, { params: { username: 'vİctim' } })).toMatchObject({
      status: 404,
    })
    expect(await signIn(username, testPassword, '203.0.113.20')).toMatchObject({ status: 200 })
  })
})
