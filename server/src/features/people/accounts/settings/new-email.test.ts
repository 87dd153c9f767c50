import { api, tooManyRequestsMessage } from '@vireo/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../../test/app/app.ts'
import { codeOf, type TestClient } from '../../../../../test/app/client.ts'
import { testPassword } from '../../../../../test/password.ts'
import { hashToken } from '../../../../lib/security/tokens.ts'
import { newWindow, wrongCode, wrongCodes } from '../test-kit.ts'

let app: TestApp
let robin: Awaited<ReturnType<TestApp['signedIn']>>
let changes = 0
let address = ''
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  newWindow(app)
  robin = await app.signedIn()
  address = `new${++changes}@example.org`
})
afterAll(() => app.close())

const change = (email: string, client = robin) =>
  client.call(api.accounts.updateAccount, { body: { email, password: testPassword } })
const confirm = (otp: string, client: TestClient = robin) =>
  client.call(api.accounts.confirmEmail, { body: { otp } })
const invalid = { status: 400, message: 'Invalid or expired OTP.' }
const signIn = (email: string) =>
  app.visitor().call(api.signIn.login, { body: { email, password: testPassword } })

it('a new e-mail takes effect when its code is entered; the rest of the form is saved at once', async () => {
  const old = robin.person.email
  const body = { fullname: 'Robin Reed', email: address, password: testPassword }
  const asked = await robin.call(api.accounts.updateAccount, { body })
  expect(asked).toMatchObject({ status: 200, message: 'Your details updated successfully' })
  expect(asked.data).toMatchObject({ fullname: 'Robin Reed', email: old, pendingEmail: address })
  expect(await signIn(address)).toMatchObject({ status: 401 })

  const otp = await app.newestCode(address)
  expect((await app.newestMail(address)).text).toContain('make this the e-mail address')
  const confirmed = await confirm(otp)
  expect(confirmed).toMatchObject({ status: 200, message: 'Your details updated successfully' })
  expect(confirmed.data).toMatchObject({ email: address, pendingEmail: null })
  expect((await robin.call(api.accounts.currentUser)).data).toEqual(confirmed.data)
  expect(await signIn(address)).toMatchObject({ status: 200 })
  expect(await signIn(old)).toMatchObject({ status: 401 })

  const notice = await app.newestMail(old)
  expect(notice.subject).toBe('The address of your Vireo account was changed')
  expect(notice.text).toContain(address)
})

describe('the code for a new e-mail', () => {
  it('must be right, and is invalid after five wrong guesses', async () => {
    await change(address)
    const otp = await app.newestCode(address)
    for (const wrong of wrongCodes(otp, 5)) expect(await confirm(wrong)).toMatchObject(invalid)
    expect(await confirm(otp)).toMatchObject(invalid)
    expect((await robin.call(api.accounts.currentUser)).data.email).toBe(robin.person.email)
  })

  it.each([
    ['', 'OTP is required'],
    ['12345', 'OTP must be 6 digits'],
    ['123456', 'Invalid or expired OTP.'],
  ])('%j is refused: %s', async (otp, message) => {
    expect(await confirm(otp)).toMatchObject({ status: 400, message })
  })

  it('expires after five minutes', async () => {
    await change(address)
    const otp = await app.newestCode(address)
    app.clock.advance(301)
    expect(await confirm(otp)).toMatchObject(invalid)
  })

  it('is valid only for the account that requested it, and for its purpose', async () => {
    await change(address)
    const otp = await app.newestCode(address)
    const stranger = await app.signedIn()
    expect(await confirm(otp, stranger)).toMatchObject(invalid)
    const visitor = app.visitor()
    expect(await visitor.call(api.accounts.verifyEmailOtp, { body: { email: address, otp } })).toMatchObject(
      invalid,
    )
    expect(await confirm(otp)).toMatchObject({ status: 200 })
  })

  it('can be sent again after a minute, and to another address at once', async () => {
    await change(address)
    const again = await change(address)
    expect(again.status).toBe(429)
    expect(again.message).toMatch(/^Please wait \d+ seconds before asking for another code$/)
    const typo = await app.newestCode(address)

    const right = `right.${address}`
    expect(await change(right)).toMatchObject({ status: 200, data: { pendingEmail: right } })
    const otp = await app.newestCode(right)
    if (typo !== otp) expect(await confirm(typo)).toMatchObject(invalid)
    // Switching between two addresses does not send the first one a second code within a minute.
    expect(await change(address)).toMatchObject({ status: 429 })

    app.clock.advance(61)
    expect(await change(right)).toMatchObject({ status: 200 })
    const second = await app.newestCode(right)
    if (otp !== second) expect(await confirm(otp)).toMatchObject(invalid)
    expect(await confirm(second)).toMatchObject({ status: 200, data: { email: right } })
  })

  it('is sent at most ten times a day, over all addresses', async () => {
    for (let i = 0; i < 10; i++) expect(await change(`try${i}.${address}`)).toMatchObject({ status: 200 })
    const message = 'Too many codes were asked for today. Please try again tomorrow.'
    expect(await change(`try10.${address}`)).toMatchObject({ status: 429, message })
    app.clock.advance(24 * 3600)
    expect(await change(`try10.${address}`)).toMatchObject({ status: 200 })
  })

  it('can be entered on another device of the account', async () => {
    await change(address)
    const phone = app.visitor()
    await phone.call(api.signIn.login, { body: { username: robin.person.username, password: testPassword } })
    expect(await confirm(await app.newestCode(address), phone)).toMatchObject({ status: 200 })
  })
})

