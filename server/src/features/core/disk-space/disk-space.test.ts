import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@vireo/contract'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import { clip } from '../../../../test/content/clips.ts'
import { formWith } from '../../../../test/content/pictures.ts'
import {
  createUpload,
  idOf,
  openUpload,
  publishUpload,
  sendBytes,
  sendChunkedForm,
} from '../../../../test/content/uploads.ts'
import { addVideo } from '../../../../test/content/videos.ts'
import { patiently } from '../../../../test/patience.ts'
import { enqueue } from '../../../jobs/define-job.ts'
import { makeDownloadJob } from '../../publishing/videos/files/download.jobs.ts'
import { makePlayableJob } from '../../publishing/videos/processing/processing.jobs.ts'
import { updateVideo } from '../../publishing/videos/videos.queries.ts'
import { forgetUploads, leaveRoom } from './test-kit.ts'

const megabyte = 1024 * 1024
const noRoom = 'There is not enough room on the server for this video'

let app: TestApp
let source: Buffer
beforeAll(async () => {
  app = await createTestApp({ USER_QUOTA: '50MB' })
  source = await readFile(await clip('tiny'))
})
afterAll(() => app.close())

const usedBy = async (client: Awaited<ReturnType<TestApp['signedIn']>>) =>
  (await client.call(api.diskSpace.storage)).data.used

describe('disk space', () => {
  it('is checked before any byte of an upload is sent', async () => {
    const owner = await app.signedIn()
    leaveRoom(app, source.length - 1, source.length)
    const full = await createUpload(owner, source.length)
    expect([full.status, await full.json()]).toMatchObject([507, { statuscode: 507, message: noRoom }])
    const fits = await openUpload(owner, source.length)
    await owner.fetch(fits, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0' } })
  })

  it('is claimed, so that only as many simultaneous uploads start as there is room for', async () => {
    const people = await Promise.all([1, 2, 3, 4].map(() => app.signedIn()))
    leaveRoom(app, 3.5 * megabyte)
    const answers = await Promise.all(
      people.flatMap((one) => [1, 2, 3].map(() => createUpload(one, megabyte))),
    )
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(3).fill(201), ...Array(9).fill(507)])
    await forgetUploads(app)
  })

  it('counts received bytes once, not as claimed space as well', async () => {
    const [owner, other] = [await app.signedIn(), await app.signedIn()]
    const location = await openUpload(owner, megabyte)
    leaveRoom(app, megabyte)
    expect((await createUpload(other, megabyte)).status).toBe(507)
    await sendBytes(owner, location, 0, Buffer.alloc(megabyte))
    expect((await createUpload(other, megabyte)).status).toBe(201)
    await forgetUploads(app)
  })

  it('is claimed as it arrives for a body without a declared length', async () => {
    const owner = await app.signedIn()
    leaveRoom(app, 20 * megabyte, megabyte)
    const form = sendChunkedForm(owner)
    form.begin('videofile')
    form.write(Buffer.alloc(18 * megabyte))
    expect(await form.answer).toEqual({ status: 507, message: noRoom })
    form.breakOff()
    await expect.poll(() => app.context.sql`select from disk_claims`, patiently).toHaveLength(0)
  })

  it('is checked before a download is prepared', async () => {
    const { sql, storage, clock } = app.context
    const { videoId, folder } = await addVideo(app)
    const rendition = { name: '240p', file: '240p.mp4', width: 426, height: 240, bandwidth: 1 }
    const streams = { dir: 'ladder-1', master: 'master.m3u8', renditions: [rendition] }
    await updateVideo(sql, videoId, { streams }, clock.now())
    await storage.putFile(`${folder}/ladder-1/240p.mp4`, await clip('tiny'), 'video/mp4')
    const viewer = await app.signedIn()
    const params = { id: videoId }
    leaveRoom(app, source.length - 1)
    expect(await viewer.call(api.videos.download, { params })).toMatchObject({
      status: 507,
      message: 'There is not enough room on the server for this download',
    })
    const jobs = () =>
      sql`select last_error from graphile_worker.jobs where task_identifier = ${makeDownloadJob.name}`
    expect(await jobs()).toEqual([])
    // The worker checks again: the request may have been accepted by another process, or much earlier.
    await enqueue(sql, { ...makeDownloadJob, maxAttempts: 1 }, { videoId })
    await app.runJobs()
    expect(await jobs()).toEqual([{ last_error: expect.stringContaining(noRoom) }])
    expect(await storage.stat(`${folder}/ladder-1/download.mp4`)).toBeUndefined()
  })

  it('that runs out fails processing with a reason', async () => {
    const { videoId } = await addVideo(app, { isPlayable: false })
    leaveRoom(app, -1)
    await enqueue(app.context.sql, { ...makePlayableJob, maxAttempts: 1 }, { videoId, run: 'only' })
    await app.runJobs()
    const [row] = await app.context.sql`select status, failure from videos where id = ${videoId}`
    expect(row).toEqual({ status: 'failed', failure: noRoom })
  })
})

