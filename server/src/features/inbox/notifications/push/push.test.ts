import { createPublicKey, verify } from 'node:crypto'
import { api, type MutableKind } from '@vireo/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../../test/app/app.ts'
import { addTweet, postTweet } from '../../../../../test/content/tweets.ts'
import { addVideo } from '../../../../../test/content/videos.ts'
import { makeJobsDue } from '../../../../../test/jobs/worker.ts'
import { patiently } from '../../../../../test/patience.ts'
import { decrypt, newBrowserKeys, startPushService, turnOnPush } from '../../../../../test/programs/push.ts'
import { createPush } from '../../../../delivery/push.ts'
import { announceToSubscribers } from '../../../people/notify/notify.service.ts'

let app: TestApp
let service: Awaited<ReturnType<typeof startPushService>>
beforeAll(async () => {
  service = await startPushService()
  // A busy machine may take longer than a push service.
  const [contact, timeoutMs] = ['mailto:birds@example.org', patiently.timeout]
  const push = createPush({ contact, trustedOrigin: service.origin, timeoutMs })
  app = await createTestApp({}, { push })
})
afterAll(async () => {
  await app.close()
  service.close()
})

type Client = Awaited<ReturnType<TestApp['signedIn']>>
type Device = Awaited<ReturnType<typeof turnOnPush>>

const turnOn = (client: Client) => turnOnPush(client, service.origin)
const messagesAt = ({ endpoint, keys }: Device) =>
  service.receivedAt(endpoint).map(({ body }) => decrypt(body, keys))
const titlesAt = (device: Device) => messagesAt(device).map(({ title }) => title)
const subscribe = (client: Client, channel: Client) =>
  client.call(api.subscriptions.toggle, { params: { channelId: channel.person.id } })
const comment = (client: Client, tweetId: string) =>
  client.call(api.comments.addToTweet, { params: { tweetId }, body: { comment: 'Hello  there' } })
const devicesOf = async (client: Client) => (await client.call(api.push.list)).data.docs

/** Sends all messages that are due. */
async function sendAll() {
  await app.runJobs()
  expect(await waitingJobs()).toBe(0)
}
/** Tries to send a message that is refused, so that it is sent again later. */
async function postpone() {
  await app.runJobs()
  expect(await waitingJobs()).toBe(1)
}
const waitingJobs = async () =>
  (await app.context.sql`select from graphile_worker.jobs where task_identifier like 'push:%'`).length

it('a notification reaches the devices of a person, encrypted for them and signed by the site', async () => {
  const [robin, wren] = [await app.signedIn('robin', 'Robin Red'), await app.signedIn('wren', 'Wren Song')]
  const device = await turnOn(robin)
  expect(device.status).toBe(200)
  const { tweetId } = await addTweet(app, { ownerId: robin.person.id })
  const { data } = await comment(wren, tweetId)
  await sendAll()
  const [sent, ...others] = service.receivedAt(device.endpoint)
  expect(others).toEqual([])
  expect(messagesAt(device)).toEqual([
    {
      id: expect.any(String),
      title: 'Wren Song replied to your tweet',
      body: 'Hello there',
      icon: null,
      link: `/tweet/${tweetId}?comment=${data.comment._id}`,
    },
  ])
  expect(sent?.body.length).toBeLessThan(1000)
  expect(sent?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' })
  expect(sent?.headers.topic).toMatch(/^[0-9a-f]{32}$/)

  const [, token = '', key = ''] = /^vapid t=(.+), k=(.+)$/.exec(sent?.headers.authorization ?? '') ?? []
  expect(key).toBe(device.data.publicKey)
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = Buffer.from(`${head}.${claims}`)
  const isSigned = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  expect(isSigned).toBe(true)
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    aud: service.origin,
    sub: 'mailto:birds@example.org',
  })
})

it('devices follow the settings of the bell; likes that join an unread notification are not sent again', async () => {
  const [channel, fan, other] = [
    await app.signedIn('dove', 'Dove'),
    await app.signedIn(),
    await app.signedIn(),
  ]
  const device = await turnOn(fan)
  await subscribe(fan, channel)
  await postTweet(channel, 'First')
  await sendAll()
  const params = { channelId: channel.person.id }
  await fan.call(api.subscriptions.setBell, { params, body: { bell: 'none' } })
  await postTweet(channel, 'Second')
  await sendAll()
  await fan.call(api.subscriptions.setBell, { params, body: { bell: 'all' } })
  await fan.call(api.notifications.updateSettings, { body: { mutedKinds: ['new-tweet', 'comment'] } })
  await postTweet(channel, 'Third')
  await sendAll()
  const { videoId } = await addVideo(app, { ownerId: fan.person.id })
  for (const client of [channel, other]) {
    await client.call(api.likes.toggleVideo, { params: { videoId } })
    await sendAll()
  }
  await channel.call(api.comments.addToVideo, { params: { videoId }, body: { comment: 'Hello' } })
  await sendAll()
  expect(titlesAt(device)).toEqual(['Dove posted a new tweet', 'Dove liked your video'])
})

