import { api, tooManyRequestsMessage } from '@vireo/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import { testPassword } from '../../../../test/password.ts'
import { patiently } from '../../../../test/patience.ts'
import { newWindow } from '../accounts/test-kit.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(() => newWindow(app))
afterAll(() => app.close())

type Login = { username?: string; email?: string; password?: string }
const signIn = (body: Login, client = app.visitor()) => client.callUnchecked(api.signIn.login, { body })
const refusal = { status: 401, message: 'Invalid username, email or password' }

it('signs in by username and by e-mail, in any case', async () => {
  const person = await app.createPerson('Wren.Field')
  const identities = [
    { username: 'Wren.Field' },
    { username: 'wren.FIELD' },
    { username: ' Wren.Field ' },
    { email: person.email },
    { email: person.email.toUpperCase() },
    { email: ` ${person.email} ` },
    { username: 'Wren.Field', email: '  ' },
    { username: '', email: person.email },
  ]
  for (const identity of identities) {
    const visitor = app.visitor()
    const answer = await signIn({ ...identity, password: testPassword }, visitor)
    expect(answer).toMatchObject({ status: 200, message: 'Signin Successful' })
    expect(answer.data).toMatchObject({ _id: person.id, username: 'Wren.Field', email: person.email })
    expect((await visitor.call(api.accounts.currentUser)).data).toEqual(answer.data)
  }
})

it('refuses a wrong password and sets no cookie', async () => {
  const { username } = await app.createPerson()
  const visitor = app.visitor()
  expect(await signIn({ username, password: 'Songbird8' }, visitor)).toMatchObject(refusal)
  expect(visitor.cookies.size).toBe(0)
})

it('a sign-in that is under way while the password is changed is refused', async () => {
  const person = await app.createPerson()
  const { sql } = app.context
  const visitor = app.visitor()
  const signingIn = await sql.begin(async (tx) => {
    await tx`update users set password_hash = 'of another password' where id = ${person.id}`
    const answer = signIn({ username: person.username, password: testPassword }, visitor)
    // The old password was right when it was checked, and creating the session waits for the change to finish.
    await vi.waitFor(async () => {
      const waiting = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      expect(waiting).toHaveLength(1)
    }, patiently)
    return { answer }
  })
  expect(await signingIn.answer).toMatchObject(refusal)
  expect(visitor.cookies.size).toBe(0)
})

it('treats passwords as equal in any Unicode normalisation', async () => {
  const { username } = await app.createPerson()
  const owner = app.visitor()
  await signIn({ username, password: testPassword }, owner)
  const newPassword = 'Ünerhört7'
  const body = { oldPassword: testPassword, newPassword: newPassword.normalize('NFC') }
  await owner.call(api.accounts.changePassword, { body })
  expect(await signIn({ username, password: newPassword.normalize('NFD') })).toMatchObject({ status: 200 })
})

it.each([
  [{ password: testPassword }, ['Either email or username is required']],
  [{ username: ' ', email: '', password: testPassword }, ['Either email or username is required']],
  [{ username: 'robin' }, ['Password is required']],
  [{ username: 'robin', password: '' }, ['Password is required']],
  [{}, ['Either email or username is required', 'Password is required']],
])('refuses %j: %j', async (body, messages) => {
  const refused = await signIn(body)
  expect(refused).toMatchObject({ status: 400, message: messages[0] })
  expect(refused.envelope.errors?.map(({ message }) => message)).toEqual(messages)
})

describe('the limit for an account', () => {
  it('allows ten attempts in fifteen minutes, then refuses even the right password', async () => {
    const { username } = await app.createPerson()
    for (let i = 0; i < 10; i++)
      expect(await signIn({ username, password: 'Songbird8' })).toMatchObject(refusal)
    const limited = await signIn({ username: username.toUpperCase(), password: testPassword })
    expect(limited.envelope).toEqual({
      statuscode: 429,
      message: tooManyRequestsMessage,
      data: null,
      success: false,
      code: 'auth.too-many',
    })
    expect(tooManyRequestsMessage).toBe('Too many requests. Please try again after 15 minitues.')
    const wait = Number(limited.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(14 * 60)
    expect(wait).toBeLessThanOrEqual(15 * 60)
    const other = await app.createPerson()
    expect(await signIn({ username: other.username, password: testPassword })).toMatchObject({ status: 200 })
    app.clock.advance(wait)
    expect(await signIn({ username, password: testPassword })).toMatchObject({ status: 200 })
  })

  it('is the same for an account that does not exist', async () => {
    const body = { username: 'no.such.person', password: testPassword }
    const answers = []
    for (let i = 0; i < 11; i++) answers.push((await signIn(body)).status)
    expect(answers).toEqual([...Array(10).fill(401), 429])
  })

  it('is reset by the right password', async () => {
    const { username } = await app.createPerson()
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 9; i++)
        expect(await signIn({ username, password: 'Songbird8' })).toMatchObject(refusal)
      expect(await signIn({ username, password: testPassword })).toMatchObject({ status: 200 })
    }
  })

  it('cannot be exceeded by simultaneous attempts', async () => {
    const { username } = await app.createPerson()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => signIn({ username, password: 'Songbird8' })),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
  })
})

it('one network address has fifty attempts in fifteen minutes, for all accounts together', async () => {
  const people = [await app.createPerson(), await app.createPerson()]
  const [first, second] = people.map(({ username }) => ({ username, password: testPassword }))
  expect(await signIn({ username: 'guess', password: testPassword })).toMatchObject(refusal)
  await app.context.sql`update rate_limits set count = 49 where key like 'login:ip:%'`
  expect(await signIn({ ...first })).toMatchObject({ status: 200 })
  expect(await signIn({ ...second })).toMatchObject({ status: 429, message: tooManyRequestsMessage })
  newWindow(app)
  expect(await signIn({ ...second })).toMatchObject({ status: 200 })
})
