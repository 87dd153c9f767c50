import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import {
  cancelUpload,
  checksumOf,
  createUpload,
  offsetOf,
  openUpload,
  sendBytes,
  sendChunkedForm,
  sendSlowly,
} from '../../../../test/content/uploads.ts'
import { patiently } from '../../../../test/patience.ts'
import { secondsAfter } from '../../../lib/clock.ts'
import { forgetUploads, leaveRoom } from './test-kit.ts'

const megabyte = 1024 * 1024
const gigabyte = 1024 * megabyte
const step = 16 * megabyte
const noRoom = 'There is not enough room on the server for this video'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const statusesOf = (answers: Response[]) => answers.map(({ status }) => status).sort()
const claims = () => app.context.sql<{ bytes: number; arrived: number }[]>`
  select bytes::float8 as bytes, arrived::float8 as arrived from disk_claims order by id`
const claimed = async () => (await claims()).reduce((sum, { bytes, arrived }) => sum + bytes - arrived, 0)

it('forty announced uploads of 2 GB take a step each, and leave room for another person', async () => {
  onTestFinished(() => forgetUploads(app))
  leaveRoom(app, 3 * gigabyte)
  const people = await Promise.all(Array.from({ length: 8 }, () => app.signedIn()))
  const opened = await Promise.all(
    people.flatMap((one) => [1, 2, 3, 4, 5].map(() => createUpload(one, 2 * gigabyte))),
  )
  expect(new Set(statusesOf(opened))).toEqual(new Set([201]))
  expect(await claimed()).toBe(40 * step)
  expect((await createUpload(await app.signedIn(), 2 * gigabyte)).status).toBe(201)
})

it('a form with a declared length claims as it arrives as well', async () => {
  const owner = await app.signedIn()
  const form = sendChunkedForm(owner, 2 * gigabyte)
  await expect.poll(claims, patiently).toMatchObject([{ bytes: step, arrived: 0 }])
  form.breakOff()
  await expect.poll(claims, patiently).toEqual([])
  leaveRoom(app, 2 * gigabyte - 1)
  const refused = sendChunkedForm(owner, 2 * gigabyte)
  expect(await refused.answer, 'there is no room for the whole form').toEqual({
    status: 507,
    message: noRoom,
  })
  refused.breakOff()
})

it('a person may have six steps of which nothing has arrived', async () => {
  onTestFinished(() => forgetUploads(app))
  const owner = await app.signedIn()
  for (let opened = 0; opened < 5; opened++) await openUpload(owner, gigabyte)
  const sixth = sendChunkedForm(owner)
  onTestFinished(sixth.breakOff)
  await expect.poll(claims, patiently).toHaveLength(6)
  const seventh = sendChunkedForm(owner)
  expect(await seventh.answer).toEqual({
    status: 429,
    message: 'Too many uploads at the same time. Wait until some of them have arrived, then try again.',
  })
  seventh.breakOff()
  const other = sendChunkedForm(await app.signedIn())
  onTestFinished(other.breakOff)
  await expect.poll(claims, patiently).toHaveLength(7)
})

it('claims of the version before steps, for whole uploads, count as a step each', async () => {
  onTestFinished(() => forgetUploads(app))
  const owner = await app.signedIn()
  const userId = owner.person.id
  const expiresAt = secondsAfter(app.clock.now(), 3600)
  for (let opened = 0; opened < 4; opened++)
    await app.context.sql`insert into disk_claims (id, disk, user_id, bytes, expires_at)
      values (${`old-${opened}`}, 'another', ${userId}, ${gigabyte}, ${expiresAt})`
  await openUpload(owner, gigabyte)
  await openUpload(owner, gigabyte)
  expect((await createUpload(owner, gigabyte)).status, 'a seventh step').toBe(429)
})

it('simultaneous claims of two processes get the available room once', async () => {
  onTestFinished(() => forgetUploads(app))
  const shared = { DATABASE_URL: app.context.databaseUrl, DATA_DIR: app.config.dataDir }
  const other = await createTestApp(shared)
  onTestFinished(() => other.close())
  const clients = await Promise.all([
    app.signedIn(),
    app.signedIn(),
    other.signedIn('z1'),
    other.signedIn('z2'),
  ])
  leaveRoom(app, 50 * megabyte)
  leaveRoom(other, 50 * megabyte)
  const answers = await Promise.all(
    clients.flatMap((client) => [1, 2].map(() => createUpload(client, 20 * megabyte))),
  )
  expect(statusesOf(answers)).toEqual([201, 201, ...Array(6).fill(507)])
})

