import { Writable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import { api } from '@vireo/contract'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { ensureSwift } from '../../../../../../scripts/lib/ensure-tools.ts'
import { createTestApp, type TestApp } from '../../../../../test/app/app.ts'
import { isFinished, publishClip, uploadForm, waitForVideo } from '../../../../../test/content/videos.ts'
import { runJobsUntilAnswered } from '../../../../../test/jobs/run-jobs.ts'
import { makeJobsDue } from '../../../../../test/jobs/worker.ts'
import { patiently } from '../../../../../test/patience.ts'
import { startSwiftS3 } from '../../../../../test/programs/swift-s3.ts'
import { startGate } from '../../../../../test/programs/tcp-gate.ts'
import { backUp } from '../../../../backup/backup.ts'
import { restore } from '../../../../backup/restore.ts'
import { openTarget } from '../../../../backup/target.ts'
import { makeEmptySite, readFiles } from '../../../../backup/test-kit.ts'
import { verify } from '../../../../backup/verify.ts'
import { createS3Client } from '../../../../media/storage/s3/s3-client.ts'
import type { Storage } from '../../../../media/storage/storage.ts'
import { parseStorageUrl } from '../../../../media/storage/storage-url.ts'
import { runWorker } from '../../../../program/worker.ts'

const hasSwift = await ensureSwift()
let app: TestApp
let swift: Awaited<ReturnType<typeof startSwiftS3>>
beforeAll(async () => {
  if (!hasSwift) return
  swift = await startSwiftS3()
  app = await createTestApp({ STORAGE_URL: below('site') })
})
afterAll(async () => {
  await app?.close()
  await swift?.stop()
})

/** A part of the bucket as a store of its own. */
const below = (prefix: string) => swift.url.replace('?', `/${prefix}?`)

it.skipIf(!hasSwift)(
  'with an S3 store a video is processed, streamed, downloaded and deleted as on a disk',
  async () => {
    const owner = await app.signedIn()
    const ready = await publishClip(app, owner, 'tiny')
    expect(ready.status).toBe('ready')

    const playlist = await app.visitor().fetch(ready.hls ?? '')
    expect(playlist.headers.get('content-type')).toContain('mpegurl')
    expect(await playlist.text()).toContain('#EXTM3U')
    const redirect = await app.visitor().fetch(ready.videofile ?? '')
    expect(redirect.status).toBe(302)
    // Podcast apps request the size first, and a signed address of the store is for GET only.
    const head = await app.visitor().fetch(ready.videofile ?? '', { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(Number(head.headers.get('content-length'))).toBeGreaterThan(1000)
    const part = await fetch(redirect.headers.get('location') ?? '', { headers: { range: 'bytes=4-7' } })
    expect({ status: part.status, text: await part.text() }).toEqual({ status: 206, text: 'ftyp' })

    await expectRestorable()

    const asking = owner.call(api.videos.download, { params: { id: ready._id } })
    const link = await runJobsUntilAnswered(app, asking)
    const file = await fetch(link.data.url)
    expect(file.headers.get('content-disposition')).toContain('A%20real%20clip.mp4')

    // The store does not check visibility, so an address that was signed earlier must become invalid.
    const form = new FormData()
    form.append('visibility', 'private')
    const closed = await owner.call(api.videos.update, { params: { id: ready._id }, form })
    const earlier = [redirect.headers.get('location') ?? '', link.data.url]
    const statuses = () => Promise.all(earlier.map(async (url) => (await fetch(url)).status))
    expect(await statuses()).toEqual([200, 200])
    await app.runJobs()
    await makeJobsDue(app.context.sql)
    await app.runJobs()
    expect(await statuses()).toEqual([404, 404])
    // The server caches the video of a folder for three seconds.
    app.clock.advance(4)
    for (const address of [closed.data.hls, closed.data.videofile, closed.data.thumbnail]) {
      const answer = await app.visitor().fetch(address ?? '')
      const location = answer.headers.get('location')
      expect(location ? (await fetch(location)).status : answer.status, address ?? '').toBe(200)
    }

    await owner.call(api.videos.remove, { params: { id: ready._id } })
    await app.runJobs()
    expect(await app.context.storage.list('videos')).toEqual([])
  },
)

it.skipIf(!hasSwift)(
  'with an S3 store the address of an export is checked by the site, which redirects to an address of seconds',
  async () => {
    const person = await app.signedIn()
    await person.call(api.exports.request, { body: { withFiles: false } })
    await app.runJobs()
    const { data } = await person.call(api.exports.latest)
    const address = data?.url ?? ''
    expect(address).toMatch(/^\/media\/download\//)
    expect((await app.visitor().fetch(address)).status).toBe(404)
    const redirect = await person.fetch(address)
    expect([redirect.status, redirect.headers.get('cache-control')]).toEqual([302, 'private, no-store'])
    const location = redirect.headers.get('location') ?? ''
    expect(Number(new URL(location).searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(60)
    const file = await fetch(location)
    expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
    await file.body?.cancel()
    await person.call(api.exports.remove)
    await app.runJobs()
    expect((await fetch(location)).status).toBe(404)
  },
)

/** Copies the site to another one through a backup in the bucket, and damages the copy. */
async function expectRestorable() {
  const { sql, databaseUrl, storage, config } = app.context
  const target = await openTarget(below('backup'))
  const { manifest } = await backUp({ sql, databaseUrl, storage, scratchDir: config.scratchDir }, target)
  expect(manifest.missing).toEqual([])
  const copy = await makeEmptySite({ storageUrl: below('copy') })
  expect((await restore(copy, target)).damaged).toEqual([])
  expect(await readFiles(copy.storage)).toEqual(await readFiles(storage))
  const options = { target, graceMs: 0 }
  expect(await verify(copy, options)).toMatchObject({ missing: [], damaged: [], orphaned: [] })
  const needed = (await copy.storage.list('videos')).filter((key) => /\.(mp4|m3u8|vtt|webp)$/.test(key))
  const [preview = ''] = needed.filter((key) => key.endsWith('/preview.mp4'))
  await flipBit(copy.storage, preview)
  expect(await verify(copy, { graceMs: 0 })).toMatchObject({ missing: [], damaged: [] })
  const inContent = await verify(copy, { graceMs: 0, readsContent: true })
  expect(inContent).toMatchObject({ damaged: [`${preview}: not as it was stored`], withoutChecksum: 0 })
  const [rendition = ''] = needed.filter((key) => /\/ladder-.*\.mp4$/.test(key))
  await copy.storage.putBytes(rendition, Buffer.from('short'), 'video/mp4')
  const master = needed.find((key) => key.endsWith('/master.m3u8')) ?? ''
  await copy.storage.remove(master)
  const found = await verify(copy, { graceMs: 0 })
  expect(found).toMatchObject({
    missing: [master],
    damaged: [expect.stringContaining(`${rendition}: 5 bytes`)],
  })
}

/** Changes the bytes of an object, but not what the store says about it. */
async function flipBit(storage: Storage, key: string) {
  const bytes = await buffer(await storage.read(key))
  bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1)
  const settings = parseStorageUrl(below('copy'))
  const client = createS3Client(settings)
  const Metadata = { sha256: (await storage.checksum(key)) ?? '' }
  await client.send(
    new PutObjectCommand({ Bucket: settings.bucket, Key: settings.prefix + key, Body: bytes, Metadata }),
  )
  client.destroy()
}

/** An app whose store can be made unavailable, and whose worker the test starts. */
async function createAppBehindGate() {
  const { host } = new URL(swift.url)
  const [hostname = '', port] = host.split(':')
  const gate = await startGate({ host: hostname, port: Number(port) })
  const log: string[] = []
  const logTo = new Writable({
    write(line, _encoding, done) {
      log.push(String(line))
      done()
    },
  })
  const env = { STORAGE_URL: swift.url.replace(host, gate.host), LOG_LEVEL: 'warn' }
  const guarded = await createTestApp(env, { logTo })
  onTestFinished(async () => {
    await guarded.close()
    gate.shut()
  })
  return { guarded, gate, log }
}

it.skipIf(!hasSwift)(
  'an outage of the store delays the processing of a video without using up its attempts',
  async () => {
    const { guarded, gate, log } = await createAppBehindGate()
    const { sql } = guarded.context
    const jobs = () => sql`
      select attempts, run_at > now() as "isLater" from graphile_worker.jobs
      where task_identifier = 'videos:make-playable' and locked_at is null`
    const owner = await guarded.signedIn()
    const { data } = await owner.call(api.videos.upload, { form: await uploadForm('tiny') })
    gate.shut()
    const worker = await runWorker(guarded.context)
    onTestFinished(worker.stop)
    // More failures than the job has attempts.
    for (let round = 0; round < 4; round++) {
      await vi.waitFor(async () => expect(await jobs()).toEqual([{ attempts: 0, isLater: true }]), patiently)
      if (round === 3) {
        await gate.open()
        gate.shutAt(/^PUT \S+\/first-/)
      }
      await makeJobsDue(sql)
    }
    await vi.waitFor(() => expect(log.join('')).toContain('waiting for the store'), patiently)
    await gate.open()
    expect(await waitForVideo(owner, data._id, isFinished)).toMatchObject({ status: 'ready', failure: null })
    expect(await jobs()).toEqual([])

    gate.shut()
    await owner.call(api.videos.remove, { params: { id: data._id } })
    await vi.waitFor(async () => {
      const left = await sql`select attempts from graphile_worker.jobs where last_error like '%store%'`
      expect(left).toEqual([{ attempts: 0 }, { attempts: 0 }])
    }, patiently)
    await gate.open()
    await makeJobsDue(sql)
    await expect.poll(() => guarded.context.storage.list('videos'), patiently).toEqual([])
  },
)
