import { addressOf, api } from '@vireo/contract'
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import type { TestClient } from '../../../../test/app/client.ts'
import { Connection } from '../../../../test/app/connection.ts'
import { listenTo } from '../../../../test/app/events.ts'
import { findValue, scrape } from '../../../../test/app/metrics.ts'
import { addVideo, uploadForm } from '../../../../test/content/videos.ts'
import { testPassword } from '../../../../test/password.ts'
import { patiently } from '../../../../test/patience.ts'
import { connect } from '../../../db/sql.ts'
import { sendEvents } from '../../../http/events.ts'
import { sendProgress } from '../../publishing/videos/processing/progress.service.ts'
import { updateVideo } from '../../publishing/videos/videos.queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const listen = (client: TestClient, headers?: Record<string, string>) =>
  listenTo(client, 'video-progress', headers)

const setStatus = async (videoId: string, status: 'processing' | 'ready', sql = app.context.sql) => {
  await updateVideo(sql, videoId, { status }, app.clock.now())
  await sendProgress(sql, videoId)
}

it('events report the progress of a video to its owner only', async () => {
  const [owner, other] = [await app.signedIn(), await app.signedIn()]
  const [{ received }, { received: overheard }] = [await listen(owner), await listen(other)]
  const { data } = await owner.call(api.videos.upload, { form: await uploadForm('tiny') })
  await app.runJobs()
  const isOver = () => received.some(({ status }) => status === 'ready')
  await expect.poll(isOver, patiently).toBe(true)
  const playable = received.find(({ isPlayable }) => isPlayable)
  expect(playable).toMatchObject({ _id: data._id, status: 'processing', failure: null })
  expect(received.find(({ status }) => status === 'ready')).toMatchObject({ _id: data._id, progress: 100 })
  expect(overheard).toEqual([])
})

it('events require a session', async () => {
  expect((await app.visitor().fetch(addressOf(api.events.stream))).status).toBe(401)
})

it('events begin with the unfinished videos', async () => {
  const owner = await app.signedIn()
  const { videoId } = await addVideo(app, { ownerId: owner.person.id, isPlayable: false })
  await addVideo(app)
  const stream = await listen(owner)
  await expect.poll(() => stream.received, patiently).toMatchObject([{ _id: videoId, status: 'processing' }])
})

it('events include those that a reconnecting page has missed', async () => {
  const owner = await app.signedIn()
  const { videoId } = await addVideo(app, { ownerId: owner.person.id, isPlayable: false })
  const first = await listen(owner)
  await expect.poll(() => first.received.length, patiently).toBe(1)
  const { lastId } = first
  app.clock.advance(600)
  await setStatus(videoId, 'ready')
  // Wait until the event was delivered, so that the reconnecting page cannot receive it live.
  await expect.poll(() => first.received.at(-1)?.status, patiently).toBe('ready')
  // Enough time that only the event id shows that the page has missed it.
  app.clock.advance(600)
  const back = await listen(owner, { 'last-event-id': lastId })
  await expect.poll(() => back.received, patiently).toMatchObject([{ _id: videoId, status: 'ready' }])
})

it('events after an outage of the database include those of the outage', async () => {
  const owner = await app.signedIn()
  const { videoId } = await addVideo(app, { ownerId: owner.person.id, isPlayable: false })
  const stream = await listen(owner)
  await expect.poll(() => stream.received.length, patiently).toBe(1)
  // For the statements of the test itself, because new connections are refused.
  const reserved = await app.context.sql.reserve()
  await reserved`select 1`
  const admin = connect(inject('postgresUrl'), { max: 1 })
  const name = new URL(app.context.databaseUrl).pathname.slice(1)
  const listening = () => admin`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = ${name} and query ilike 'listen%personal_events%'`
  const allow = (isAllowed: boolean) => admin.unsafe(`alter database ${name} allow_connections ${isAllowed}`)
  await allow(false)
  await listening()
  await expect.poll(async () => (await listening()).length, patiently).toBe(0)
  await setStatus(videoId, 'ready', reserved)
  reserved.release()
  await allow(true)
  await admin.end({ timeout: 5 })
  await expect.poll(() => stream.received.at(-1), patiently).toMatchObject({ _id: videoId, status: 'ready' })
})

it('a person can have ten event streams: another one ends the oldest, with a delay before it reconnects', async () => {
  const owner = await app.signedIn()
  const streams: Awaited<ReturnType<typeof listen>>[] = []
  for (let i = 0; i < 11; i++) streams.push(await listen(owner))
  await expect.poll(() => streams[0]?.isOver, patiently).toBe(true)
  expect(streams[0]?.text).toContain('retry: 60000')
  const { videoId } = await addVideo(app, { ownerId: owner.person.id, isPlayable: false })
  await setStatus(videoId, 'ready')
  await expect.poll(() => streams.filter(({ received }) => received.length > 0).length, patiently).toBe(10)
})

it('event streams end with their session: signed out here, everywhere, or expired', async () => {
  const [leaving, changing, forgotten] = [await app.signedIn(), await app.signedIn(), await app.signedIn()]
  const [first, second] = [await listen(leaving), await listen(changing)]
  await leaving.call(api.signIn.logout)
  const body = { oldPassword: testPassword, newPassword: 'Songbird8', confirmPassword: 'Songbird8' }
  expect((await changing.call(api.accounts.changePassword, { body })).status).toBe(200)
  await expect.poll(() => [first.isOver, second.isOver], patiently).toEqual([true, true])
  const third = await listen(forgotten)
  app.clock.advance(31 * 24 * 3600)
  await expect.poll(() => third.isOver, patiently).toBe(true)
})

it('a stream that nobody reads is ended before it holds more than a megabyte, and others go on', async () => {
  const owner = await app.signedIn()
  const unread = new Connection(app.origin)
  onTestFinished(() => void unread.socket.destroy())
  await unread.sendHead({
    method: 'GET',
    path: addressOf(api.events.stream),
    headers: { cookie: owner.cookieHeader },
  })
  await expect.poll(() => unread.received, patiently).toContain('id: ')
  unread.socket.pause()
  const read = await listenTo(owner, 'notifications-read')
  const openStreams = async () => findValue(await scrape(app.origin), 'vireo_event_streams')
  const before = (await openStreams()) ?? 0
  // PostgreSQL delivers at most 8 kB at once.
  const data = { id: 'x'.repeat(7000), until: app.clock.now().toISOString() }
  let sent = 0
  while ((await openStreams()) === before) {
    // What the system has taken from us does not count, which is a few megabytes.
    expect(sent).toBeLessThan(5000)
    const events = Array.from({ length: 100 }, () => ({
      userId: owner.person.id,
      event: { name: 'notifications-read' as const, about: String(sent++), data },
    }))
    await sendEvents(app.context.sql, events)
    await expect.poll(() => read.received.length, patiently).toBe(sent)
  }
  expect(read.isOver).toBe(false)
  read.close()
})