it('an upload without progress for 15 minutes loses its claim but not its bytes, and continues once there is room', async () => {
  onTestFinished(() => forgetUploads(app))
  const [owner, other] = [await app.signedIn(), await app.signedIn()]
  leaveRoom(app, 16 * megabyte)
  const location = await openUpload(owner, 10 * megabyte)
  await sendBytes(owner, location, 0, Buffer.alloc(megabyte))
  expect(await claimed()).toBe(9 * megabyte)
  app.clock.advance(14 * 60)
  expect((await createUpload(other, 10 * megabyte)).status).toBe(507)
  app.clock.advance(2 * 60)
  const others = await openUpload(other, 10 * megabyte)

  const rest = Buffer.alloc(9 * megabyte)
  const refused = await sendBytes(owner, location, megabyte, rest)
  expect([refused.status, await refused.json()]).toMatchObject([507, { message: noRoom }])
  expect(await offsetOf(owner, location)).toEqual({ status: 200, offset: megabyte })
  await cancelUpload(other, others)
  expect((await sendBytes(owner, location, megabyte, rest)).status).toBe(204)
  expect(await claims()).toEqual([])
})

it('a slow upload keeps its claim while bytes arrive', async () => {
  onTestFinished(() => forgetUploads(app))
  const [owner, other] = [await app.signedIn(), await app.signedIn()]
  leaveRoom(app, 16 * megabyte)
  const location = await openUpload(owner, 10 * megabyte)
  const slow = sendSlowly(owner, location, 0, 10 * megabyte)
  onTestFinished(slow.breakOff)
  const arrived = async () => (await claims())[0]?.arrived
  for (let minutes = 0; minutes < 30; minutes += 10) {
    const before = await arrived()
    slow.write(Buffer.alloc(1000))
    await expect.poll(arrived, patiently).toBe((before ?? 0) + 1000)
    app.clock.advance(10 * 60)
  }
  expect((await createUpload(other, 10 * megabyte)).status).toBe(507)
})

it('room that runs out during an upload is a 507 that keeps the received bytes, and the upload continues later', async () => {
  onTestFinished(() => forgetUploads(app))
  const owner = await app.signedIn()
  const bytes = Buffer.alloc(step + 2 * megabyte, 'video')
  const location = await openUpload(owner, bytes.length)
  const room = leaveRoom(app, megabyte)
  const refused = await sendBytes(owner, location, 0, bytes)
  expect([refused.status, await refused.json()]).toMatchObject([507, { message: noRoom }])
  const { offset } = await offsetOf(owner, location)
  expect(offset).toBeGreaterThan(step - megabyte)
  expect(offset).toBeLessThanOrEqual(step)
  expect((await sendBytes(owner, location, offset, bytes.subarray(offset))).status, 'still no room').toBe(507)
  room.mockRestore()
  expect((await sendBytes(owner, location, offset, bytes.subarray(offset))).status).toBe(204)
  expect(await offsetOf(owner, location)).toEqual({ status: 200, offset: bytes.length })
  expect(await claims()).toEqual([])
})

it('a piece with a checksum needs room for the copy that is appended to the upload', async () => {
  onTestFinished(() => forgetUploads(app))
  const owner = await app.signedIn()
  const piece = Buffer.alloc(step + 2 * megabyte, 'video')
  const room = leaveRoom(app, step + 4 * megabyte)
  const location = await openUpload(owner, step + 4 * megabyte)
  const refused = await sendBytes(owner, location, 0, piece, checksumOf(piece))
  expect([refused.status, await refused.json()]).toMatchObject([507, { message: noRoom }])
  expect(await offsetOf(owner, location)).toEqual({ status: 200, offset: 0 })
  expect(await claims()).toEqual([])
  room.mockRestore()
  expect((await sendBytes(owner, location, 0, piece, checksumOf(piece))).status).toBe(204)
})

it('cancelling an upload releases its claim', async () => {
  const owner = await app.signedIn()
  const location = await openUpload(owner, gigabyte)
  expect(await claims()).toHaveLength(1)
  await cancelUpload(owner, location)
  expect(await claims()).toEqual([])
})
