import { api, limits, tooManyRequestsMessage } from '@vireo/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../../test/app/app.ts'
import { testPassword } from '../../../../../test/password.ts'
import { newWindow } from '../test-kit.ts'

let app: TestApp
let robin: Awaited<ReturnType<TestApp['signedIn']>>
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  newWindow(app)
  robin = await app.signedIn()
})
afterAll(() => app.close())

describe('details', () => {
  const update = (body: Record<string, unknown>) => robin.call(api.accounts.updateAccount, { body })

  it('are saved at once and visible to everybody', async () => {
    const details = { fullname: 'Robin Reed', bio: 'Field recordings.', location: 'Uppsala' }
    const answer = await update({ ...details, fullname: ' Robin Reed ', bio: ' Field recordings. ' })
    expect(answer).toMatchObject({ status: 200, message: 'Your details updated successfully', data: details })
    expect((await robin.call(api.accounts.currentUser)).data).toEqual(answer.data)
    const params = { username: robin.person.username }
    expect((await app.visitor().call(api.accounts.channel, { params })).data).toMatchObject(details)
  })

  it('can be changed one at a time, and emptied', async () => {
    await update({ bio: 'Field recordings.', location: 'Uppsala' })
    expect((await update({ bio: '' })).data).toMatchObject({
      bio: '',
      location: 'Uppsala',
      fullname: 'Test Person',
    })
    expect((await update({ fullname: 'Inês Kovač' })).data).toMatchObject({ fullname: 'Inês Kovač', bio: '' })
  })

  it('can be sent with an unchanged address any number of times', async () => {
    for (let i = 0; i < 12; i++)
      expect(await update({ fullname: 'Robin Reed', email: robin.person.email })).toMatchObject({
        status: 200,
      })
  })

  it.each([
    [{}, 'fullname', 'Fullname or email is required'],
    [{ fullname: ' ', email: '' }, 'fullname', 'Fullname or email is required'],
    [{ fullname: 'Al' }, 'fullname', 'Invalid Name format'],
    [{ fullname: '', bio: 'x' }, 'fullname', 'Full name is required'],
    [{ email: 'robin@' }, 'email', 'Invalid email format'],
    [{ email: ' ', bio: 'x' }, 'email', 'Email is required'],
  ])('refuse %j with a message at %s: %s', async (body, field, message) => {
    const refused = await update(body)
    expect(refused).toMatchObject({ status: 400, message })
    expect(refused.envelope.errors?.[0]).toEqual({ field, message })
  })

  it.each([
    ['bio', limits.bioLength],
    ['location', limits.locationLength],
  ])('limit %s to %d characters', async (field, length) => {
    expect(await update({ [field]: 'x'.repeat(length) })).toMatchObject({ status: 200 })
    const refused = await update({ [field]: 'x'.repeat(length + 1) })
    expect(refused.status).toBe(400)
    expect(refused.envelope.errors?.[0]?.field).toBe(field)
  })

  it('do not include fields that only the server sets', async () => {
    const answer = await update({
      bio: 'x',
      username: 'hijacked',
      subscribersCount: 5,
      _id: 'x',
      createdAt: 'x',
    })
    expect(answer.data).toMatchObject({ username: robin.person.username, _id: robin.person.id })
  })
})

describe('changing the password', () => {
  const change = (oldPassword?: string, newPassword?: string) =>
    robin.callUnchecked(api.accounts.changePassword, { body: { oldPassword, newPassword } })
  const login = (password: string, client = app.visitor()) =>
    client.call(api.signIn.login, { body: { username: robin.person.username, password } })

  it('signs the person out everywhere; only the new password signs in again', async () => {
    const elsewhere = app.visitor()
    await login(testPassword, elsewhere)
    const bystander = await app.signedIn()
    const answer = await change(testPassword, 'Sparrow8')
    expect(answer).toMatchObject({ status: 200, message: 'Your password has been updated successfully' })
    expect([...robin.cookies.keys()]).toEqual(['vireo_device'])
    expect(await elsewhere.call(api.accounts.currentUser)).toMatchObject({ status: 401 })
    expect(await bystander.call(api.accounts.currentUser)).toMatchObject({ status: 200 })
    expect(await login(testPassword)).toMatchObject({ status: 401 })
    expect(await login('Sparrow8')).toMatchObject({ status: 200 })
    const isAboutPassword = ({ subject }: { subject: string }) =>
      subject === 'Your Vireo password was changed'
    await app.newestMail(robin.person.email, isAboutPassword)
  })

  it.each([
    [undefined, undefined, 'Missing required field', ['oldPassword', 'newPassword']],
    ['', 'Sparrow8', 'Missing required field', ['oldPassword']],
    [testPassword, '', 'Missing required field', ['newPassword']],
    [testPassword, testPassword, 'New password must be different from current one', ['newPassword']],
    [testPassword, 'short', 'Password must be at least 6 characters long.', ['newPassword']],
    [testPassword, 'x'.repeat(201), 'Password must be at most 200 characters', ['newPassword']],
    ['Songbird8', 'Sparrow8', 'The current password is not right', ['oldPassword']],
  ])('from %j to %j says: %s', async (oldPassword, newPassword, message, fields) => {
    const refused = await change(oldPassword, newPassword)
    expect(refused).toMatchObject({ status: 400, message })
    expect(refused.envelope.errors).toEqual(fields.map((field) => ({ field, message })))
    expect(await robin.call(api.accounts.currentUser)).toMatchObject({ status: 200 })
  })

  it('allows ten wrong guesses of the current password in fifteen minutes', async () => {
    for (let i = 0; i < 10; i++) expect(await change('Songbird8', 'Sparrow8')).toMatchObject({ status: 400 })
    expect(await change(testPassword, 'Sparrow8')).toMatchObject({
      status: 429,
      message: tooManyRequestsMessage,
    })
    newWindow(app)
    expect(await change(testPassword, 'Sparrow8')).toMatchObject({ status: 200 })
  })
})
