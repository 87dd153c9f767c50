import { readdir, readFile, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { api, limits, uploadsPath } from '@vireo/contract'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/app.ts'
import type { TestClient } from '../../../test/client.ts'
import { clip } from '../../../test/clips.ts'
import { enqueue } from '../../jobs/define-job.ts'
import { sweepUploads } from './uploads.service.ts'

let app: TestApp
let source: Buffer
beforeAll(async () => {
  app = await createTestApp()
  source = await readFile(await clip('tiny'))
})
afterAll(() => app.close())

const tus = { 'tus-resumable': '1.0.0' }

function create(client: TestClient, length: number | string = source.length) {
  return client.fetch(uploadsPath, { method: 'POST', headers: { ...tus, 'upload-length': String(length) } })
}

async function open(client: TestClient): Promise<string> {
  const answer = await create(client)
  expect(answer.status).toBe(201)
  return answer.headers.get('location') ?? ''
}

function send(client: TestClient, location: string, offset: number, bytes: Uint8Array) {
  const headers = {
    ...tus,
    'upload-offset': String(offset),
    'content-type': 'application/offset+octet-stream',
  }
  return client.fetch(location, { method: 'PATCH', headers, body: new Uint8Array(bytes) })
}

async function offsetOf(client: TestClient, location: string) {
  const answer = await client.fetch(location, { method: 'HEAD', headers: tus })
  return { status: answer.status, offset: Number(answer.headers.get('upload-offset')) }
}

const idOf = (location: string) => location.split('/').at(-1) ?? ''

const publish = (client: TestClient, uploadId: string) => {
  const form = new FormData()
  form.append('title', 'Resumed')
  form.append('uploadId', uploadId)
  return client.call(api.video.upload, { form })
}

it('goes on where it stopped and becomes a video', async () => {
  const owner = await app.signedIn()
  const location = await open(owner)
  const half = Math.floor(source.length / 2)
  await send(owner, location, 0, source.subarray(0, half))
  expect(await offsetOf(owner, location)).toEqual({ status: 200, offset: half })
  expect((await publish(owner, idOf(location))).status, 'unfinished').toBe(409)
  expect((await send(owner, location, 0, source)).status, 'from the wrong place').toBe(409)
  await send(owner, location, half, source.subarray(half))
  const video = await publish(owner, idOf(location))
  expect(video).toMatchObject({ status: 200, message: 'Video uploaded successfully!' })
  expect((await publish(owner, idOf(location))).status, 'used up').toBe(404)
  expect(await readdir(join(app.config.dataDir, 'uploads'))).toEqual([])
})

it('two calls at once make one video of one upload', async () => {
  const owner = await app.signedIn()
  const location = await open(owner)
  await send(owner, location, 0, source)
  const answers = await Promise.all([publish(owner, idOf(location)), publish(owner, idOf(location))])
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  const { data } = await owner.call(api.video.list, { query: { userId: owner.person.id } })
  expect(data.docs).toHaveLength(1)
})

it('another person cannot see, feed, use or cancel it; a visitor cannot begin', async () => {
  const owner = await app.signedIn()
  const other = await app.signedIn()
  const location = await open(owner)
  expect((await offsetOf(other, location)).status).toBe(404)
  expect((await send(other, location, 0, source)).status).toBe(404)
  expect((await publish(other, idOf(location))).status).toBe(404)
  expect((await other.fetch(location, { method: 'DELETE', headers: tus })).status).toBe(404)
  expect((await create(app.visitor())).status).toBe(401)
  expect(await offsetOf(owner, location)).toEqual({ status: 200, offset: 0 })
})

it('a cancelled one is gone with its bytes', async () => {
  const owner = await app.signedIn()
  const location = await open(owner)
  await send(owner, location, 0, source.subarray(0, 10))
  expect((await owner.fetch(location, { method: 'DELETE', headers: tus })).status).toBe(204)
  expect((await offsetOf(owner, location)).status).toBe(404)
  const names = await readdir(join(app.config.dataDir, 'uploads'))
  expect(names.filter((name) => name.startsWith(idOf(location)))).toEqual([])
})

it('too large, too many and nonsense are refused before any byte is sent, in the envelope', async () => {
  const owner = await app.signedIn()
  const large = await create(owner, limits.videoBytes + 1)
  expect(large.status).toBe(413)
  expect(await large.json()).toMatchObject({ statuscode: 413, success: false })
  for (const length of ['-1', 'nonsense', '1e3.5', '0'])
    expect((await create(owner, length)).status).toBe(400)
  for (let i = 0; i < limits.uploadsInFlight; i++) await open(owner)
  expect((await create(owner)).status).toBe(429)
})

it('what the disk has no room for is refused before any byte is sent', async () => {
  const owner = await app.signedIn()
  const room = vi.spyOn(app.context.storage, 'freeBytes')
  onTestFinished(() => room.mockRestore())
  room.mockResolvedValue(limits.reservedDiskBytes + source.length - 1)
  const full = await create(owner)
  expect(full.status).toBe(507)
  expect(await full.json()).toMatchObject({
    message: 'There is not enough room on the server for this video',
  })
  room.mockResolvedValue(limits.reservedDiskBytes + source.length)
  expect((await create(owner)).status).toBe(201)
})

it('an unfinished one expires after a day and its bytes are swept', async () => {
  const owner = await app.signedIn()
  const location = await open(owner)
  await send(owner, location, 0, source.subarray(0, 10))
  app.clock.advance(limits.uploadLifetimeSeconds + 1)
  expect((await offsetOf(owner, location)).status).toBe(404)
  const folder = join(app.config.dataDir, 'uploads')
  for (const name of await readdir(folder)) await utimes(join(folder, name), 0, 0)
  await enqueue(app.context.sql, sweepUploads, {})
  await expect.poll(() => readdir(folder), { timeout: 10_000 }).toEqual([])
})
