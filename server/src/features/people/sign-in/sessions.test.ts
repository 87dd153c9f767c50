import { api } from '@vireo/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import { codeOf, type TestClient } from '../../../../test/app/client.ts'
import { listenTo } from '../../../../test/app/events.ts'
import { testPassword } from '../../../../test/password.ts'
import { patiently } from '../../../../test/patience.ts'
import { newId } from '../../../lib/ids.ts'
import { newWindow } from '../accounts/test-kit.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(() => newWindow(app))
afterAll(() => app.close())

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1'

const login = (client: TestClient, username: string, userAgent: string) =>
  client.call(api.signIn.login, {
    body: { username, password: testPassword },
    headers: { 'user-agent': userAgent },
  })
const sessions = async (client: TestClient) => (await client.call(api.sessions.list)).data.docs

describe('the list of sessions', () => {
  it('names each device and marks the current one', async () => {
    const { username } = await app.createPerson()
    const [laptop, mobile] = [app.visitor(), app.visitor()]
    await login(laptop, username, firefox)
    app.clock.advance(60)
    await login(mobile, username, phone)
    expect(await sessions(laptop)).toMatchObject([
      { device: 'Safari on iOS', isCurrent: false },
      { device: 'Firefox on Linux', isCurrent: true },
    ])
  })

  it('names a client without a User-Agent an unknown device, and accepts malformed ones', async () => {
    const { username } = await app.createPerson()
    for (const userAgent of ['', '\u00ff'.repeat(5000), '((((', 'Please visit http://evil.example/1 ']) {
      const client = app.visitor()
      expect(await login(client, username, userAgent)).toMatchObject({ status: 200 })
      const current = (await sessions(client)).find(({ isCurrent }) => isCurrent)
      expect(current?.device).toBe('Unknown device')
    }
  })

  it.each(['a call', 'a page', 'an open page', 'a download'])(
    'shows the last activity, to five minutes: %s',
    async (kind) => {
      app.clock.stop()
      const robin = await app.signedIn()
      const { username } = robin.person
      const elsewhere = app.visitor()
      await login(elsewhere, username, phone)
      const signedInAt = app.clock.now().toISOString()
      const readPhone = async () => (await sessions(robin)).find(({ isCurrent }) => !isCurrent)
      const uses: Record<string, () => Promise<unknown>> = {
        'a call': () => elsewhere.call(api.accounts.currentUser),
        'a page': () => elsewhere.fetch('/settings', { headers: { accept: 'text/html' } }),
        'an open page': () => listenTo(elsewhere, 'video-progress'),
        'a download': () => elsewhere.fetch('/media/download/token/exports/folder/data.zip?name=data.zip'),
      }
      const use = uses[kind] ?? (() => Promise.resolve())
      await use()
      app.clock.advance(4 * 60)
      if (kind !== 'an open page') await use()
      expect(await readPhone()).toMatchObject({ createdAt: signedInAt, lastSeenAt: signedInAt })
      app.clock.advance(2 * 60)
      if (kind !== 'an open page') await use()
      await expect
        .poll(readPhone, patiently)
        .toMatchObject({ createdAt: signedInAt, lastSeenAt: app.clock.now().toISOString() })
    },
  )

  it('shows nothing of other people', async () => {
    const [robin, wren] = [await app.signedIn(), await app.signedIn()]
    expect(await sessions(robin)).toHaveLength(1)
    const [theirs] = await sessions(wren)
    const answer = await robin.call(api.sessions.end, { params: { id: theirs?._id ?? '' } })
    expect(codeOf(answer)).toEqual([404, 'session.not-found'])
    expect(await sessions(wren)).toHaveLength(1)
  })
})

describe('signing out', () => {
  it('of one device ends its session there', async () => {
    const robin = await app.signedIn()
    const elsewhere = app.visitor()
    await login(elsewhere, robin.person.username, phone)
    const other = (await sessions(robin)).find(({ isCurrent }) => !isCurrent)
    const end = () => robin.call(api.sessions.end, { params: { id: other?._id ?? '' } })
    expect(await end()).toMatchObject({ status: 200 })
    expect(await elsewhere.call(api.accounts.currentUser)).toMatchObject({ status: 401 })
    expect(await robin.call(api.accounts.currentUser)).toMatchObject({ status: 200 })
    expect(await end()).toMatchObject({ status: 404, message: 'This session has ended already' })
  })

  it('of all other devices keeps this session', async () => {
    const robin = await app.signedIn()
    const others = [app.visitor(), app.visitor()]
    for (const other of others) await login(other, robin.person.username, phone)
    expect(await robin.call(api.sessions.endOthers)).toMatchObject({ status: 200 })
    for (const other of others)
      expect(await other.call(api.accounts.currentUser)).toMatchObject({ status: 401 })
    expect(await sessions(robin)).toMatchObject([{ isCurrent: true }])
  })

  it.each(['nonsense', newId()])('of %s is not found', async (id) => {
    const robin = await app.signedIn()
    expect(codeOf(await robin.call(api.sessions.end, { params: { id } }))).toEqual([404, 'session.not-found'])
  })
})

