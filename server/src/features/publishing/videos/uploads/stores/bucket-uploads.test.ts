import { readFile, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { limits } from '@vireo/contract'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ensureSwift } from '../../../../../../../scripts/lib/ensure-tools.ts'
import { createTestApp, type TestApp } from '../../../../../../test/app/app.ts'
import { TestClient } from '../../../../../../test/app/client.ts'
import { clip } from '../../../../../../test/content/clips.ts'
import {
  cancelWhilePublishing,
  createUpload,
  holdThumbnails,
  idOf,
  offsetOf,
  openUpload,
  publishUpload,
  sendBytes,
  sendSlowly,
  tus,
} from '../../../../../../test/content/uploads.ts'
import { patiently } from '../../../../../../test/patience.ts'
import { makeDataDir, runProgram } from '../../../../../../test/programs/program.ts'
import { type SwiftS3, startSwiftS3 } from '../../../../../../test/programs/swift-s3.ts'
import { startGate } from '../../../../../../test/programs/tcp-gate.ts'
import { minJoinBytes } from '../../../../../media/storage/storage.ts'
import { sweepUploadsJob } from '../uploads.jobs.ts'
import { BucketUploads } from './bucket-uploads.ts'

const hasSwift = await ensureSwift()
const megabyte = 1024 * 1024

