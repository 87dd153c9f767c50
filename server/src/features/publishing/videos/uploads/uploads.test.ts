import { readdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { addressOf, api, limits } from '@vireo/contract'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createTestApp, type TestApp } from '../../../../../test/app/app.ts'
import type { TestClient } from '../../../../../test/app/client.ts'
import { rawRequest } from '../../../../../test/app/raw.ts'
import { clip } from '../../../../../test/content/clips.ts'
import {
  cancelUpload,
  cancelWhilePublishing,
  createUpload,
  holdThumbnails,
  holdVideoRows,
  idOf,
  offsetOf,
  openUpload,
  publishUpload,
  sendBytes,
  tus,
} from '../../../../../test/content/uploads.ts'
import { patiently } from '../../../../../test/patience.ts'
import { removeFolderJob } from '../../../core/files/files.jobs.ts'
import { sweepUploadFiles } from './uploads.service.ts'

let app: TestApp
let source: Buffer
beforeAll(async () => {
  app = await createTestApp()
  source = await readFile(await clip('tiny'))
})
afterAll(() => app.close())

const open = (client: TestClient) => openUpload(client, source.length)
const uploadsDir = () => join(app.config.dataDir, 'uploads')
const cookieOf = (client: TestClient) =>
  [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

it('an upload continues where it stopped and becomes a video', async () => {
  const owner = await app.signedIn()
  const location = await open(owner)
  const half = Math.floor(source.length / 2)
  await sendBytes(owner, location, 0, source.subarray(0, half))
  expect(await offsetOf(owner, location)).toEqual({ status: 200, offset: half })
  expect((await publishUpload(owner, idOf(location))).status, 'unfinished').toBe(409)
  expect((await sendBytes(owner, location, 0, source)).status, 'from the wrong place').toBe(409)
  await sendBytes(owner, location, half, source.subarray(half))
  const video = await publishUpload(owner, idOf(location))
  expect(video).toMatchObject({ status: 200, message: 'Video uploaded successfully!' })
  // The answer may have been lost: publishing again returns the same video, to its owner only.
  const again = await publishUpload(owner, idOf(location), 'Another title')
  expect(again).toMatchObject({ status: 200, data: { _id: video.data._id, title: 'Resumed' } })
  expect((await publishUpload(await app.signedIn(), idOf(location))).status).toBe(404)
  expect(await readdir(uploadsDir())).toEqual([])
  await owner.call(api.videos.remove, { params: { id: video.data._id } })
  expect((await publishUpload(owner, idOf(location))).status, 'deleted meanwhile').toBe(404)
})

it('simultaneous calls create one video from one upload: each returns that video, or that it is being created', async () => {
  const owner = await app.signedIn()
  const location = await open(owner)
  await sendBytes(owner, location, 0, source)
  const answers = await Promise.all([1, 2, 3, 4].map(() => publishUpload(owner, idOf(location))))
  const { data } = await owner.call(api.videos.list, { query: { userId: owner.person.id } })
  expect(data.docs).toHaveLength(1)
  const made = answers.filter((answer) => answer.status === 200)
  expect(made.length).toBeGreaterThan(0)
  expect(new Set(made.map((answer) => answer.data._id))).toEqual(new Set([data.docs[0]?._id]))
  for (const { status } of answers) expect([200, 409]).toContain(status)
  expect((await publishUpload(owner, idOf(location))).data._id).toBe(data.docs[0]?._id)
})

it('an address with two upload ids opens the one that was authorised', async () => {
  const [owner, other] = [await app.signedIn(), await app.signedIn()]
  const [mine, theirs] = [await open(owner), await open(other)]
  await sendBytes(other, theirs, 0, source.subarray(0, 7))
  const cookie = cookieOf(owner)
  for (const path of [`${mine}?/${idOf(theirs)}`, `${mine}?x=/${idOf(theirs)}/`]) {
    const seen = await rawRequest(app.origin, path, { method: 'HEAD', headers: { ...tus, cookie } })
    expect([seen.status, seen.headers['upload-offset']]).toEqual([200, '0'])
    const headers = {
      ...tus,
      cookie,
      'upload-offset': '7',
      'content-type': 'application/offset+octet-stream',
    }
    const fed = await rawRequest(app.origin, path, { method: 'PATCH', headers, body: Buffer.from('bad') })
    expect([fed.status, JSON.parse(fed.text)]).toMatchObject([409, { statuscode: 409, success: false }])
  }
  expect(await offsetOf(other, theirs)).toEqual({ status: 200, offset: 7 })
  const path = `${mine}?/${idOf(theirs)}`
  const gone = await rawRequest(app.origin, path, { method: 'DELETE', headers: { ...tus, cookie } })
  expect(gone.status).toBe(204)
  expect((await offsetOf(owner, mine)).status).toBe(404)
  expect((await offsetOf(other, theirs)).offset).toBe(7)
})

it('its address tells programs, before they sign in, what is supported of tus', async () => {
  const answer = await app.visitor().fetch(addressOf(api.uploads.open), { method: 'OPTIONS' })
  const named = [...answer.headers].filter(([name]) => name.startsWith('tus-'))
  expect([answer.status, Object.fromEntries(named)]).toEqual([
    204,
    {
      'tus-resumable': '1.0.0',
      'tus-version': '1.0.0',
      'tus-extension': 'creation,creation-with-upload,termination,checksum',
      'tus-checksum-algorithm': 'sha1,sha256,md5',
      'tus-max-size': String(limits.videoBytes),
    },
  ])
})

it('another person cannot see, continue, publish or cancel an upload, and a visitor cannot start one', async () => {
  const owner = await app.signedIn()
  const other = await app.signedIn()
  const location = await open(owner)
  expect((await offsetOf(other, location)).status).toBe(404)
  expect((await sendBytes(other, location, 0, source)).status).toBe(404)
  expect((await publishUpload(other, idOf(location))).status).toBe(404)
  expect((await other.fetch(location, { method: 'DELETE', headers: tus })).status).toBe(404)
  expect((await createUpload(app.visitor(), source.length)).status).toBe(401)
  expect(await offsetOf(owner, location)).toEqual({ status: 200, offset: 0 })
})

it('a cancelled upload is removed with its bytes', async () => {
  const owner = await app.signedIn()
  const location = await open(owner)
  await sendBytes(owner, location, 0, source.subarray(0, 10))
  expect((await owner.fetch(location, { method: 'DELETE', headers: tus })).status).toBe(204)
  expect((await offsetOf(owner, location)).status).toBe(404)
  const names = await readdir(uploadsDir())
  expect(names.filter((name) => name.startsWith(idOf(location)))).toEqual([])
})

it('uploads that are too large, too many or malformed are refused before any byte is sent, with an envelope', async () => {
  const owner = await app.signedIn()
  const large = await createUpload(owner, limits.videoBytes + 1)
  expect(large.status).toBe(413)
  expect(await large.json()).toMatchObject({ statuscode: 413, success: false })
  for (const length of ['-1', 'nonsense', '1e3.5', '0'])
    expect((await createUpload(owner, length)).status).toBe(400)
  for (let i = 0; i < limits.uploadsInFlight; i++) await open(owner)
  expect((await createUpload(owner, source.length)).status).toBe(429)
})

const slotsOf = async ({ person }: { person: { id: string } }) =>
  (await app.context.sql`select from uploads where user_id = ${person.id}`).length

it('five of twenty simultaneous calls get a slot', async () => {
  const owner = await app.signedIn()
  const answers = await Promise.all(Array.from({ length: 20 }, () => createUpload(owner, source.length)))
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(201), ...Array(15).fill(429)])
})