describe('a new e-mail that already has an account', () => {
  it('gets a mail about it, and the page shows no difference', async () => {
    const owner = await app.createPerson()
    const asked = await change(owner.email.toUpperCase())
    expect(asked).toMatchObject({ status: 200, message: 'Your details updated successfully' })
    const mail = await app.newestMail(owner.email)
    expect(mail.subject).toBe('You already have a Vireo account')
    expect(await confirm('123456')).toMatchObject(invalid)
  })

  it('is refused if the account was created after the code was sent', async () => {
    await change(address)
    const otp = await app.newestCode(address)
    const { id } = await app.createPerson()
    await app.context.sql`update users set email_key = ${address} where id = ${id}`
    const refused = await confirm(otp)
    expect(refused).toMatchObject({ status: 409, message: 'This email already has an account' })
    expect(refused.envelope.errors).toEqual([
      { field: 'email', message: 'This email already has an account' },
    ])
    expect((await robin.call(api.accounts.currentUser)).data.email).toBe(robin.person.email)
  })

  it('goes to exactly one of two people who confirm it at the same instant', async () => {
    const wren = await app.signedIn()
    await change(address)
    const first = await app.newestCode(address)
    app.clock.advance(61)
    await change(address, wren)
    const second = await app.newestCode(address)
    const answers = await Promise.all([confirm(first), confirm(second, wren)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('the password for changing the e-mail', () => {
  const update = (body: Record<string, unknown>) => robin.call(api.accounts.updateAccount, { body })

  it.each([
    ['', 'Password is required'],
    ['Songbird8', 'The current password is not right'],
  ])('%j is refused and changes nothing: %s', async (password, message) => {
    const refused = await update({ fullname: 'Robin Thief', email: address, password })
    expect(refused).toMatchObject({ status: 400, message })
    expect(refused.envelope.errors).toEqual([{ field: 'password', message }])
    expect((await robin.call(api.accounts.currentUser)).data).toMatchObject({
      fullname: 'Test Person',
      email: robin.person.email,
      pendingEmail: null,
    })
    await update({ email: address, password: testPassword })
    // A code of the refused request would have been mailed as well.
    expect(await app.mailsTo(address)).toHaveLength(1)
  })

  it('is not asked for again when the code is sent again', async () => {
    await change(address)
    app.clock.advance(61)
    expect(await update({ email: address })).toMatchObject({ status: 200, data: { pendingEmail: address } })
    expect(await confirm(await app.newestCode(address))).toMatchObject({ status: 200 })
  })

  it('is not needed to change the name, nor with an unchanged address', async () => {
    expect(await update({ fullname: 'Robin Reed', email: robin.person.email })).toMatchObject({ status: 200 })
  })

  it('can be tried ten times in fifteen minutes', async () => {
    for (let i = 0; i < 10; i++)
      expect(await update({ email: address, password: 'Songbird8' })).toMatchObject({ status: 400 })
    expect(await change(address)).toMatchObject({ status: 429, message: tooManyRequestsMessage })
  })
})

describe('a new e-mail without the password', () => {
  const update = (body: Record<string, unknown>) => robin.call(api.accounts.updateAccount, { body })
  const confirmSession = () => robin.call(api.sessions.confirm, { body: { password: testPassword } })
  /** The token of the link in the newest mail, whose long lines are encoded as quoted-printable. */
  const readLink = async () => {
    const text = (await app.newestMail(address)).text.replaceAll('=\r\n', '').replaceAll('=3D', '=')
    return /#new-email=([\w-]+)/.exec(text)?.[1] ?? ''
  }
  const open = (token: string, client: TestClient = robin) =>
    client.call(api.accounts.confirmEmail, { body: { token } })
  const used = { status: 400, message: 'This link has expired or was used already.' }
  const letTimePass = () => app.clock.advance(15 * 60 + 1)

  it('gets its code in a session that was confirmed within 15 minutes', async () => {
    const asked = await update({ email: address })
    expect(asked).toMatchObject({ status: 200, data: { pendingEmail: address } })
    expect(asked.data.pendingEmailNeedsLink).toBeUndefined()
    expect(await confirm(await app.newestCode(address))).toMatchObject({
      status: 200,
      data: { email: address },
    })
  })

  it('otherwise gets only a link, which works once, after the person has confirmed who they are', async () => {
    const old = robin.person.email
    letTimePass()
    const asked = await update({ fullname: 'Robin Reed', email: address })
    expect(asked).toMatchObject({ status: 200, message: 'Your details updated successfully' })
    expect(asked.data).toMatchObject({
      fullname: 'Robin Reed',
      email: old,
      pendingEmail: address,
      pendingEmailNeedsLink: true,
    })
    const mail = await app.newestMail(address)
    expect(mail.subject).toBe('Confirm the new address of your Vireo account')
    expect(mail.text).not.toMatch(/\b\d{6}\b/)
    expect(mail.text).toContain(`/settings#new-email=`)
    const toOld = await app.newestMail(old)
    expect(toOld.subject).toBe('A new address was entered for your Vireo account')
    expect(toOld.text).toContain('Nothing has changed yet')
    expect(toOld.text).toContain('change your password in the settings')
    expect(toOld.text).toMatch(/\/settings\s*$/)
    const token = await readLink()
    const [row] = await app.context.sql`select token_hash from new_email_links where email = ${address}`
    expect(row?.token_hash.toString('hex')).toBe(hashToken(token).toString('hex'))

    expect(codeOf(await open(token))).toEqual([403, 'auth.confirm-needed'])
    expect(await open(token, await app.signedIn())).toMatchObject(used)
    expect((await open(token, app.visitor())).status).toBe(401)
    await confirmSession()
    expect(await open('A'.repeat(32))).toMatchObject(used)
    const answers = await Promise.all([open(token), open(token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect((await robin.call(api.accounts.currentUser)).data).toMatchObject({
      email: address,
      pendingEmail: null,
    })
    const isChange = ({ subject }: { subject: string }) => subject.endsWith('account was changed')
    expect((await app.newestMail(old, isChange)).text).toContain(address)
  })

  it('still gets only a link when it is entered again, until the owner is confirmed', async () => {
    letTimePass()
    await update({ email: address })
    const first = await readLink()
    app.clock.advance(61)
    expect((await update({ email: address })).data.pendingEmailNeedsLink).toBe(true)
    expect(await confirm('123456')).toMatchObject(invalid)
    await confirmSession()
    app.clock.advance(61)
    expect((await update({ email: address })).data.pendingEmailNeedsLink).toBeUndefined()
    expect(await open(first)).toMatchObject(used)
    // A mail with a code contains a link too.
    expect((await app.newestMail(address)).subject).toMatch(/^\d{6} is your Vireo code$/)
    expect(await open(await readLink())).toMatchObject({ status: 200, data: { email: address } })
  })

  it.each<[string, () => Promise<unknown>]>([
    ['after a day', async () => app.clock.advance(24 * 3600 + 1)],
    ['when the change is cancelled', () => update({ email: robin.person.email })],
    ['when another address is entered', () => update({ email: `other.${address}` })],
  ])('has a link that is invalid %s', async (_, end) => {
    letTimePass()
    await update({ email: address })
    const token = await readLink()
    await end()
    await confirmSession()
    expect(await open(token)).toMatchObject(used)
    expect((await robin.call(api.accounts.currentUser)).data.email).toBe(robin.person.email)
  })

  it('gets a mail without a link if another account already has this address', async () => {
    const owner = await app.createPerson()
    letTimePass()
    expect((await update({ email: owner.email })).data).toMatchObject({ pendingEmail: owner.email })
    expect((await app.newestMail(owner.email)).text).not.toContain('new-email')
  })

  it('is refused instead if the caller can ask for a confirmation', async () => {
    letTimePass()
    const refused = await update({ fullname: 'Robin Reed', email: address, asksToConfirm: true })
    expect(codeOf(refused)).toEqual([403, 'auth.confirm-needed'])
    expect((await robin.call(api.accounts.currentUser)).data).toMatchObject({
      fullname: 'Test Person',
      pendingEmail: null,
    })
  })
})

it('the current address in another case is not a change, and needs no password', async () => {
  const body = { email: robin.person.email.toUpperCase() }
  const answer = await robin.call(api.accounts.updateAccount, { body })
  expect(answer.data).toMatchObject({ email: robin.person.email, pendingEmail: null })
})

it('sending the current address cancels the change', async () => {
  await change(address)
  const otp = await app.newestCode(address)
  expect((await change(robin.person.email)).data.pendingEmail).toBe(null)
  expect(await confirm(wrongCode(otp))).toMatchObject(invalid)
  expect(await confirm(otp)).toMatchObject(invalid)
})

it('a new password cancels a pending change of the e-mail', async () => {
  await change(address)
  const otp = await app.newestCode(address)
  const body = { oldPassword: testPassword, newPassword: 'Sparrow8!' }
  await robin.call(api.accounts.changePassword, { body })
  await robin.call(api.signIn.login, { body: { username: robin.person.username, password: 'Sparrow8!' } })
  expect((await robin.call(api.accounts.currentUser)).data.pendingEmail).toBe(null)
  expect(await confirm(otp)).toMatchObject(invalid)
  app.clock.advance(15 * 60 + 1)
  const again = await robin.call(api.accounts.updateAccount, { body: { email: address } })
  expect(again).toMatchObject({ status: 200, data: { pendingEmail: address, pendingEmailNeedsLink: true } })
})