describe('the quota of a person', () => {
  it('counts the declared size of uploads, and its error names the quota', async () => {
    const owner = await app.signedIn()
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => createUpload(owner, 12 * megabyte)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 413])
    const refused = answers.find(({ status }) => status === 413)
    expect(await refused?.json()).toMatchObject({
      message:
        'This is more than your storage quota of 50 MB has room for (2 MB left). Delete a video to make room.',
    })
    expect((await owner.call(api.diskSpace.storage)).data).toEqual({
      used: 48 * megabyte,
      usedByExport: 0,
      quota: 50 * megabyte,
    })
    const other = await app.signedIn()
    expect((await createUpload(other, 12 * megabyte)).status).toBe(201)
  })

  it('counts an export but never refuses it, and names it when an upload does not fit', async () => {
    const owner = await app.signedIn()
    await openUpload(owner, 40 * megabyte)
    const readStorage = async () => (await owner.call(api.diskSpace.storage)).data
    const { storage } = app.context
    const putFile = storage.putFile.bind(storage)
    const write = vi.spyOn(storage, 'putFile')
    onTestFinished(() => write.mockRestore())
    const prepare = async (before: () => Promise<unknown>) => {
      write.mockImplementation(async (...file) => {
        await before()
        return putFile(...file)
      })
      await owner.call(api.exports.request, { body: { withFiles: false } })
      await app.runJobs()
      return (await owner.call(api.exports.latest)).data
    }
    const pending: Awaited<ReturnType<typeof readStorage>>[] = []
    const first = await prepare(async () => pending.push(await readStorage()))
    const size = first?.size ?? 0
    expect(pending[0]?.usedByExport).toBeGreaterThanOrEqual(size)
    expect(await readStorage()).toEqual({
      used: 40 * megabyte + size,
      usedByExport: size,
      quota: 50 * megabyte,
    })
    const refused = await createUpload(owner, 10 * megabyte)
    expect(await refused.json()).toMatchObject({
      statuscode: 413,
      message: expect.stringMatching(
        /50 MB has room for \(.* left\)\. Delete a video, or the download of your data, to make room\.$/,
      ),
    })
    await app.context.sql`update uploads set size = ${60 * megabyte} where user_id = ${owner.person.id}`
    expect(await prepare(async () => {})).toMatchObject({ status: 'ready' })
    expect((await createUpload(owner, 1)).status).toBe(413)

    await app.context.sql`update uploads set size = ${40 * megabyte} where user_id = ${owner.person.id}`
    await owner.call(api.exports.remove)
    expect(await readStorage()).toMatchObject({ used: 40 * megabyte, usedByExport: 0 })
    expect((await createUpload(owner, 10 * megabyte)).status).toBe(201)
  })

  it('applies to a body without a declared length', async () => {
    const owner = await app.signedIn()
    await openUpload(owner, 40 * megabyte)
    const form = sendChunkedForm(owner)
    form.begin('videofile')
    form.write(Buffer.alloc(30 * megabyte))
    expect(await form.answer).toMatchObject({ status: 413, message: expect.stringContaining('50 MB') })
    form.breakOff()
  })

  it('does not prevent publishing a finished upload when it is used up', async () => {
    const owner = await app.signedIn()
    const location = await openUpload(owner, source.length)
    await sendBytes(owner, location, 0, source)
    await openUpload(owner, 50 * megabyte - source.length)
    expect((await createUpload(owner, 1)).status).toBe(413)
    expect((await publishUpload(owner, idOf(location))).status).toBe(200)
  })

  it('counts captions that are added to a video, until they are removed', async () => {
    const owner = await app.signedIn()
    const { videoId: id } = await addVideo(app, { ownerId: owner.person.id })
    const add = (text: string) => {
      const form = formWith('captions', Buffer.from(`00:01 --> 00:02\n${text}`))
      form.append('language', 'en')
      return owner.call(api.videos.setCaptions, { params: { id }, form })
    }
    const vtt = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHello\n'
    const { data } = await add('Hello')
    expect(await usedBy(owner)).toBe(vtt.length)
    await add('Hello again')
    expect(await usedBy(owner)).toBe(vtt.length + ' again'.length)
    const rest = 50 * megabyte - vtt.length - ' again'.length
    await openUpload(owner, rest)
    expect(await add('Hello, hello')).toMatchObject({
      status: 413,
      message: expect.stringContaining('50 MB'),
    })
    expect(data).toHaveLength(1)
    expect((await add('Hello there')).status, 'as large as those before').toBe(200)
    await app.context.sql`update uploads set size = size + 1 where user_id = ${owner.person.id}`
    expect((await add('Hello')).status, 'smaller ones, over the quota').toBe(200)
    const [captions] = (await owner.call(api.videos.get, { params: { id } })).data.captions
    await owner.call(api.videos.removeCaptions, { params: { id, captionsId: captions?._id ?? '' } })
    expect(await usedBy(owner)).toBe(rest + 1)
  })

  it('counts the real size of a video’s files, until they are deleted', async () => {
    const owner = await app.signedIn()
    const location = await openUpload(owner, source.length)
    await sendBytes(owner, location, 0, source)
    expect(await usedBy(owner)).toBe(source.length)
    const { data } = await publishUpload(owner, idOf(location))
    expect(await usedBy(owner)).toBeGreaterThanOrEqual(source.length)
    await app.runJobs()
    const params = { id: data._id }
    const { data: ready } = await owner.call(api.videos.get, { params })
    expect(ready.status).toBe('ready')
    await enqueue(app.context.sql, makeDownloadJob, { videoId: data._id })
    await app.runJobs()
    expect((await owner.call(api.videos.download, { params })).status).toBe(200)

    const folder = join(app.config.dataDir, 'media', ...(ready.videofile ?? '').split('/').slice(2, 4))
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const files = entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
    // Pictures are not counted, nor is the first rendition, which is removed soon.
    const counted = files.filter((path) => /\/(ladder-[^/]+|extras)\//.test(path))
    const sizes = await Promise.all(counted.map(async (path) => (await stat(path)).size))
    expect(await usedBy(owner)).toBe(sizes.reduce((sum, size) => sum + size, 0))

    await owner.call(api.videos.remove, { params })
    expect(await usedBy(owner)).toBe(0)
  })
})
