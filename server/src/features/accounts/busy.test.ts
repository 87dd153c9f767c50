import { api } from '@vireo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/app.ts'
import { formWith, picture } from '../../../test/pictures.ts'
import { hashCode } from '../../lib/passwords.ts'
import { newcomer } from './test-kit.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ TRUST_PROXY: 'true' })
})
afterAll(() => app.close())

it('a flood of sign-ins is answered or refused at once, and files are read meanwhile', async () => {
  const robin = await app.signedIn()
  const form = formWith('avatar', await picture(64, 64).png().toBuffer())
  const { data } = await robin.call(api.user.updateAvatar, { form })
  const answered: number[] = []
  const flood = Array.from({ length: 200 }, async (_, i) => {
    const answer = await app.visitor().call(api.user.login, {
      body: { username: `guess${i}`, password: 'Songbird8' },
      headers: { 'x-forwarded-for': `198.51.100.${i}` },
    })
    answered.push(answer.status)
    return answer
  })
  await Promise.any(flood)
  expect((await app.visitor().fetch(data.avatar ?? '')).status).toBe(200)
  const checkedBefore = answered.filter((status) => status === 401).length
  const answers = await Promise.all(flood)
  const refused = answers.filter(({ status }) => status === 503)
  const checked = answers.filter(({ status }) => status === 401)
  expect(checkedBefore).toBeLessThan(checked.length)
  expect(refused.length).toBeGreaterThan(0)
  expect(checked.length + refused.length).toBe(answers.length)
  for (const { headers, message } of refused) {
    expect(message).toBe('The server is busy. Please try again in a few seconds.')
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
})

it('what needs no password checked is answered while the line is full, and what does is refused uncounted', async () => {
  const { username, email, password } = await app.createPerson()
  const line = Promise.all(Array.from({ length: 200 }, () => hashCode('123456')))
  const [login, register, reset] = await Promise.all([
    app.visitor().call(api.user.login, { body: { username, password } }),
    app.visitor().call(api.user.register, { body: newcomer('hurried') }),
    app.visitor().call(api.user.resetPassword, { body: { email, password: 'Sparrow8!' } }),
  ])
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
  await line
  expect(await app.visitor().call(api.user.login, { body: { username, password } })).toMatchObject({
    status: 200,
  })
})
