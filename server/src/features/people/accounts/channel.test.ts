import { api } from '@vireo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const look = (username: string, client = app.visitor()) =>
  client.call(api.accounts.channel, { params: { username } })

it('anyone can see a profile, which is found by its username in any case', async () => {
  const { id } = await app.createPerson('Maya.L', 'Maya Lindqvist')
  for (const username of ['Maya.L', 'maya.l', 'MAYA.L']) {
    const { status, data } = await look(username)
    expect(status).toBe(200)
    expect(data).toEqual({
      _id: id,
      username: 'Maya.L',
      fullname: 'Maya Lindqvist',
      avatar: null,
      coverimage: null,
      bio: '',
      location: '',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      subscribersCount: 0,
      channelSubscribedToCount: 0,
      videosCount: 0,
      isSubscribed: false,
      isBlocked: false,
    })
  }
})

it('a profile contains neither the e-mail address nor anything else that is private', async () => {
  const { email } = await app.createPerson('shy')
  const text = JSON.stringify((await look('shy')).envelope)
  expect(text).not.toContain(email)
  expect(text).not.toMatch(/password|email|hash/i)
})

it('a profile shows whether the viewer is subscribed', async () => {
  const viewer = await app.signedIn()
  const { id } = await app.createPerson('followed')
  await app.context.sql`
    insert into subscriptions (subscriber_id, channel_id, created_at)
    values (${viewer.person.id}, ${id}, ${app.clock.now()})`
  expect((await look('followed', viewer)).data.isSubscribed).toBe(true)
  expect((await look('followed')).data.isSubscribed).toBe(false)
})

it.each([
  'nobody',
  'no such user',
  '🐦/..',
  '../../etc/passwd',
  '%',
  'a\u0000b',
  "' or 1=1 --",
  'x'.repeat(400),
])('a profile of %j is not found', async (username) => {
  expect((await look(username)).envelope).toEqual({
    statuscode: 404,
    message: username.includes('\0') ? 'Not found' : 'Profile not found',
    data: null,
    success: false,
    code: username.includes('\0') ? 'request.not-found' : 'profile.not-found',
  })
})

it('a call without a username is refused with a message', async () => {
  const answer = await app.visitor().call(api.accounts.channelWithoutName)
  expect(answer).toMatchObject({ status: 400, message: 'Username is required to get profile' })
  expect((await app.visitor().fetch('/api/v1/user/channel')).status).toBe(400)
})