it('a refused upload takes no slot, and a failed or cancelled one releases it at once', async () => {
  const owner = await app.signedIn()
  const wrong = { 'upload-metadata': 'a a a', 'tus-resumable': '0.9', 'upload-concat': 'partial' }
  for (const [name, value] of Object.entries(wrong)) {
    const refused = await createUpload(owner, source.length, { [name]: value })
    expect(await refused.json()).toMatchObject({ statuscode: refused.status, data: null, success: false })
    expect(refused.status).toBeGreaterThanOrEqual(400)
  }
  expect(await slotsOf(owner)).toBe(0)

  const cancelled = await open(owner)
  await owner.fetch(cancelled, { method: 'DELETE', headers: tus })
  expect(await slotsOf(owner)).toBe(0)

  const noVideo = await openUpload(owner, 10)
  await sendBytes(owner, noVideo, 0, Buffer.from('0123456789'))
  expect((await publishUpload(owner, idOf(noVideo))).status).toBe(400)
  expect(await slotsOf(owner)).toBe(0)

  await rename(uploadsDir(), `${uploadsDir()}-away`)
  await writeFile(uploadsDir(), '')
  const failed = await createUpload(owner, source.length)
  expect([failed.status, await failed.json()]).toMatchObject([500, { statuscode: 500, success: false }])
  await rm(uploadsDir())
  await rename(`${uploadsDir()}-away`, uploadsDir())
  await expect.poll(() => slotsOf(owner), patiently).toBe(0)
})

