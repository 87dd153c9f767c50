import { api } from '@vireo/contract'
import type { TestApp } from '../../../../test/app/app.ts'
import type { TestClient } from '../../../../test/app/client.ts'

const requests = { 'sign-up': api.accounts.sendEmailOtp, reset: api.accounts.resetPasswordEmailOtp }
type Purpose = keyof typeof requests

/** Requests a code and reads it from the mail. */
export async function receiveCode(
  app: TestApp,
  client: TestClient,
  email: string,
  purpose: Purpose = 'sign-up',
): Promise<string> {
  const sent = await client.call(requests[purpose], { body: { email } })
  if (sent.status !== 200) throw new Error(sent.message)
  return app.newestCode(email)
}

/** Verifies an address with a mailed code, so that the client has the proof cookie. */
export async function prove(
  app: TestApp,
  client: TestClient,
  email: string,
  purpose: Purpose = 'sign-up',
): Promise<void> {
  const otp = await receiveCode(app, client, email, purpose)
  const verified = await client.call(api.accounts.verifyEmailOtp, { body: { email, otp } })
  if (verified.status !== 200) throw new Error(verified.message)
}

export const newcomer = (username: string) => ({
  fullname: 'New Comer',
  username,
  email: `${username}@example.org`,
  password: 'Songbird7',
})

/** Codes of six digits that are certainly not this one. */
export const wrongCodes = (code: string, count: number) =>
  Array.from({ length: count }, (_, i) => ((Number(code) + 1 + i) % 1_000_000).toString().padStart(6, '0'))
export const wrongCode = (code: string) => wrongCodes(code, 1)[0] ?? ''

/** Advances the clock past the windows of the rate limits, so that a test starts with unused limits. */
export const newWindow = (app: TestApp) => app.clock.advance(16 * 60)
