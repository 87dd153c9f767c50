import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { ensureSwift } from '../../../../../../../scripts/lib/ensure-tools.ts'
import { createTestApp, type TestApp } from '../../../../../../test/app/app.ts'
import { clip } from '../../../../../../test/content/clips.ts'
import {
  checksumOf,
  createUpload,
  idOf,
  offsetOf,
  openUpload,
  publishUpload,
  sendBytes,
  sendSlowly,
} from '../../../../../../test/content/uploads.ts'
import { patiently } from '../../../../../../test/patience.ts'
import { type SwiftS3, startSwiftS3 } from '../../../../../../test/programs/swift-s3.ts'
import { forgetUploads, leaveRoom } from '../../../../core/disk-space/test-kit.ts'

const hasSwift = await ensureSwift()
const megabyte = 1024 * 1024
const mismatch = { statuscode: 460, code: 'upload.checksum-mismatch', success: false, data: null }
const tusBody = { 'content-type': 'application/offset+octet-stream' }

describe.each([
  ['on the disk', true],
  ['in a bucket', hasSwift],
])('a piece with a checksum, %s', (where, hasStore) => {
  if (!hasStore) return it.skip('needs Swift')
  let swift: SwiftS3 | undefined
  let app: TestApp
  beforeAll(async () => {
    swift = where === 'in a bucket' ? await startSwiftS3() : undefined
    app = await createTestApp(swift ? { STORAGE_URL: swift.url } : {})
  })
  afterAll(async () => {
    await app?.close()
    await swift?.stop()
  })

  /** The sizes of the pieces that are being received. */
  const receiving = async () => {
    const { scratchDir } = app.config
    const names = await readdir(scratchDir, { recursive: true }).catch(() => [])
    const files = names.filter((name) => name.endsWith('/piece'))
    return Promise.all(files.map(async (name) => (await stat(join(scratchDir, name))).size))
  }
  const claims = () => app.context.sql`select from disk_claims`

  it('is stored if the checksum matches, with each algorithm, and the video has the bytes that were sent', async () => {
    const owner = await app.signedIn()
    const source = await readFile(await clip('tiny'))
    const location = await openUpload(owner, source.length)
    const third = Math.ceil(source.length / 3)
    for (const [index, algorithm] of ['sha1', 'sha256', 'md5'].entries()) {
      const piece = source.subarray(index * third, (index + 1) * third)
      const sent = await sendBytes(owner, location, index * third, piece, checksumOf(piece, algorithm))
      expect([sent.status, sent.headers.get('upload-offset')], algorithm).toEqual([
        204,
        String(index * third + piece.length),
      ])
    }
    const { data } = await publishUpload(owner, idOf(location))
    const [row] = await app.context.sql`select source_key from videos where id = ${data._id}`
    expect((await buffer(await app.context.storage.read(row?.source_key))).equals(source)).toBe(true)
    expect(await receiving()).toEqual([])
    await expect.poll(claims, patiently).toEqual([])
  })

  it('is discarded if the checksum differs, and the right piece then continues at the same offset', async () => {
    onTestFinished(() => forgetUploads(app))
    const owner = await app.signedIn()
    const location = await openUpload(owner, 3000)
    await sendBytes(owner, location, 0, Buffer.alloc(1000, 'a'))
    const piece = Buffer.alloc(1000, 'b')
    const damaged = Buffer.alloc(1000, 'c')
    const refused = await sendBytes(owner, location, 1000, damaged, checksumOf(piece))
    expect([refused.status, await refused.json()]).toMatchObject([460, mismatch])
    expect(await offsetOf(owner, location)).toEqual({ status: 200, offset: 1000 })
    expect(await receiving()).toEqual([])
    expect((await sendBytes(owner, location, 1000, piece, checksumOf(piece))).status).toBe(204)
    expect((await sendBytes(owner, location, 1000, piece, checksumOf(piece))).status, 'again').toBe(409)
    expect(await offsetOf(owner, location)).toEqual({ status: 200, offset: 2000 })
  })

  it('is refused if the checksum is malformed or its algorithm unknown, and nothing is stored', async () => {
    onTestFinished(() => forgetUploads(app))
    const owner = await app.signedIn()
    const location = await openUpload(owner, 100)
    const piece = Buffer.alloc(10)
    const right = checksumOf(piece)['upload-checksum']
    for (const header of [
      checksumOf(piece, 'sha512')['upload-checksum'],
      right.replace('sha1', 'sha256'),
      right.replace('sha1', 'SHA1'),
      right.replace(' ', '  '),
      right.replace('=', ''),
      `${right}, ${right}`,
      'sha1 not-base64!',
      'sha1',
      '',
    ]) {
      const refused = await sendBytes(owner, location, 0, piece, { 'upload-checksum': header })
      expect([refused.status, await refused.json()], header).toMatchObject([400, { code: 'request.invalid' }])
    }
    expect(await offsetOf(owner, location)).toEqual({ status: 200, offset: 0 })
  })

  it('is not stored if its connection is lost, not even partly', async () => {
    onTestFinished(() => forgetUploads(app))
    const owner = await app.signedIn()
    const location = await openUpload(owner, 3000)
    await sendBytes(owner, location, 0, Buffer.alloc(1000, 'a'))
    const piece = Buffer.alloc(2000, 'b')
    const lost = sendSlowly(owner, location, 1000, 2000, checksumOf(piece))
    lost.write(piece.subarray(0, 1500))
    await expect.poll(receiving, patiently).toEqual([1500])
    lost.breakOff()
    await expect.poll(receiving, patiently).toEqual([])
    expect(await offsetOf(owner, location)).toEqual({ status: 200, offset: 1000 })
    expect((await sendBytes(owner, location, 1000, piece, checksumOf(piece))).status).toBe(204)
  })

  it('that stalls is discarded when another request continues the upload', async () => {
    onTestFinished(() => forgetUploads(app))
    const owner = await app.signedIn()
    const location = await openUpload(owner, 2000)
    const piece = Buffer.alloc(2000, 'b')
    const stalled = sendSlowly(owner, location, 0, 2000, checksumOf(piece))
    onTestFinished(stalled.breakOff)
    stalled.write(piece.subarray(0, 1500))
    await expect.poll(receiving, patiently).toEqual([1500])
    expect((await sendBytes(owner, location, 0, piece, checksumOf(piece))).status).toBe(204)
    expect(await stalled.answer).toBe(460)
    expect(await offsetOf(owner, location)).toEqual({ status: 200, offset: 2000 })
    expect(await receiving()).toEqual([])
  })

  it('may be larger than a step of the disk space that is claimed, which is free again if it is discarded', async () => {
    onTestFinished(() => forgetUploads(app))
    const owner = await app.signedIn()
    const piece = Buffer.alloc(18 * megabyte, 'video')
    const location = await openUpload(owner, 20 * megabyte)
    const refused = await sendBytes(owner, location, 0, piece, checksumOf(Buffer.from('another')))
    expect(refused.status).toBe(460)
    expect(await claims()).toEqual([])
    expect(await offsetOf(owner, location)).toEqual({ status: 200, offset: 0 })
    expect((await sendBytes(owner, location, 0, piece, checksumOf(piece))).status).toBe(204)
    expect(await offsetOf(owner, location)).toEqual({ status: 200, offset: piece.length })
  })

  it('gets a 507 when there is no room for it while it arrives', async () => {
    onTestFinished(() => forgetUploads(app))
    const owner = await app.signedIn()
    const piece = Buffer.alloc(18 * megabyte, 'video')
    const location = await openUpload(owner, 20 * megabyte)
    leaveRoom(app, megabyte)
    const refused = await sendBytes(owner, location, 0, piece, checksumOf(piece))
    expect([refused.status, await refused.json()]).toMatchObject([507, { code: 'server.no-room' }])
    expect(await offsetOf(owner, location)).toEqual({ status: 200, offset: 0 })
    expect([await claims(), await receiving()]).toEqual([[], []])
  })

  it('may be sent with the call that opens the upload, which stays closed if the checksum differs', async () => {
    onTestFinished(() => forgetUploads(app))
    const owner = await app.signedIn()
    const piece = Buffer.alloc(10, 'a')
    const open = (bytes: Buffer) =>
      createUpload(owner, 20, { ...tusBody, ...checksumOf(piece) }, new Uint8Array(bytes))
    const refused = await open(Buffer.alloc(10, 'b'))
    expect([refused.status, await refused.json()]).toMatchObject([460, mismatch])
    const uploads = () => app.context.sql`select from uploads`
    await expect.poll(uploads, patiently).toEqual([])
    const opened = await open(piece)
    expect([opened.status, opened.headers.get('upload-offset')]).toEqual([201, '10'])
  })
})