it('notifications that were deleted, made private, read or muted before they could be sent are not sent', async () => {
  const [channel, fan] = [await app.signedIn(), await app.signedIn()]
  const device = await turnOn(fan)
  await subscribe(fan, channel)
  const path = new URL(device.endpoint).pathname
  const { sql } = app.context
  const sendLater = async (happen: () => Promise<unknown>, change: () => Promise<unknown>) => {
    service.answers.set(path, 503)
    await happen()
    await postpone()
    await change()
    service.answers.delete(path)
    const before = service.receivedAt(device.endpoint).length
    await makeJobsDue(sql)
    await sendAll()
    return service.receivedAt(device.endpoint).length - before
  }
  const { tweetId } = await addTweet(app, { ownerId: fan.person.id })
  app.clock.advance(1)
  const { videoId } = await addVideo(app, { ownerId: channel.person.id })
  const announce = () => sql.begin((tx) => announceToSubscribers(tx, 'video', videoId))
  const markRead = () => fan.call(api.notifications.markAllRead, { body: {} })
  const mute = (...mutedKinds: MutableKind[]) =>
    fan.call(api.notifications.updateSettings, { body: { mutedKinds } })
  const forgetReading = () => sql`update notification_settings set news_read_until = '-infinity'`
  const remove = () => sql`delete from comments where tweet_id = ${tweetId}`
  const hide = () => sql`update videos set visibility = 'private' where id = ${videoId}`
  const reply = () => comment(channel, tweetId)
  expect(await sendLater(reply, async () => {})).toBe(1)
  expect(await sendLater(reply, markRead)).toBe(0)
  expect(await sendLater(reply, () => mute('comment'))).toBe(0)
  await mute()
  expect(await sendLater(reply, async () => remove())).toBe(0)
  await forgetReading()
  expect(await sendLater(announce, async () => {})).toBe(1)
  expect(await sendLater(announce, markRead)).toBe(0)
  await forgetReading()
  expect(await sendLater(announce, async () => hide())).toBe(0)
})

it('a device that is gone at the push service is removed; other failures are retried three times', async () => {
  const [robin, wren] = [await app.signedIn(), await app.signedIn()]
  const { tweetId } = await addTweet(app, { ownerId: robin.person.id })
  for (const status of [404, 410]) {
    const { endpoint } = await turnOn(robin)
    service.answers.set(new URL(endpoint).pathname, status)
    await comment(wren, tweetId)
    await sendAll()
    expect([service.receivedAt(endpoint).length, await devicesOf(robin)]).toEqual([1, []])
  }
  const device = await turnOn(robin)
  service.answers.set(new URL(device.endpoint).pathname, 500)
  await comment(wren, tweetId)
  for (let i = 0; i < 3; i++) {
    await postpone()
    expect(service.receivedAt(device.endpoint)).toHaveLength(i + 1)
    await makeJobsDue(app.context.sql)
  }
  await sendAll()
  expect(service.receivedAt(device.endpoint)).toHaveLength(4)
  expect(await devicesOf(robin)).toHaveLength(1)
})

