import { api } from '@vireo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import { formWith, picture } from '../../../../test/content/pictures.ts'
import { useRealHashCost } from '../../../../test/hash-cost.ts'
import { hashCode } from '../../../lib/security/passwords.ts'
import { newcomer } from './test-kit.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ TRUST_PROXY: 'true' })
})
afterAll(() => app.close())

it('under a flood of sign-ins some are checked and the rest get a 503 with Retry-After', async () => {
  useRealHashCost()
  const flood = Array.from({ length: 80 }, (_, i) =>
    app.visitor().call(api.signIn.login, {
      body: { username: `guess${i}`, password: 'Songbird8' },
      headers: { 'x-forwarded-for': `198.51.100.${i}` },
    }),
  )
  const answers = await Promise.all(flood)
  const refused = answers.filter(({ status }) => status === 503)
  expect(refused.length).toBeGreaterThan(0)
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(answers.length - refused.length)
  for (const { headers, message } of refused) {
    expect(message).toBe('The server is busy. Please try again in a few seconds.')
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
})

it('while the queue for password hashes is full, other requests are served, and a sign-in is refused without counting as an attempt', async () => {
  useRealHashCost()
  const robin = await app.signedIn()
  const form = formWith('avatar', await picture(64, 64).png().toBuffer())
  const { data } = await robin.call(api.accounts.updateAvatar, { form })
  const { username, email, password } = await app.createPerson()

  let hashed = 0
  const hashes = Array.from({ length: 90 }, async () => {
    await hashCode('123456')
    hashed += 1
  })
  const readFile = async () => {
    const { status } = await app.visitor().fetch(data.avatar ?? '')
    return { status, hashedBefore: hashed }
  }
  const [file, login, register, reset] = await Promise.all([
    readFile(),
    app.visitor().call(api.signIn.login, { body: { username, password } }),
    app.visitor().call(api.signIn.register, { body: newcomer('hurried') }),
    app.visitor().call(api.accounts.resetPassword, { body: { email, password: 'Sparrow8!' } }),
  ])
  // Without the queue the file would be served after nearly all the hashes.
  expect(file.hashedBefore).toBeLessThan(hashes.length / 2)
  expect(file.status).toBe(200)
  expect(login.status).toBe(503)
  expect(register).toMatchObject({
    status: 400,
    message: 'Please verify your email with OTP before signing up.',
  })
  expect(reset).toMatchObject({
    status: 400,
    message: 'Please verify your email with OTP before resetting the password.',
  })
  expect(await app.context.sql`select from rate_limits where key like ${`login:%:${username}%`}`).toEqual([])
  await Promise.all(hashes)
  expect(await app.visitor().call(api.signIn.login, { body: { username, password } })).toMatchObject({
    status: 200,
  })
})