describe('a sign-in on a new device', () => {
  it('sends a mail, once for each device', async () => {
    const { username, email } = await app.createPerson()
    const [laptop, mobile] = [app.visitor(), app.visitor()]
    await login(laptop, username, firefox)
    await login(laptop, username, firefox)
    await login(mobile, username, phone)
    const subject = 'New sign-in to your Vireo account'
    expect(await app.mailsTo(email)).toMatchObject([
      { subject, text: expect.stringContaining('Firefox on Linux') },
      { subject, text: expect.stringContaining('Safari on iOS') },
    ])
  })
})

describe('a confirmation', () => {
  const setPassword = (client: TestClient) =>
    client.call(api.accounts.setPassword, { body: { password: 'Sparrow88' } })
  /** A person without a password, as after a sign-in through a provider. */
  async function withoutPassword() {
    const robin = await app.signedIn()
    await app.context.sql`update users set password_hash = null where id = ${robin.person.id}`
    return robin
  }

  it('is not needed within fifteen minutes of the sign-in', async () => {
    const robin = await withoutPassword()
    app.clock.advance(14 * 60)
    expect(await setPassword(robin)).toMatchObject({ status: 200, data: { hasPassword: true } })
    const again = await app.visitor().call(api.signIn.login, {
      body: { username: robin.person.username, password: 'Sparrow88' },
    })
    expect(again).toMatchObject({ status: 200 })
  })

  it('takes a mailed code if there is no password, and the code works once', async () => {
    const robin = await withoutPassword()
    app.clock.advance(16 * 60)
    expect(codeOf(await setPassword(robin))).toEqual([403, 'auth.confirm-needed'])
    expect(await robin.call(api.sessions.sendCode)).toMatchObject({ status: 200 })
    const otp = await app.newestCode(robin.person.email)
    const confirm = () => robin.call(api.sessions.confirm, { body: { otp } })
    expect(await confirm()).toMatchObject({ status: 200 })
    expect(codeOf(await confirm())).toEqual([400, 'auth.code-invalid'])
    expect(await setPassword(robin)).toMatchObject({ status: 200 })
  })

  it('takes the password if there is one, never a code', async () => {
    const robin = await app.signedIn()
    app.clock.advance(16 * 60)
    expect(codeOf(await robin.call(api.sessions.sendCode))).toEqual([409, 'account.has-password'])
    const confirm = (body: Record<string, string>) => robin.call(api.sessions.confirm, { body })
    expect(await confirm({ otp: '123456' })).toMatchObject({ status: 400, message: 'Password is required' })
    expect(codeOf(await confirm({ password: 'Songbird8' }))).toEqual([400, 'auth.wrong-password'])
    expect(await confirm({ password: testPassword })).toMatchObject({ status: 200 })
  })

  it('is valid in its own session only', async () => {
    const robin = await app.signedIn()
    const elsewhere = app.visitor()
    await login(elsewhere, robin.person.username, phone)
    await app.context.sql`update users set password_hash = null where id = ${robin.person.id}`
    app.clock.advance(16 * 60)
    await elsewhere.call(api.sessions.sendCode)
    const otp = await app.newestCode(robin.person.email)
    expect(await elsewhere.call(api.sessions.confirm, { body: { otp } })).toMatchObject({ status: 200 })
    expect(codeOf(await setPassword(robin))).toEqual([403, 'auth.confirm-needed'])
    expect(await setPassword(elsewhere)).toMatchObject({ status: 200 })
  })

  it('does not allow setting a first password if there is one', async () => {
    const robin = await app.signedIn()
    expect(codeOf(await setPassword(robin))).toEqual([409, 'account.has-password'])
  })

  it('lets someone without a password change their address and delete their account', async () => {
    const robin = await withoutPassword()
    const move = () =>
      robin.call(api.accounts.updateAccount, {
        body: { email: `new.${robin.person.email}`, asksToConfirm: true },
      })
    const remove = () => robin.call(api.accountDeletion.deleteAccount, { body: {} })
    app.clock.advance(16 * 60)
    expect(codeOf(await move())).toEqual([403, 'auth.confirm-needed'])
    expect(codeOf(await remove())).toEqual([403, 'auth.confirm-needed'])
    await robin.call(api.sessions.sendCode)
    const otp = await app.newestCode(robin.person.email)
    await robin.call(api.sessions.confirm, { body: { otp } })
    expect(await move()).toMatchObject({ status: 200 })
    expect(await remove()).toMatchObject({ status: 200 })
  })
})
