import { api } from '@vireo/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/app.ts'
import { patiently } from '../../../test/patience.ts'
import { newWindow, receiveCode, wrongCode } from './test-kit.ts'

// Nobody must learn from the site whether a name or an address has an account.
let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(() => newWindow(app))
afterAll(() => app.close())

type Call = () => Promise<unknown>

/** How many times longer the first takes than the second, by the middle of several turns taken in alternation. */
async function timeRatio(first: Call, second: Call, turns = 9): Promise<number> {
  const times: [number[], number[]] = [[], []]
  for (let turn = 0; turn < turns; turn++)
    for (const [i, call] of [first, second].entries()) {
      const begun = performance.now()
      await call()
      times[i]?.push(performance.now() - begun)
    }
  const [a = 0, b = 1] = times.map((list) => list.sort((x, y) => x - y)[Math.floor(turns / 2)])
  return a / b
}

// A password's hash is most of these calls' work: without it one would take a small part of the other's time.
const isComparable = (ratio: number) => ratio > 0.4 && ratio < 2.5

describe('signing in', () => {
  const login = (username: string) =>
    app.visitor().call(api.user.login, { body: { username, password: 'Songbird8' } })

  it('answers alike for a wrong password and for nobody', async () => {
    const { username } = await app.createPerson()
    const [known, unknown] = [await login(username), await login('nobody.at.all')]
    expect(known.envelope).toEqual(unknown.envelope)
    expect(known.status).toBe(unknown.status)
    expect(namesOf(known.headers)).toEqual(namesOf(unknown.headers))
  })

  it('takes as long for nobody as for a wrong password', async () => {
    const { username } = await app.createPerson()
    const ratio = await timeRatio(
      () => login('nobody.at.all'),
      () => login(username),
    )
    expect(ratio).toSatisfy(isComparable)
  })
})

describe('asking for a reset', () => {
  const ask = (email: string) => app.visitor().call(api.user.resetPasswordEmailOtp, { body: { email } })

  it('answers alike, leaves the same traces before anything is looked up, and mails only who is there', async () => {
    const { email } = await app.createPerson('known.one')
    const [known, unknown] = [await ask(email), await ask('unknown.one@example.org')]
    expect(known.envelope).toEqual(unknown.envelope)
    expect(known).toMatchObject({ status: 200, message: 'OTP sent to your email. Check your inbox.' })
    expect(namesOf(known.headers)).toEqual(namesOf(unknown.headers))
    const rows = await app.context
      .sql`select subject from email_codes where purpose = 'reset' order by subject`
    expect(rows.map((row) => row.subject)).toEqual([email, 'unknown.one@example.org'])
    await app.mailbox.waitForCode(email)
    await vi.waitFor(async () => {
      expect(await app.context.sql`select from graphile_worker.jobs`).toEqual([])
    }, patiently)
    expect(app.mailbox.received.filter((mail) => mail.to === 'unknown.one@example.org')).toEqual([])
  })

  it('is limited alike', async () => {
    const { email } = await app.createPerson()
    for (const address of [email, 'stranger@example.org']) {
      expect(await ask(address)).toMatchObject({ status: 200 })
      const again = await ask(address)
      expect(again.status).toBe(429)
      expect(again.message).toMatch(/^Please wait (59|60) seconds before asking for another code$/)
    }
  })
})

describe('entering a reset code', () => {
  const enter = (email: string, otp: string) =>
    app.visitor().call(api.user.verifyEmailOtp, { body: { email, otp } })

  it('answers alike and takes as long, whether a code was made or not', async () => {
    const { email } = await app.createPerson()
    const otp = wrongCode(await receiveCode(app, app.visitor(), email, 'reset'))
    const stranger = 'not.here@example.org'
    await app.visitor().call(api.user.resetPasswordEmailOtp, { body: { email: stranger } })
    const [known, unknown] = [await enter(email, otp), await enter(stranger, otp)]
    expect(known.envelope).toEqual(unknown.envelope)
    expect(known).toMatchObject({ status: 400, message: 'Invalid or expired OTP.' })
    const ratio = await timeRatio(
      () => enter(stranger, otp),
      () => enter(email, otp),
      4,
    )
    expect(ratio).toSatisfy(isComparable)
  })
})

describe('the last step of a reset', () => {
  it('answers alike without a proof', async () => {
    const { email } = await app.createPerson()
    const [known, unknown] = await Promise.all(
      [email, 'nowhere@example.org'].map((address) =>
        app.visitor().call(api.user.resetPassword, { body: { email: address, password: 'Sparrow8!' } }),
      ),
    )
    expect(known?.status).toBe(400)
    expect(known?.envelope).toEqual(unknown?.envelope)
  })
})

const namesOf = (headers: Headers) => [...headers.keys()].sort()
