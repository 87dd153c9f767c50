import { api, tooManyRequestsMessage } from '@vireo/contract'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/app.ts'
import { dumpDatabase } from '../../../test/dump.ts'
import { testPassword } from '../../../test/password.ts'
import { patiently } from '../../../test/patience.ts'
import { formWith, picture } from '../../../test/pictures.ts'
import { postTweet } from '../../../test/tweets.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(() => app.clock.advance(16 * 60))
afterAll(() => app.close())

type Client = Awaited<ReturnType<TestApp['signedIn']>>
const remove = (client: Client, password?: string) =>
  client.call(api.user.deleteAccount, { body: { password } })
const login = (username: string, client = app.visitor()) =>
  client.call(api.user.login, { body: { username, password: testPassword } })

it('takes the account, its pictures, tweets and sessions away, and leaves no trace of the person', async () => {
  const robin = await app.signedIn('Leaving.Robin')
  const { id, username, email } = robin.person
  const elsewhere = app.visitor()
  await login(username, elsewhere)
  const avatar = formWith('avatar', await picture(64, 64).png().toBuffer())
  await robin.call(api.user.updateAvatar, { form: avatar })
  const cover = formWith('coverimage', await picture(640, 160).png().toBuffer())
  const { data } = await robin.call(api.user.updateCover, { form: cover })
  const tweet = await postTweet(robin, 'A last word')
  const changes = { email: 'robin.next@example.org', password: testPassword, bio: 'Tell no one.' }
  await robin.call(api.user.updateAccount, { body: changes })
  await app.mailbox.waitForCode('robin.next@example.org')

  const answer = await remove(robin, testPassword)
  expect(answer).toMatchObject({ status: 200, message: 'Your account has been deleted', data: null })
  expect([...robin.cookies.keys()]).toEqual(['vireo_device'])
  expect(await elsewhere.call(api.user.currentUser)).toMatchObject({ status: 401 })
  expect(await app.visitor().call(api.user.channel, { params: { username } })).toMatchObject({ status: 404 })
  expect(await login(username)).toMatchObject({ status: 401 })
  await vi.waitFor(async () => {
    for (const address of [data.avatar, data.coverimage, ...tweet.pictures.map(({ url }) => url)])
      expect((await app.visitor().fetch(address ?? '')).status).toBe(404)
    expect(await app.context.sql`select from graphile_worker.jobs`).toEqual([])
  }, patiently)
  // Counters of attempts run out by themselves.
  const rows = await dumpDatabase(app.context.sql, ['rate_limits'])
  for (const trace of [id, username, email, 'robin.next@example.org', 'Tell no one.', 'A last word'])
    expect(rows).not.toContain(trace)
})

it('frees the username and the address', async () => {
  const robin = await app.signedIn('Phoenix')
  await remove(robin, testPassword)
  const again = await app.signedIn('phoenix')
  expect(await again.call(api.user.currentUser)).toMatchObject({ status: 200, data: { username: 'phoenix' } })
})

it('wants the password, and a wrong one removes nothing', async () => {
  const robin = await app.signedIn()
  for (const absent of [undefined, ''])
    expect(await remove(robin, absent)).toMatchObject({ status: 400, message: 'Password is required' })
  const refused = await remove(robin, 'Songbird8')
  expect(refused).toMatchObject({ status: 400, message: 'The current password is not right' })
  expect(refused.envelope.errors).toEqual([
    { field: 'password', message: 'The current password is not right' },
  ])
  expect(await robin.call(api.user.currentUser)).toMatchObject({ status: 200 })
})

it('lets the password be guessed ten times in fifteen minutes', async () => {
  const robin = await app.signedIn()
  for (let i = 0; i < 10; i++) expect(await remove(robin, 'Songbird8')).toMatchObject({ status: 400 })
  expect(await remove(robin, testPassword)).toMatchObject({ status: 429, message: tooManyRequestsMessage })
})

it('takes the person out of the counts of those who remain', async () => {
  const [robin, wren] = [await app.signedIn(), await app.signedIn()]
  const at = app.clock.now()
  await app.context.sql`
    insert into subscriptions (subscriber_id, channel_id, created_at)
    values (${robin.person.id}, ${wren.person.id}, ${at}), (${wren.person.id}, ${robin.person.id}, ${at})`
  await app.context.sql`
    update users u set
      subscribers_count = (select count(*) from subscriptions where channel_id = u.id),
      subscriptions_count = (select count(*) from subscriptions where subscriber_id = u.id)`
  await remove(robin, testPassword)
  const params = { username: wren.person.username }
  const counts = async () => (await app.visitor().call(api.user.channel, { params })).data
  await expect.poll(counts, patiently).toMatchObject({ subscribersCount: 0, channelSubscribedToCount: 0 })
})
