import { readFile } from 'node:fs/promises'
import { api, type BodyOf, limits } from '@vireo/contract'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../../../../test/app/app.ts'
import type { TestClient } from '../../../../../../test/app/client.ts'
import { clip } from '../../../../../../test/content/clips.ts'
import { formWith, picture } from '../../../../../../test/content/pictures.ts'
import {
  cancelUpload,
  idOf,
  openUpload,
  publishUpload,
  sendBytes,
} from '../../../../../../test/content/uploads.ts'
import { makeJobsDue } from '../../../../../../test/jobs/worker.ts'
import { cancelJobs } from '../../../../../jobs/define-job.ts'
import { newId } from '../../../../../lib/ids.ts'
import { sweepUploadsJob } from '../uploads.jobs.ts'
import { publishSubmittedJob } from './upload-drafts.jobs.ts'

let app: TestApp
let source: Buffer
beforeAll(async () => {
  app = await createTestApp()
  source = await readFile(await clip('tiny'))
})
afterAll(() => app.close())

type Body = BodyOf<typeof api.uploadDrafts.save>
const details: Omit<Body, '_id'> = {
  ...{ title: 'A walk', description: 'Along the river', visibility: 'unlisted' },
  ...{ isSubmitted: false, hasThumbnail: false },
}
const save = (client: TestClient, id: string, changes: Partial<Body> = {}) =>
  client.call(api.uploadDrafts.save, { body: { _id: id, ...details, ...changes } })
const draftsOf = async (client: TestClient) => (await client.call(api.uploadDrafts.list)).data
const videosOf = async (client: TestClient & { person: { id: string } }) =>
  (await client.call(api.videos.list, { query: { userId: client.person.id } })).data.docs
/** Runs the job that waits for the browser to publish first. */
async function publishSubmitted() {
  await makeJobsDue(app.context.sql)
  await app.runJobs([publishSubmittedJob])
}

it('a draft is kept for its owner, with its file and upload, until it is removed', async () => {
  const [owner, other] = [await app.signedIn(), await app.signedIn()]
  const id = newId()
  const file = { name: 'walk.mp4', size: source.length, lastModified: 1_795_000_000_123 }
  const uploadId = idOf(await openUpload(owner, source.length))
  const theirs = idOf(await openUpload(other, source.length))
  await save(owner, id, { title: 'A wal' })
  const { data } = await save(owner, id, { file, uploadId })
  expect(await draftsOf(owner)).toEqual([data])
  expect(data).toMatchObject({ _id: id, ...details, file, uploadId, failure: null })
  expect((await save(owner, id, { file, uploadId: theirs })).data, 'not one’s own').toMatchObject({
    uploadId: null,
  })

  expect(await draftsOf(other)).toEqual([])
  expect((await save(other, id)).status).toBe(404)
  expect((await save(owner, 'nonsense')).status).toBe(404)
  expect((await other.call(api.uploadDrafts.remove, { params: { id } })).status).toBe(404)
  await owner.call(api.uploadDrafts.remove, { params: { id } })
  expect(await draftsOf(owner)).toEqual([])
})

it('a person has a limited number of drafts, which can still be changed, also when many are added at once', async () => {
  const owner = await app.signedIn()
  const ids = Array.from({ length: limits.uploadDrafts + 3 }, newId)
  const answers = await Promise.all(ids.map((id) => save(owner, id)))
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(3)
  const drafts = await draftsOf(owner)
  expect(drafts).toHaveLength(limits.uploadDrafts)
  expect((await save(owner, drafts[0]?._id ?? '')).status).toBe(200)
})