describe('a device', () => {
  it('belongs to its session: it ends with it, and with the account', async () => {
    const robin = await app.signedIn()
    const { username, password } = robin.person
    const signInAgain = async () => {
      const client = app.visitor()
      await client.call(api.signIn.login, { body: { username, password } })
      return Object.assign(client, { person: robin.person })
    }
    const [phone, laptop] = [await signInAgain(), await signInAgain()]
    for (const client of [robin, phone, laptop]) await turnOn(client)
    const devices = await devicesOf(robin)
    expect(devices.map(({ isCurrent }) => isCurrent)).toEqual([false, false, true])
    await phone.call(api.signIn.logout)
    expect(await devicesOf(robin)).toHaveLength(2)
    await robin.call(api.sessions.endOthers)
    expect(await devicesOf(robin)).toHaveLength(1)
    const [current] = await devicesOf(robin)
    const params = { id: current?._id ?? '' }
    expect((await (await app.signedIn()).call(api.push.turnOff, { params })).status).toBe(404)
    expect((await robin.call(api.push.turnOff, { params })).data.docs).toEqual([])
    await turnOn(robin)
    await robin.call(api.accountDeletion.deleteAccount, { body: { password } })
    const { sql } = app.context
    expect(await sql`select from push_devices where user_id = ${robin.person.id}`).toEqual([])
  })

  it('that another account turns on in the same browser is taken from the first', async () => {
    const [robin, wren] = [await app.signedIn(), await app.signedIn()]
    const { endpoint, keys } = await turnOn(robin)
    const { p256dh, auth } = keys
    await wren.call(api.push.turnOn, { body: { endpoint, keys: { p256dh, auth } } })
    expect([(await devicesOf(robin)).length, (await devicesOf(wren)).length]).toEqual([0, 1])
  })

  it.each([
    'http://push.example.org/a',
    'https://127.0.0.1/a',
    'https://[::1]/a',
    'https://10.0.0.1:8443/a',
    'https://169.254.169.254/latest',
    'https://someone:secret@push.example.org/a',
    'mailto:birds@example.org',
    'nonsense',
  ])('cannot be at %s', async (endpoint) => {
    const { p256dh, auth } = newBrowserKeys()
    const robin = await app.signedIn()
    const body = { endpoint, keys: { p256dh, auth } }
    expect(await robin.call(api.push.turnOn, { body })).toMatchObject({ status: 400 })
  })

  it('is refused without valid encryption keys', async () => {
    const robin = await app.signedIn()
    const keys = { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) }
    const body = { endpoint: 'https://push.example.org/a', keys }
    expect((await robin.call(api.push.turnOn, { body })).status).toBe(400)
  })

  it('whose name resolves to a private address gets no connection', async () => {
    const { p256dh, auth } = newBrowserKeys()
    const { publicKey } = (await (await app.signedIn()).call(api.push.list)).data
    const keys = { publicKey, privateKey: 'A'.repeat(43) }
    const target = { endpoint: 'https://push.example.org/a', p256dh, auth }
    const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
    const push = createPush({ contact: 'mailto:birds@example.org', resolve })
    const send = push.send(target, { text: 'Hello', topic: 'a' }, keys, new AbortController().signal)
    await expect(send).rejects.toThrow('Not a public address')
  })

  it('makes room for a new one if it is the oldest of twenty', async () => {
    const robin = await app.signedIn()
    const { sql } = app.context
    const { id } = robin.person
    await sql`
      insert into sessions (token_hash, id, user_id, user_agent, device_hash, created_at, last_seen_at, confirmed_at, expires_at)
      select ('twenty' || i)::bytea, gen_random_uuid(), ${id}, 'old', '', now() - i * interval '1 hour', now(), now(),
        now() + interval '1 day'
      from generate_series(1, 20) i`
    await sql`
      insert into push_devices (id, session_id, user_id, endpoint, p256dh, auth, created_at)
      select gen_random_uuid(), id, ${id}, 'https://push.example.org/' || id, '', '', created_at
      from sessions where user_id = ${id} and user_agent = 'old'`
    const before = await devicesOf(robin)
    expect(before).toHaveLength(20)
    await turnOn(robin)
    const after = await devicesOf(robin)
    expect(after.map(({ isCurrent }) => isCurrent)).toEqual([true, ...before.slice(1).map(() => false)])
    expect(after.slice(1)).toEqual(before.slice(0, -1))
  })
})

it('a new video reaches every device of many subscribers once', async () => {
  const channel = await app.signedIn()
  const { sql } = app.context
  const { p256dh, auth } = newBrowserKeys()
  await sql`
    insert into users (id, username, username_key, fullname, email, email_key, created_at, updated_at)
    select gen_random_uuid(), 'm' || i, 'm' || i, 'Many', 'm' || i, 'm' || i, now(), now() from generate_series(1, 300) i`
  await sql`
    insert into subscriptions (subscriber_id, channel_id, created_at)
    select id, ${channel.person.id}, now() - interval '1 hour' from users where fullname = 'Many'`
  await sql`
    insert into sessions (token_hash, id, user_id, user_agent, device_hash, created_at, last_seen_at, confirmed_at, expires_at)
    select (username || '-' || i)::bytea, gen_random_uuid(), id, '', '', now(), now(), now(), now() + interval '1 day'
    from users, generate_series(1, 2) i where fullname = 'Many'`
  await sql`
    insert into push_devices (id, session_id, user_id, endpoint, p256dh, auth, created_at)
    select gen_random_uuid(), s.id, s.user_id, ${service.origin} || '/many/' || s.id, ${p256dh}, ${auth}, now()
    from sessions s join users u on u.id = s.user_id and u.fullname = 'Many'`
  const { videoId } = await addVideo(app, { ownerId: channel.person.id })
  await sql.begin((tx) => announceToSubscribers(tx, 'video', videoId))
  await sendAll()
  const paths = service.received.map(({ path }) => path).filter((path) => path.startsWith('/many/'))
  expect([paths.length, new Set(paths).size]).toEqual([600, 600])
})
