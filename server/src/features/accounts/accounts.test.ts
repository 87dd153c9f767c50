import { api } from '@vireo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

it('signs up with the mailed code and is signed in', async () => {
  const visitor = app.visitor()
  const email = 'New.Person@example.org'
  const sent = await visitor.call(api.user.sendEmailOtp, { body: { email } })
  expect(sent.message).toBe('OTP sent to your email. Check your inbox.')
  const otp = await app.mailbox.waitForCode(email)
  const verified = await visitor.call(api.user.verifyEmailOtp, { body: { email, otp } })
  expect(verified).toMatchObject({ status: 200, message: 'Email verified' })
  const body = { fullname: 'New Person', username: 'New.Person', email, password: 'Songbird7' }
  const created = await visitor.call(api.user.register, { body })
  expect(created).toMatchObject({ status: 200, message: 'Your account has been created successfully.' })
  const me = await visitor.call(api.user.currentUser)
  expect(me.data).toMatchObject({ username: 'New.Person', email, fullname: 'New Person' })
})