it('a thumbnail is kept as a small picture, and dropped when the draft has none', async () => {
  const [owner, other] = [await app.signedIn(), await app.signedIn()]
  const id = newId()
  await save(owner, id)
  const form = async () => formWith('thumbnail', await picture(1600, 900).jpeg().toBuffer())
  const put = async (client: TestClient) =>
    client.call(api.uploadDrafts.setThumbnail, { params: { id }, form: await form() })
  expect((await put(other)).status).toBe(404)
  expect((await put(owner)).status).toBe(200)
  const { data } = await owner.call(api.uploadDrafts.getThumbnail, { params: { id } })
  expect(data.dataUri).toMatch(/^data:image\/jpeg;base64,/)
  expect((await other.call(api.uploadDrafts.getThumbnail, { params: { id } })).status).toBe(404)
  expect((await save(owner, id, { hasThumbnail: true })).data).toMatchObject({ hasThumbnail: true })
  expect((await save(owner, id)).data).toMatchObject({ hasThumbnail: false })
  expect((await owner.call(api.uploadDrafts.getThumbnail, { params: { id } })).data).toEqual({
    dataUri: null,
  })
})

it('a submitted draft is published by the server once its upload is complete, with its thumbnail, even if the browser is closed', async () => {
  const owner = await app.signedIn()
  const id = newId()
  const location = await openUpload(owner, source.length)
  const uploadId = idOf(location)
  await save(owner, id, { uploadId })
  const form = formWith('thumbnail', await picture(640, 360).png().toBuffer())
  await owner.call(api.uploadDrafts.setThumbnail, { params: { id }, form })
  await save(owner, id, { uploadId, isSubmitted: true, hasThumbnail: true })
  await publishSubmitted()
  expect(await videosOf(owner), 'unfinished').toEqual([])
  await sendBytes(owner, location, 0, source)
  await publishSubmitted()
  expect(await videosOf(owner)).toMatchObject([
    { title: 'A walk', visibility: 'unlisted', thumbnail: expect.any(String) },
  ])
  expect(await draftsOf(owner)).toEqual([])
  // The browser, which is opened again, gets the same video.
  expect((await save(owner, id, { uploadId })).data, 'a request that is late').toBeNull()
  const again = await publishUpload(owner, uploadId)
  expect(again).toMatchObject({ status: 200, data: { title: 'A walk', description: 'Along the river' } })
})

it('a submitted draft is published even if its job was lost', async () => {
  const owner = await app.signedIn()
  const location = await openUpload(owner, source.length)
  const uploadId = idOf(location)
  await sendBytes(owner, location, 0, source)
  await save(owner, newId(), { uploadId, isSubmitted: true })
  await app.context.sql.begin((tx) => cancelJobs(tx, [`publish-upload:${uploadId}`]))
  await publishSubmitted()
  expect(await videosOf(owner)).toEqual([])
  await sweepUploadsJob.handler(app.context, {}, undefined as never)
  await publishSubmitted()
  expect(await videosOf(owner)).toHaveLength(1)
})

it('a draft that is submitted after its upload was completed is published; the browser and the server make one video', async () => {
  const owner = await app.signedIn()
  const location = await openUpload(owner, source.length)
  const uploadId = idOf(location)
  await sendBytes(owner, location, 0, source)
  await save(owner, newId(), { uploadId, isSubmitted: true })
  await Promise.all([publishUpload(owner, uploadId, 'A walk'), publishSubmitted()])
  expect(await videosOf(owner)).toHaveLength(1)
  expect(await draftsOf(owner)).toEqual([])
})

it('a draft that was published, withdrawn or lost its upload is left alone', async () => {
  const owner = await app.signedIn()
  const [withdrawn, cancelled] = [newId(), newId()]
  const location = await openUpload(owner, source.length)
  await sendBytes(owner, location, 0, source)
  await save(owner, withdrawn, { uploadId: idOf(location), isSubmitted: true })
  await save(owner, withdrawn, { uploadId: idOf(location) })
  const other = await openUpload(owner, source.length)
  await save(owner, cancelled, { uploadId: idOf(other), isSubmitted: true })
  await cancelUpload(owner, other)
  await publishSubmitted()
  expect(await videosOf(owner)).toEqual([])
  expect(await draftsOf(owner)).toMatchObject([{ uploadId: idOf(location) }, { uploadId: null }])
})