it('a slot is free again when the call that opens it is aborted', async () => {
  const owner = await app.signedIn()
  const type = { 'content-type': 'application/offset+octet-stream', 'content-length': '1000' }
  const headers = { ...tus, ...type, 'upload-length': '1000', cookie: cookieOf(owner) }
  const call = request(`${app.origin}${addressOf(api.uploads.open)}`, { method: 'POST', headers }).on(
    'error',
    () => {},
  )
  call.write('the first few bytes')
  await expect.poll(() => slotsOf(owner), patiently).toBe(1)
  call.destroy()
  await expect.poll(() => slotsOf(owner), patiently).toBe(0)
})

it.each([
  ['its file is stored', holdThumbnails],
  ['its rows are written', () => holdVideoRows],
])(
  'an upload that is cancelled while it is published, before %s, is not found and makes no video',
  async (_when, holdFor) => {
    const owner = await app.signedIn()
    const location = await open(owner)
    await sendBytes(owner, location, 0, source)
    const sources = await app.context.storage.list('sources')
    const { published, cancelled } = await cancelWhilePublishing(
      app.context.sql,
      owner,
      location,
      holdFor(owner),
    )
    expect(cancelled.status).toBe(204)
    expect(published).toMatchObject({ status: 404, message: 'Upload not found' })
    const { data } = await owner.call(api.videos.list, { query: { userId: owner.person.id } })
    expect(data.docs).toEqual([])
    expect((await publishUpload(owner, idOf(location))).status).toBe(404)
    expect((await cancelUpload(owner, location)).status).toBe(404)
    await app.runJobs([removeFolderJob])
    // Those of deleted videos are removed as well.
    expect(sources).toEqual(expect.arrayContaining(await app.context.storage.list('sources')))
  },
)

it('an upload that is published and cancelled at once becomes a video, or is not found', async () => {
  const owner = await app.signedIn()
  for (let round = 0; round < 4; round++) {
    const location = await open(owner)
    await sendBytes(owner, location, 0, source)
    const [published, cancelled] = await Promise.all([
      publishUpload(owner, idOf(location)),
      cancelUpload(owner, location),
    ])
    expect([
      [200, 404],
      [404, 204],
    ]).toContainEqual([published.status, cancelled.status])
  }
})

it('a disk that fills up during an upload gives a clear error, and the received bytes are kept', async () => {
  const owner = await app.signedIn()
  const location = await open(owner)
  const path = join(uploadsDir(), idOf(location))
  await rm(path)
  await symlink('/dev/full', path)
  onTestFinished(() => rm(path, { force: true }))
  const answer = await sendBytes(owner, location, 0, source)
  expect([answer.status, await answer.json()]).toEqual([
    507,
    {
      statuscode: 507,
      message: 'There is not enough room on the server for this video',
      data: null,
      success: false,
      code: 'server.no-room',
    },
  ])
  expect(await offsetOf(owner, location)).toEqual({ status: 200, offset: 0 })
})

it('an unfinished upload expires after a day and its bytes are removed', async () => {
  const owner = await app.signedIn()
  const location = await open(owner)
  await sendBytes(owner, location, 0, source.subarray(0, 10))
  app.clock.advance(limits.uploadLifetimeSeconds + 1)
  expect((await offsetOf(owner, location)).status).toBe(404)
  const folder = uploadsDir()
  for (const name of await readdir(folder)) await utimes(join(folder, name), 0, 0)
  await sweepUploadFiles(app.context)
  expect(await readdir(folder)).toEqual([])
})
