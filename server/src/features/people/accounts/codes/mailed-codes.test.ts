import { api } from '@vireo/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../../test/app/app.ts'
import { aloneInText, dumpDatabase } from '../../../../../test/database/dump.ts'
import { makeJobsDue } from '../../../../../test/jobs/worker.ts'
import { newcomer, newWindow, prove, receiveCode, wrongCode, wrongCodes } from '../test-kit.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(() => {
  newWindow(app)
  app.clock.stop()
})
afterAll(() => app.close())

let visitor: ReturnType<TestApp['visitor']>
beforeEach(() => {
  visitor = app.visitor()
})
const verify = (email: string, otp: string, client = visitor) =>
  client.call(api.accounts.verifyEmailOtp, { body: { email, otp } })
const invalid = { status: 400, message: 'Invalid or expired OTP.' }

describe('a code', () => {
  it('is mailed with its purpose and lifetime', async () => {
    const email = 'reader@example.org'
    const otp = await receiveCode(app, visitor, email)
    const mail = await app.newestMail(email)
    expect(mail.subject).toBe(`${otp} is your Vireo code`)
    expect(mail.text).toContain('finish signing up')
    expect(mail.text).toContain('expires in 5 minutes')
  })

  it('is valid for five minutes', async () => {
    const early = await receiveCode(app, visitor, 'early@example.org')
    app.clock.advance(295)
    expect(await verify('early@example.org', early)).toMatchObject({ status: 200 })
    const late = await receiveCode(app, visitor, 'late@example.org')
    app.clock.advance(301)
    expect(await verify('late@example.org', late)).toMatchObject(invalid)
  })

  it('stays valid after four wrong guesses', async () => {
    const email = 'four@example.org'
    const otp = await receiveCode(app, visitor, email)
    for (const wrong of wrongCodes(otp, 4)) expect(await verify(email, wrong)).toMatchObject(invalid)
    expect(await verify(email, otp)).toMatchObject({ status: 200 })
  })

  it('is invalid after five wrong guesses', async () => {
    const email = 'five@example.org'
    const otp = await receiveCode(app, visitor, email)
    for (const wrong of wrongCodes(otp, 5)) expect(await verify(email, wrong)).toMatchObject(invalid)
    expect(await verify(email, otp)).toMatchObject(invalid)
  })

  it('is invalid after twenty simultaneous wrong guesses, of which only five were compared', async () => {
    const email = 'burst@example.org'
    const otp = await receiveCode(app, visitor, email)
    const answers = await Promise.all(wrongCodes(otp, 20).map((wrong) => verify(email, wrong)))
    for (const answer of answers) expect(answer).toMatchObject(invalid)
    const [row] = await app.context.sql`select wrong_tries from email_codes where subject = ${email}`
    expect(row?.wrong_tries).toBe(5)
    expect(await verify(email, otp)).toMatchObject(invalid)
  })

  it('is not accepted when the right guess is among twenty simultaneous wrong ones', async () => {
    const email = 'hidden@example.org'
    const otp = await receiveCode(app, visitor, email)
    const guesses = [...wrongCodes(otp, 20), otp]
    const answers = await Promise.all(guesses.map((guess) => verify(email, guess)))
    expect(answers.slice(0, 20).every(({ status }) => status === 400)).toBe(true)
    // Either the right guess was among the five that were compared and used up the code, or the code is invalid.
    expect(await verify(email, otp)).toMatchObject(invalid)
  })

  it('works once, even when it is entered twice at the same instant', async () => {
    const email = 'once@example.org'
    const otp = await receiveCode(app, visitor, email)
    const answers = await Promise.all([verify(email, otp), verify(email, otp)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(await verify(email, otp)).toMatchObject(invalid)
  })

  it('belongs to its address, ignoring case', async () => {
    const otp = await receiveCode(app, visitor, 'Mixed.Case@example.org')
    expect(await verify('somebody.else@example.org', otp)).toMatchObject(invalid)
    expect(await verify('mixed.case@EXAMPLE.org', otp)).toMatchObject({ status: 200 })
  })

  it('is valid only in the browser that requested it', async () => {
    const email = 'mine@example.org'
    const otp = await receiveCode(app, visitor, email)
    const elsewhere = app.visitor()
    expect(await verify(email, otp, elsewhere)).toMatchObject(invalid)
    await receiveCode(app, elsewhere, email)
    expect(await verify(email, otp, elsewhere)).toMatchObject(invalid)
    expect(await verify(email, otp)).toMatchObject({ status: 200 })
  })

  it('stays valid however many codes others request and guess', async () => {
    const email = 'undisturbed@example.org'
    const otp = await receiveCode(app, visitor, email)
    for (let i = 2; i <= 4; i++) {
      const stranger = app.visitor()
      await receiveCode(app, stranger, email)
      for (const wrong of wrongCodes(otp, 5)) await verify(email, wrong, stranger)
    }
    expect(await verify(email, otp)).toMatchObject({ status: 200 })
  })

  it('replaces the previous one', async () => {
    const email = 'twice@example.org'
    const first = await receiveCode(app, visitor, email)
    app.clock.advance(61)
    const second = await receiveCode(app, visitor, email)
    if (first !== second) expect(await verify(email, first)).toMatchObject(invalid)
    expect(await verify(email, second)).toMatchObject({ status: 200 })
  })
})

describe('requesting a code', () => {
  const ask = (email: string) => visitor.call(api.accounts.sendEmailOtp, { body: { email } })

  it('is possible once a minute per address, ignoring case', async () => {
    expect(await ask('Eager@example.org')).toMatchObject({ status: 200 })
    app.clock.advance(20)
    for (const email of ['Eager@example.org', 'eager@example.org']) {
      const refused = await ask(email)
      const message = 'Please wait 40 seconds before asking for another code'
      expect(refused).toMatchObject({ status: 429, message })
      expect(refused.headers.get('retry-after')).toBe('40')
    }
    expect(await ask('patient@example.org')).toMatchObject({ status: 200 })
    app.clock.advance(41)
    expect(await ask('eager@example.org')).toMatchObject({ status: 200 })
  })

  it('does not make others wait', async () => {
    expect(await ask('shared@example.org')).toMatchObject({ status: 200 })
    const other = await app
      .visitor()
      .call(api.accounts.sendEmailOtp, { body: { email: 'shared@example.org' } })
    expect(other).toMatchObject({ status: 200 })
  })

  it('sends one mail for two simultaneous requests', async () => {
    await ask('first.cookie@example.org')
    const answers = await Promise.all([ask('double@example.org'), ask('double@example.org')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429])
  })

  it('is retried when the mail server refuses, and the failed attempt leaves no code', async () => {
    const email = 'retry@example.org'
    app.mailbox.refuseNext(1)
    await ask(email)
    await app.runJobs()
    expect(app.mailbox.refused).toHaveLength(1)
    const lost = app.mailbox.refused[0]?.subject.slice(0, 6) ?? ''
    const { sql } = app.context
    const jobs = await sql`select last_error from graphile_worker.jobs where last_error is not null`
    expect(jobs).toMatchObject([{ last_error: expect.stringContaining('Try again later') }])
    expect(await dumpDatabase(sql)).not.toMatch(aloneInText(lost))
    await makeJobsDue(sql)
    const otp = await app.newestCode(email)
    expect(await verify(email, otp)).toMatchObject({ status: 200 })
  })
})

describe('the proof of an address', () => {
  it('is an HttpOnly cookie that is valid for ten minutes', async () => {
    const otp = await receiveCode(app, visitor, 'cookie@example.org')
    const verified = await verify('cookie@example.org', otp)
    const [cookie = ''] = verified.headers.getSetCookie()
    expect(cookie).toMatch(/^vireo_email_proof=[\w-]{32};/)
    expect(cookie.split('; ').slice(1).sort()).toEqual(['HttpOnly', 'Max-Age=600', 'Path=/', 'SameSite=Lax'])
  })

  it('is valid only in the browser that entered the code', async () => {
    await prove(app, visitor, newcomer('elsewhere').email)
    const stranger = await app.visitor().call(api.signIn.register, { body: newcomer('elsewhere') })
    expect(stranger).toMatchObject({
      status: 400,
      message: 'Please verify your email with OTP before signing up.',
    })
  })

  it('expires after ten minutes', async () => {
    await prove(app, visitor, newcomer('slow').email)
    app.clock.advance(601)
    expect(await visitor.call(api.signIn.register, { body: newcomer('slow') })).toMatchObject({ status: 400 })
    await prove(app, visitor, newcomer('slow').email)
    app.clock.advance(590)
    expect(await visitor.call(api.signIn.register, { body: newcomer('slow') })).toMatchObject({ status: 200 })
  })

  it('is used up by creating an account', async () => {
    await prove(app, visitor, newcomer('used').email)
    const cookie = visitor.cookies.get('vireo_email_proof') ?? ''
    expect(await visitor.call(api.signIn.register, { body: newcomer('used') })).toMatchObject({ status: 200 })
    expect(visitor.cookies.has('vireo_email_proof')).toBe(false)
    await app.context.sql`delete from users where username = 'used'`
    visitor.cookies.set('vireo_email_proof', cookie)
    expect(await visitor.call(api.signIn.register, { body: newcomer('used') })).toMatchObject({ status: 400 })
  })

  it('from a sign-up cannot reset a password, and the proof from a reset cannot register', async () => {
    const { email } = await app.createPerson('purposeful')
    await prove(app, visitor, email, 'reset')
    await app.context.sql`delete from users where username = 'purposeful'`
    const registered = await visitor.call(api.signIn.register, { body: newcomer('purposeful') })
    expect(registered).toMatchObject({
      status: 400,
      message: 'Please verify your email with OTP before signing up.',
    })

    const other = app.visitor()
    await prove(app, other, 'lender@example.org')
    await app.createPerson('lender')
    const reset = await other.call(api.accounts.resetPassword, {
      body: { email: 'lender@example.org', password: 'Sparrow8!' },
    })
    expect(reset).toMatchObject({
      status: 400,
      message: 'Please verify your email with OTP before resetting the password.',
    })
  })
})

it('no code, password, session or proof is stored in plain text', async () => {
  const body = { ...newcomer('secretive'), password: 'Unwritten77' }
  const first = await receiveCode(app, visitor, body.email)
  expect(await dumpDatabase(app.context.sql)).not.toMatch(aloneInText(first))
  await verify(body.email, wrongCode(first), visitor)
  await verify(body.email, first, visitor)
  const proof = visitor.cookies.get('vireo_email_proof') ?? 'none'
  expect(await dumpDatabase(app.context.sql)).not.toContain(proof)
  await visitor.call(api.signIn.register, { body })
  const dump = await dumpDatabase(app.context.sql)
  expect(dump).toContain(body.email)
  expect(dump).not.toContain(body.password)
  expect(dump).not.toContain(visitor.cookies.get('vireo_session') ?? 'none')
  expect(dump).not.toContain(visitor.cookies.get('vireo_device') ?? 'none')
  expect(dump).not.toMatch(aloneInText(first))
})
