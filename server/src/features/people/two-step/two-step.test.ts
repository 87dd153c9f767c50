import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { api } from '@vireo/contract'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import { codeOf, type TestClient } from '../../../../test/app/client.ts'
import { root } from '../../../../test/conventions/sources.ts'
import { testPassword } from '../../../../test/password.ts'
import { patiently } from '../../../../test/patience.ts'
import { newWindow, prove, wrongCode } from '../accounts/test-kit.ts'
import { turnOffFor } from './two-step.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(() => newWindow(app))
afterAll(() => app.close())

const step = 30
const wrong = [400, 'auth.code-invalid']

/** A person with two-step sign-in, and the app that shows their codes. */
async function withTwoSteps() {
  const robin = await app.signedIn()
  const { data } = await robin.call(api.twoStep.setUp)
  const totp = new TOTP({ secret: data.secret })
  const codeNow = () => totp.generate({ timestamp: app.clock.now().getTime() })
  const enabled = await robin.call(api.twoStep.enable, { body: { code: codeNow() } })
  app.clock.advance(step)
  const { username } = robin.person
  const begin = async (client = app.visitor()) => {
    const answer = await client.call(api.signIn.login, { body: { username, password: testPassword } })
    return { client, answer }
  }
  return { robin, enabled, codeNow, begin, recoveryCodes: enabled.data.recoveryCodes }
}
const finish = (client: TestClient, code: string, isRemembered = false) =>
  client.call(api.signIn.secondStep, { body: { code, isRemembered } })
const me = (client: TestClient) => client.call(api.accounts.currentUser)

describe('setting up two-step sign-in', () => {
  it('shows the secret as a QR code, a link and text, and takes effect with the first right code', async () => {
    const robin = await app.signedIn()
    const { data } = await robin.call(api.twoStep.setUp)
    expect(data.uri).toContain(`secret=${data.secret}`)
    expect(data.uri).toContain(robin.person.username)
    const svg = Buffer.from(data.qrCode.replace('data:image/svg+xml;base64,', ''), 'base64').toString()
    expect(svg).toMatch(/^<svg .*<\/svg>\s*$/s)
    const totp = new TOTP({ secret: data.secret })
    const code = totp.generate({ timestamp: app.clock.now().getTime() })
    expect((await robin.call(api.twoStep.status)).data).toEqual({ isEnabled: false, recoveryCodesLeft: 0 })
    expect(codeOf(await robin.call(api.twoStep.enable, { body: { code: wrongCode(code) } }))).toEqual(wrong)
    const enabled = await robin.call(api.twoStep.enable, { body: { code } })
    expect(enabled).toMatchObject({ status: 200, message: 'Two-step sign-in is on' })
    expect(new Set(enabled.data.recoveryCodes).size).toBe(10)
    expect((await robin.call(api.twoStep.status)).data).toEqual({ isEnabled: true, recoveryCodesLeft: 10 })
    expect((await app.newestMail(robin.person.email)).subject).toBe('Vireo: Two-step sign-in is on')
  })

  it('requires a recently confirmed session', async () => {
    const robin = await app.signedIn()
    app.clock.advance(16 * 60)
    const body = { code: '123456' }
    for (const answer of [
      await robin.call(api.twoStep.setUp),
      await robin.call(api.twoStep.enable, { body }),
      await robin.call(api.twoStep.renewCodes, { body }),
    ])
      expect(codeOf(answer)).toEqual([403, 'auth.confirm-needed'])
  })

  it('cannot replace the secret of someone who has already turned it on', async () => {
    const { robin, codeNow } = await withTwoSteps()
    expect(codeOf(await robin.call(api.twoStep.setUp))).toEqual([409, 'two-step.already-on'])
    expect(codeOf(await robin.call(api.twoStep.enable, { body: { code: codeNow() } }))).toEqual([
      409,
      'two-step.already-on',
    ])
  })

  it('stores the recovery codes only as hashes', async () => {
    const { recoveryCodes } = await withTwoSteps()
    const rows = await app.context.sql`select encode(code_hash, 'escape') as hash from recovery_codes`
    for (const code of recoveryCodes) expect(JSON.stringify(rows)).not.toContain(code.replaceAll('-', ''))
  })
})

