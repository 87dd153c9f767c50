import { createHook } from 'node:async_hooks'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { api } from '@vireo/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../../test/app/app.ts'
import { testPassword } from '../../../../../test/password.ts'
import { newWindow, wrongCode } from '../test-kit.ts'

// The site must not reveal whether a name or an address has an account.
let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(() => newWindow(app))
afterAll(() => app.close())

const tooManyWrong = 'Too many wrong codes were entered today. Please try again tomorrow.'

/** How many hashes are computed meanwhile. They take nearly all the time of these calls. */
async function countHashes(work: () => Promise<unknown>): Promise<number> {
  let count = 0
  const countHash = (_id: number, type: string) => {
    if (type === 'ARGON2REQUEST') count += 1
  }
  const hook = createHook({ init: countHash }).enable()
  await work().finally(() => hook.disable())
  return count
}

it('comparing without a stored hash costs as much as with one: 19 MiB and two passes of argon2id', async () => {
  // In a process of its own, because tests lower the cost.
  const module = new URL('../../../../lib/security/passwords.ts', import.meta.url)
  const script = `const { decoyHash, hashPassword } = await import('${module}')
    console.log(JSON.stringify([await decoyHash, await hashPassword('${testPassword}')]))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  const hash = expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(JSON.parse(stdout)).toEqual([hash, hash])
})

describe('signing in', () => {
  const login = (username: string) =>
    app.visitor().call(api.signIn.login, { body: { username, password: 'Songbird8' } })

  it('has the same response for a wrong password and for an unknown name', async () => {
    const { username } = await app.createPerson()
    const [known, unknown] = [await login(username), await login('nobody.at.all')]
    expect(known.envelope).toEqual(unknown.envelope)
    expect(known.status).toBe(unknown.status)
    expect(namesOf(known.headers)).toEqual(namesOf(unknown.headers))
  })

  it('computes one hash for a wrong password and for an unknown name', async () => {
    const { username } = await app.createPerson()
    expect(await countHashes(() => login(username))).toBe(1)
    expect(await countHashes(() => login('nobody.at.all'))).toBe(1)
  })
})

describe('requesting a password reset', () => {
  const ask = (email: string, client = app.visitor()) =>
    client.call(api.accounts.resetPasswordEmailOtp, { body: { email } })

  it('has the same response and stores the same rows for known and unknown addresses, and mails only the known ones', async () => {
    const { email } = await app.createPerson('known.one')
    const [known, unknown] = [await ask(email), await ask('unknown.one@example.org')]
    expect(known.envelope).toEqual(unknown.envelope)
    expect(known).toMatchObject({ status: 200, message: 'OTP sent to your email. Check your inbox.' })
    expect(namesOf(known.headers)).toEqual(namesOf(unknown.headers))
    const rows = await app.context
      .sql`select subject from email_codes where purpose = 'reset' order by subject`
    expect(rows.map((row) => row.subject)).toEqual([email, 'unknown.one@example.org'])
    expect(await app.mailsTo(email)).toHaveLength(1)
    expect(await app.mailsTo('unknown.one@example.org')).toEqual([])
  })

  it('is limited in the same way for known and unknown addresses', async () => {
    const { email } = await app.createPerson()
    for (const address of [email, 'stranger@example.org']) {
      for (let i = 0; i < 10; i++) expect(await ask(address)).toMatchObject({ status: 200 })
      expect(await ask(address)).toMatchObject({
        status: 429,
        message: 'Too many codes were asked for today. Please try again tomorrow.',
      })
    }
  })
})

describe('entering a reset code', () => {
  /** A browser that requested a code, and the function with which it enters another one. */
  async function guesser(email: string) {
    const client = app.visitor()
    await client.call(api.accounts.resetPasswordEmailOtp, { body: { email } })
    return (otp: string) => client.call(api.accounts.verifyEmailOtp, { body: { email, otp } })
  }

  it('has the same response and computes as many hashes for known and unknown addresses', async () => {
    const { email } = await app.createPerson()
    const enterKnown = await guesser(email)
    const enterUnknown = await guesser('not.here@example.org')
    const otp = wrongCode(await app.newestCode(email))
    const [known, unknown] = [await enterKnown(otp), await enterUnknown(otp)]
    expect(known.envelope).toEqual(unknown.envelope)
    expect(known).toMatchObject({ status: 400, message: 'Invalid or expired OTP.' })
    const hashes = await countHashes(() => enterKnown(otp))
    expect(hashes).toBeGreaterThan(0)
    expect(await countHashes(() => enterUnknown(otp))).toBe(hashes)
  })

  it('is limited to twenty wrong codes a day for known and unknown addresses', async () => {
    const { email } = await app.createPerson()
    for (const address of [email, 'not.there@example.org']) {
      const enter = await guesser(address)
      await app.runJobs()
      expect(await enter('000000')).toMatchObject({ status: 400 })
      await app.context.sql`update rate_limits set count = 19 where key = ${`wrong-codes:${address}`}`
      expect(await enter('000001')).toMatchObject({ status: 400 })
      expect(await enter('000002')).toMatchObject({ status: 429, message: tooManyWrong })
    }
  })
})

describe('the last step of a reset', () => {
  it('has the same response for known and unknown addresses without a proof', async () => {
    const { email } = await app.createPerson()
    const [known, unknown] = await Promise.all(
      [email, 'nowhere@example.org'].map((address) =>
        app.visitor().call(api.accounts.resetPassword, { body: { email: address, password: 'Sparrow8!' } }),
      ),
    )
    expect(known?.status).toBe(400)
    expect(known?.envelope).toEqual(unknown?.envelope)
  })
})

const namesOf = (headers: Headers) => [...headers.keys()].sort()