describe.skipIf(!hasSwift)('uploads in a bucket', () => {
  let swift: SwiftS3
  /** Two processes as on two machines: with disks of their own. */
  let app: TestApp
  let other: TestApp
  let source: Buffer
  beforeAll(async () => {
    swift = await startSwiftS3()
    app = await createTestApp({ STORAGE_URL: swift.url })
    const shared = { STORAGE_URL: swift.url, DATABASE_URL: app.config.databaseUrl ?? '' }
    other = await createTestApp(shared)
    source = await makeVideo(2 * minJoinBytes + 2 * megabyte)
  })
  afterAll(async () => {
    await other?.close()
    await app?.close()
    await swift?.stop()
  })

  const partsOf = (location: string) => app.context.storage.list(`uploads/${idOf(location)}`)

  async function expectSource(videoId: string, bytes: Buffer) {
    const [row] = await app.context.sql`select source_key from videos where id = ${videoId}`
    const stored = await buffer(await app.context.storage.read(row?.source_key))
    expect(stored.equals(bytes)).toBe(true)
  }

  it('are continued by another process after the first was killed and its disk lost, and end with the same bytes', async () => {
    const dataDir = await makeDataDir()
    const env = { STORAGE_URL: swift.url, DATABASE_URL: app.config.databaseUrl ?? '', DATA_DIR: dataDir }
    const killed = runProgram(['api'], env)
    const owner = await app.signedIn()
    const before = clientOf(owner, await killed.origin())
    const location = await openUpload(before, source.length)
    // The first request ends within a part, and the second within the same part.
    expect((await sendBytes(before, location, 0, source.subarray(0, 6 * megabyte))).status).toBe(204)
    expect(
      (await sendBytes(before, location, 6 * megabyte, source.subarray(6 * megabyte, 8 * megabyte))).status,
    ).toBe(204)
    const lost = sendSlowly(before, location, 8 * megabyte, source.length - 8 * megabyte)
    lost.write(source.subarray(8 * megabyte, 11 * megabyte))
    const received = async () =>
      (await app.context.sql`select received from uploads where id = ${idOf(location)}`)[0]
    await vi.waitFor(
      async () => expect(await received()).toEqual({ received: String(2 * minJoinBytes) }),
      patiently,
    )
    killed.kill('SIGKILL')
    await killed.exit
    await rm(dataDir, { recursive: true })
    expect(await lost.answer).toBeUndefined()

    const { status, offset } = await offsetOf(owner, location)
    expect([status, offset]).toEqual([200, 2 * minJoinBytes])
    expect((await sendBytes(owner, location, offset, source.subarray(offset))).status).toBe(204)
    const { data } = await publishUpload(owner, idOf(location))
    await expectSource(data._id, source)
    expect(await partsOf(location)).toEqual([])
  })

  it('are written to by one request at a time, over all processes', async () => {
    const owner = await app.signedIn()
    const location = await openUpload(owner, 3000)
    const clients = [owner, clientOf(owner, other.origin)]
    const acknowledged: Buffer[] = []
    for (let offset = 0; offset < 3000; offset += 1000) {
      const bodies = clients.map((_, index) => Buffer.alloc(1000, `${offset / 1000}${index}`))
      const answers = await Promise.all(
        clients.map((client, index) => sendBytes(client, location, offset, bodies[index] as Buffer)),
      )
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
      acknowledged.push(bodies[answers.findIndex(({ status }) => status === 204)] as Buffer)
    }
    // Without the lock, and after the offset was checked: the rows refuse data that does not continue the upload.
    const late = new BucketUploads(app.context).write(
      Readable.from([Buffer.from('late')]),
      idOf(location),
      1000,
    )
    await expect(late).rejects.toMatchObject({ status_code: 409 })
    const [key = ''] = await partsOf(location)
    expect(await buffer(await app.context.storage.read(key))).toEqual(Buffer.concat(acknowledged))
  })

  it('are taken over from a request that stalls, keep the bytes it sent, and become one video', async () => {
    const owner = await app.signedIn()
    const elsewhere = clientOf(owner, other.origin)
    const small = await readFile(await clip('tiny'))
    const location = await openUpload(owner, small.length)
    const untilRead = watchReading()
    const silent = sendSlowly(owner, location, 0, small.length)
    onTestFinished(silent.breakOff)
    silent.write(small.subarray(0, 1000))
    await untilRead()
    expect(await offsetOf(elsewhere, location)).toEqual({ status: 200, offset: 1000 })
    expect((await sendBytes(elsewhere, location, 1000, small.subarray(1000))).status).toBe(204)
    const answers = await Promise.all(
      [owner, elsewhere].map((client) => publishUpload(client, idOf(location))),
    )
    // One of them may get the response that the video is being created.
    for (const { status } of answers) expect([200, 409]).toContain(status)
    const again = await Promise.all([owner, elsewhere].map((client) => publishUpload(client, idOf(location))))
    expect(again.map(({ status }) => status)).toEqual([200, 200])
    const ids = [...answers, ...again].flatMap(({ data }) => data?._id ?? [])
    expect(new Set(ids).size).toBe(1)
    await expectSource(ids[0] ?? '', small)
  })

  it('keep the received bytes when the connection or the store is lost', async () => {
    const { host } = new URL(swift.url)
    const [hostname = '', port] = host.split(':')
    const gate = await startGate({ host: hostname, port: Number(port) })
    const guarded = await createTestApp({ STORAGE_URL: swift.url.replace(host, gate.host) })
    onTestFinished(async () => {
      await guarded.close()
      gate.shut()
    })
    const owner = await guarded.signedIn()
    const small = await readFile(await clip('tiny'))
    const location = await openUpload(owner, small.length)
    const untilRead = watchReading()
    const interrupted = sendSlowly(owner, location, 0, small.length)
    interrupted.write(small.subarray(0, 1000))
    await untilRead()
    interrupted.breakOff()
    const sentOffset = async () => (await offsetOf(owner, location)).offset
    await expect.poll(sentOffset, patiently).toBe(1000)

    gate.shut()
    const refused = await sendBytes(owner, location, 1000, small.subarray(1000))
    expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'server.unavailable' }])
    expect(await offsetOf(owner, location)).toEqual({ status: 200, offset: 1000 })
    await gate.open()
    expect((await sendBytes(owner, location, 1000, small.subarray(1000))).status).toBe(204)
    gate.shut()
    expect((await publishUpload(owner, idOf(location))).status).toBe(503)
    await gate.open()
    const room = vi.spyOn(guarded.context.storage, 'freeBytes').mockResolvedValue(limits.reservedDiskBytes)
    expect((await publishUpload(owner, idOf(location))).status, 'no room for a local copy').toBe(507)
    room.mockRestore()
    expect((await publishUpload(owner, idOf(location))).status).toBe(200)
    // Released when the response is sent.
    const claims = () => guarded.context.sql`select from disk_claims`
    await expect.poll(claims, patiently).toHaveLength(0)
  })

  it('are not found when they are cancelled while they are published', async () => {
    const owner = await app.signedIn()
    const small = await readFile(await clip('tiny'))
    const location = await openUpload(owner, small.length)
    await sendBytes(owner, location, 0, small)
    const { published, cancelled } = await cancelWhilePublishing(
      app.context.sql,
      owner,
      location,
      holdThumbnails(owner),
    )
    expect([cancelled.status, published.status, published.message]).toEqual([204, 404, 'Upload not found'])
    const claims = () => app.context.sql`select from disk_claims`
    await expect.poll(claims, patiently).toHaveLength(0)
  })

  it('are removed when they are cancelled or expire, by any worker', async () => {
    const owner = await app.signedIn()
    const [cancelled, expired] = [await openUpload(owner, 100), await openUpload(owner, 100)]
    for (const location of [cancelled, expired]) await sendBytes(owner, location, 0, Buffer.alloc(10))
    expect((await owner.fetch(cancelled, { method: 'DELETE', headers: tus })).status).toBe(204)
    expect(await partsOf(cancelled)).toEqual([])
    app.clock.advance(limits.uploadLifetimeSeconds + 1)
    const metadata = 'filename Y2xpcC5tcDQ='
    const opened = await createUpload(owner, 100, { 'upload-metadata': metadata })
    const open = opened.headers.get('location') ?? ''
    await sendBytes(owner, open, 0, Buffer.alloc(10))
    await sweepUploadsJob.handler(app.context, {}, undefined as never)
    expect(await partsOf(expired)).toEqual([])
    expect(await partsOf(open)).toHaveLength(1)
    const head = await owner.fetch(open, { method: 'HEAD', headers: tus })
    expect(head.headers.get('upload-metadata')).toBe(metadata)
  })
})

/** The returned function resolves when the server has read bytes of the next request that sends some. */
function watchReading(): () => Promise<void> {
  const write = vi.spyOn(BucketUploads.prototype, 'write')
  onTestFinished(() => write.mockRestore())
  return () => vi.waitFor(() => expect(write.mock.calls[0]?.[0].readableDidRead).toBe(true), patiently)
}

/** The same browser at another process. */
function clientOf(person: TestClient, origin: string): TestClient {
  const client = new TestClient(origin)
  for (const [name, value] of person.cookies) client.cookies.set(name, value)
  return client
}

/** A real clip, padded with a `free` box. */
async function makeVideo(size: number): Promise<Buffer> {
  const video = await readFile(await clip('tiny'))
  const filler = Buffer.alloc(size - video.length, 'filler')
  filler.writeUInt32BE(filler.length, 0)
  filler.write('free', 4)
  return Buffer.concat([video, filler])
}