describe('a two-step sign-in', () => {
  it('creates a session only after the code of the app, not with the password alone', async () => {
    const { begin, codeNow } = await withTwoSteps()
    const { client, answer } = await begin()
    expect(codeOf(answer)).toEqual([401, 'auth.second-step'])
    expect(client.cookies.has('vireo_session')).toBe(false)
    expect(await me(client)).toMatchObject({ status: 401 })
    const isPending = async () => (await client.call(api.signIn.pendingSecondStep)).data.isPending
    expect(await isPending()).toBe(true)
    expect(codeOf(await finish(client, wrongCode(codeNow())))).toEqual(wrong)
    expect(await finish(client, codeNow())).toMatchObject({ status: 200, message: 'Signin Successful' })
    expect(await me(client)).toMatchObject({ status: 200 })
    expect(await isPending()).toBe(false)
  })

  it('accepts each code once, even from two browsers at the same moment', async () => {
    const { begin, codeNow } = await withTwoSteps()
    const clients = await Promise.all([begin(), begin()])
    const code = codeNow()
    const answers = await Promise.all(clients.map(({ client }) => finish(client, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })

  it('accepts a code up to half a minute old, and no older one', async () => {
    const { begin, codeNow } = await withTwoSteps()
    // Starts at the beginning of a time step, so that the duration of the test does not matter.
    app.clock.advance(5 * step - ((app.clock.now().getTime() / 1000) % step))
    const early = codeNow()
    app.clock.advance(step)
    const { client } = await begin()
    expect(await finish(client, early)).toMatchObject({ status: 200 })
    const old = codeNow()
    app.clock.advance(2 * step)
    const late = await begin()
    expect(codeOf(await finish(late.client, old))).toEqual(wrong)
  })

  it('accepts a recovery code once, however it is typed', async () => {
    const { robin, begin, recoveryCodes } = await withTwoSteps()
    const [first = ''] = recoveryCodes
    const { client } = await begin()
    expect(await finish(client, ` ${first.replaceAll('-', ' ').toUpperCase()} `)).toMatchObject({
      status: 200,
    })
    const again = await begin()
    expect(codeOf(await finish(again.client, first))).toEqual(wrong)
    expect((await robin.call(api.twoStep.status)).data.recoveryCodesLeft).toBe(9)
  })

  it('cannot be finished in another browser, twice, or after ten minutes', async () => {
    const { begin, codeNow, recoveryCodes } = await withTwoSteps()
    const expired = [400, 'auth.flow-expired']
    expect(codeOf(await finish(app.visitor(), codeNow()))).toEqual(expired)
    const { client } = await begin()
    await finish(client, codeNow())
    expect(codeOf(await finish(client, recoveryCodes[0] ?? ''))).toEqual(expired)
    const slow = await begin()
    app.clock.advance(11 * 60)
    expect(codeOf(await finish(slow.client, codeNow()))).toEqual(expired)
  })

  it('allows unknown devices ten wrong codes in fifteen minutes, notifies the owner, and does not block a known device', async () => {
    const { robin, begin, codeNow } = await withTwoSteps()
    const { client } = await begin()
    for (let i = 0; i < 10; i++) expect(codeOf(await finish(client, wrongCode(codeNow())))).toEqual(wrong)
    expect(codeOf(await finish(client, codeNow()))).toEqual([429, 'auth.too-many'])
    expect((await app.newestMail(robin.person.email)).subject).toBe('Vireo: wrong codes for your account')
    await begin(robin)
    expect(await finish(robin, codeNow())).toMatchObject({ status: 200 })
  })

  it('allows unknown devices fifty wrong codes a day', async () => {
    const { begin, codeNow } = await withTwoSteps()
    for (let round = 0; round < 5; round++) {
      const { client } = await begin()
      for (let i = 0; i < 10; i++) expect(codeOf(await finish(client, wrongCode(codeNow())))).toEqual(wrong)
      newWindow(app)
    }
    const { client } = await begin()
    const refused = await finish(client, codeNow())
    expect(refused).toMatchObject({ status: 429, message: expect.stringContaining('tomorrow') })
  })

  it('does not begin if the password is changed at the same moment', async () => {
    const { robin, begin } = await withTwoSteps()
    const { sql } = app.context
    const beginning = await sql.begin(async (tx) => {
      await tx`update users set password_hash = 'of another password' where id = ${robin.person.id}`
      const begun = begin()
      await vi.waitFor(async () => {
        const waiting = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        expect(waiting).toHaveLength(1)
      }, patiently)
      return { begun }
    })
    const { answer, client } = await beginning.begun
    expect(codeOf(answer)).toEqual([401, 'auth.wrong-credentials'])
    expect(client.cookies.size).toBe(0)
  })

  it('cannot be finished if the password was changed in between', async () => {
    const { robin, begin, codeNow } = await withTwoSteps()
    const { client } = await begin()
    const body = { oldPassword: testPassword, newPassword: 'Sparrow88' }
    await robin.call(api.accounts.changePassword, { body })
    expect(codeOf(await finish(client, codeNow()))).toEqual([400, 'auth.flow-expired'])
  })
})

describe('a remembered device', () => {
  it('needs no code for thirty days, while other devices do', async () => {
    const { begin, codeNow } = await withTwoSteps()
    const { client } = await begin()
    await finish(client, codeNow(), true)
    app.clock.advance(29 * 24 * 3600)
    expect((await begin(client)).answer).toMatchObject({ status: 200 })
    expect(codeOf((await begin()).answer)).toEqual([401, 'auth.second-step'])
    app.clock.advance(2 * 24 * 3600)
    expect(codeOf((await begin(client)).answer)).toEqual([401, 'auth.second-step'])
  })

  it.each(['changed', 'reset'])('needs a code again once the password was %s on it', async (how) => {
    const { robin, begin, codeNow } = await withTwoSteps()
    await begin(robin)
    await finish(robin, codeNow(), true)
    const { username, email } = robin.person
    if (how === 'changed')
      await robin.call(api.accounts.changePassword, {
        body: { oldPassword: testPassword, newPassword: 'Sparrow88!' },
      })
    else {
      await prove(app, robin, email, 'reset')
      await robin.call(api.accounts.resetPassword, { body: { email, password: 'Sparrow88!' } })
    }
    const answer = await robin.call(api.signIn.login, { body: { username, password: 'Sparrow88!' } })
    expect(codeOf(answer)).toEqual([401, 'auth.second-step'])
  })

  it.each(['this one', 'all others'])(
    'needs a code again once another device signs out %s',
    async (which) => {
      const { robin, begin, codeNow } = await withTwoSteps()
      const { client } = await begin()
      await finish(client, codeNow(), true)
      expect((await begin(client)).answer).toMatchObject({ status: 200 })
      if (which === 'all others') await robin.call(api.sessions.endOthers)
      else
        for (const { _id, isCurrent } of (await robin.call(api.sessions.list)).data.docs)
          if (!isCurrent) await robin.call(api.sessions.end, { params: { id: _id } })
      expect(codeOf((await begin(client)).answer)).toEqual([401, 'auth.second-step'])
    },
  )

  it('needs a code again once two-step sign-in was turned off and on', async () => {
    const { robin, begin, codeNow } = await withTwoSteps()
    const { client } = await begin()
    await finish(client, codeNow(), true)
    app.clock.advance(step)
    await robin.call(api.twoStep.disable, { body: { password: testPassword, code: codeNow() } })
    const { data } = await robin.call(api.twoStep.setUp)
    const totp = new TOTP({ secret: data.secret })
    const code = totp.generate({ timestamp: app.clock.now().getTime() })
    expect(await robin.call(api.twoStep.enable, { body: { code } })).toMatchObject({ status: 200 })
    expect(codeOf((await begin(client)).answer)).toEqual([401, 'auth.second-step'])
  })
})

describe('turning off two-step sign-in', () => {
  it('by npm run admin works for someone who lost device and recovery codes, and is logged', async () => {
    const { robin, begin } = await withTwoSteps()
    const { username, email } = robin.person
    const env = { ...process.env, DATABASE_URL: app.config.databaseUrl }
    const words = ['scripts/admin.ts', 'two-step-off', username.toUpperCase()]
    const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: root, env })
    expect(stdout).toBe(`${username} signs in without a second step now\n`)
    expect((await begin()).answer).toMatchObject({ status: 200 })
    const again = turnOffFor(app.context.sql, username, app.clock.now())
    expect(await again).toBe(`${username} has no two-step sign-in`)
    const entries = await app.context.sql`
      select actor_name, subject_name from audit_log where action = 'turn-off-two-step'`
    expect(entries).toEqual([{ actor_name: 'command line', subject_name: `@${username}` }])
    const subjects = (await app.mailsTo(email)).map(({ subject }) => subject)
    expect(subjects).toContain('Vireo: Two-step sign-in is off')
  })

  it('requires the password and a code', async () => {
    const { robin, begin, codeNow } = await withTwoSteps()
    const off = (password: string | undefined, code: string) =>
      robin.call(api.twoStep.disable, { body: { password, code } })
    expect(await off(undefined, codeNow())).toMatchObject({ status: 400, message: 'Password is required' })
    expect(codeOf(await off('Songbird8', codeNow()))).toEqual([400, 'auth.wrong-password'])
    expect(codeOf(await off(testPassword, wrongCode(codeNow())))).toEqual(wrong)
    expect(await off(testPassword, codeNow())).toMatchObject({ status: 200 })
    expect((await begin()).answer).toMatchObject({ status: 200 })
    expect(await app.context.sql`select from recovery_codes where user_id = ${robin.person.id}`).toEqual([])
    expect(codeOf(await off(testPassword, codeNow()))).toEqual([409, 'two-step.off'])
  })
})

it('new recovery codes require a code, and replace the old ones', async () => {
  const { robin, begin, codeNow, recoveryCodes } = await withTwoSteps()
  const renew = (code: string) => robin.call(api.twoStep.renewCodes, { body: { code } })
  expect(codeOf(await renew(wrongCode(codeNow())))).toEqual(wrong)
  const { data } = await renew(codeNow())
  expect(data.recoveryCodes).toHaveLength(10)
  const { client } = await begin()
  expect(codeOf(await finish(client, recoveryCodes[0] ?? ''))).toEqual(wrong)
  expect(await finish(client, data.recoveryCodes[0] ?? '')).toMatchObject({ status: 200 })
})