it('a draft that is changed or withdrawn while the server publishes it is not published as it was before', async () => {
  const owner = await app.signedIn()
  const { storage } = app.context
  const putFile = storage.putFile.bind(storage)
  const changeMeanwhile = async (isSubmitted: boolean) => {
    const location = await openUpload(owner, source.length)
    await sendBytes(owner, location, 0, source)
    const [id, uploadId] = [newId(), idOf(location)]
    await save(owner, id, { uploadId, isSubmitted: true })
    const storing = vi.spyOn(storage, 'putFile').mockImplementationOnce(async (...file) => {
      app.clock.advance(1)
      await save(owner, id, { uploadId, isSubmitted, visibility: 'private' })
      await putFile(...file)
    })
    onTestFinished(() => storing.mockRestore())
    await publishSubmitted()
    expect(storing).toHaveBeenCalled()
    await publishSubmitted()
  }
  await changeMeanwhile(false)
  expect(await videosOf(owner)).toEqual([])
  expect(await draftsOf(owner)).toMatchObject([{ visibility: 'private', isSubmitted: false, failure: null }])
  await changeMeanwhile(true)
  expect(await videosOf(owner)).toMatchObject([{ visibility: 'private' }])
  expect(await draftsOf(owner)).toHaveLength(1)
})

it('a draft whose file is not a video, or whose title is missing, says why it was not published', async () => {
  const owner = await app.signedIn()
  const words = Buffer.from('Just words. '.repeat(50))
  const location = await openUpload(owner, words.length)
  await save(owner, newId(), { uploadId: idOf(location), isSubmitted: true })
  await sendBytes(owner, location, 0, words)
  const untitled = await openUpload(owner, source.length)
  await save(owner, newId(), { title: ' ', uploadId: idOf(untitled), isSubmitted: true })
  await sendBytes(owner, untitled, 0, source)
  await publishSubmitted()
  expect(await draftsOf(owner)).toMatchObject([
    { failure: 'This file is not a video in a format we know.', isSubmitted: false, uploadId: null },
    { failure: 'Video title is required', isSubmitted: false },
  ])
})

it('the server takes frames of a complete upload, which its owner may use as thumbnails', async () => {
  const [owner, other] = [await app.signedIn(), await app.signedIn()]
  const location = await openUpload(owner, source.length)
  const take = (client: TestClient) =>
    client.call(api.uploadDrafts.frames, { params: { id: idOf(location) } })
  expect((await take(owner)).envelope, 'unfinished').toMatchObject({ code: 'upload.unfinished' })
  await sendBytes(owner, location, 0, source)
  expect((await take(other)).status).toBe(404)
  const { data } = await take(owner)
  // The last one may be after the end of the picture.
  expect([5, 6]).toContain(data.frames.length)
  for (const frame of data.frames) expect(frame).toMatch(/^data:image\/jpeg;base64,\/9j\//)

  const words = Buffer.from('Just words. '.repeat(50))
  const noVideo = await openUpload(owner, words.length)
  await sendBytes(owner, noVideo, 0, words)
  const refused = await owner.call(api.uploadDrafts.frames, { params: { id: idOf(noVideo) } })
  expect([refused.status, refused.message]).toEqual([400, 'This file is not a video in a format we know.'])
})

it('a draft is removed a week after its last change', async () => {
  const owner = await app.signedIn()
  await save(owner, newId())
  app.clock.advance(limits.uploadDraftLifetimeSeconds - 60)
  const sweep = () => sweepUploadsJob.handler(app.context, {}, undefined as never)
  await sweep()
  expect(await draftsOf(owner)).toHaveLength(1)
  app.clock.advance(120)
  await sweep()
  expect(await draftsOf(owner)).toEqual([])
})
