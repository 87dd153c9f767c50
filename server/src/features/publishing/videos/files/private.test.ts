import { api, previewOf, type Video, type Visibility } from '@vireo/contract'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { createTestApp, type TestApp } from '../../../../../test/app/app.ts'
import { clip } from '../../../../../test/content/clips.ts'
import { addVideo, getVideo, uploadForm } from '../../../../../test/content/videos.ts'
import { runJobsUntilAnswered } from '../../../../../test/jobs/run-jobs.ts'
import { finishJobs } from '../../../../../test/jobs/worker.ts'
import type { Storage } from '../../../../media/storage/storage.ts'
import { StorageUnavailableError } from '../../../../media/storage/storage-errors.ts'
import { updateVideo } from '../videos.queries.ts'
import { moveFilesJob } from './moves/move-files.jobs.ts'

let app: TestApp
const log: string[] = []
beforeAll(async () => {
  const logTo = { write: (line: string) => void log.push(line) }
  app = await createTestApp({ LOG_LEVEL: 'warn' }, { logTo })
})
afterAll(() => app.close())
beforeEach(() => {
  log.length = 0
})

type Person = Awaited<ReturnType<TestApp['signedIn']>>

const files = ['extras/preview.mp4', 'ladder-1/240p.mp4', 'ladder-1/master.m3u8', 'poster-1/640.webp']

const rendition = { name: '240p', file: '240p.mp4', width: 426, height: 240, bandwidth: 1 }
const streamsIn = (dir: string) => ({ dir, master: 'master.m3u8', renditions: [rendition] })

/** A video as after processing, with a clip in place of each of its files. */
async function addStoredVideo(owner: Person) {
  const { videoId, folder } = await addVideo(app, { ownerId: owner.person.id })
  const { sql, storage, clock } = app.context
  for (const name of files) await storage.putFile(`${folder}/${name}`, await clip('tiny'), 'video/mp4')
  const streams = streamsIn('ladder-1')
  await updateVideo(sql, videoId, { streams, thumbnail_folder: 'poster-1', has_preview: true }, clock.now())
  return { videoId, folder }
}

async function setVisibility(owner: Person, id: string, visibility: Visibility): Promise<Video> {
  const form = new FormData()
  form.append('visibility', visibility)
  return (await owner.call(api.videos.update, { params: { id }, form })).data
}

const folderNow = async (videoId: string) =>
  (await app.context.sql<{ folder: string }[]>`select folder from videos where id = ${videoId}`)[0]?.folder

/** After this time the server looks up the video of a folder again. */
const secondsUntilForgotten = 4

const addresses = (video: Video) => [video.thumbnail, previewOf(video), video.hls, video.videofile]

async function statusesOf(video: Video, client = app.visitor()): Promise<number[]> {
  const answers = await Promise.all(addresses(video).map((address) => client.fetch(address ?? '/missing')))
  return answers.map(({ status }) => status)
}

/** Runs `event` once before the store writes a key that matches. */
function beforeWriting(method: 'copy' | 'putFile', pattern: RegExp, event: () => Promise<void>): void {
  const { storage } = app.context
  const original = storage[method].bind(storage) as (...args: unknown[]) => Promise<void>
  let isDone = false
  const replaced = async (...args: unknown[]) => {
    if (!isDone && args.some((arg) => typeof arg === 'string' && pattern.test(arg))) {
      isDone = true
      await event()
    }
    await original(...args)
  }
  Object.assign(storage, { [method]: replaced })
  onTestFinished(() => {
    delete (storage as Partial<Storage>)[method]
  })
}

/** Files in folders that belong to no video. */
async function listOrphans(): Promise<string[]> {
  const { sql, storage } = app.context
  const rows = await sql<{ folder: string }[]>`select folder from videos`
  const folders = new Set(rows.map(({ folder }) => folder))
  const keys = await storage.list('videos')
  return keys.filter((key) => !folders.has(key.split('/').slice(0, 2).join('/')))
}

const listBelow = async (folder = '') =>
  (await app.context.storage.list(folder)).map((key) => key.slice(folder.length + 1))

it('a video that is made private has its files under new names that only its owner gets; public again, everybody can play it', async () => {
  const owner = await app.signedIn()
  const { videoId, folder } = await addStoredVideo(owner)
  const { data: open } = await owner.call(api.videos.get, { params: { id: videoId } })
  expect(await statusesOf(open)).toEqual([200, 200, 200, 200])
  const seen = await app.visitor().fetch(open.videofile ?? '')
  expect(seen.headers.get('cache-control')).toBe('public, max-age=31536000, s-maxage=10, immutable')

  const closed = await setVisibility(owner, videoId, 'private')
  await finishJobs(app)
  const moved = await folderNow(videoId)
  expect(moved).not.toBe(folder)
  expect(await listOrphans()).toEqual([])
  expect(await listBelow(moved)).toEqual(files)
  app.clock.advance(secondsUntilForgotten)
  expect(await statusesOf(open)).toEqual([404, 404, 404, 404])
  // The page that made it private still has addresses that were signed before the move.
  expect(closed.hls).toContain(folder)
  expect(await statusesOf(closed)).toEqual([200, 200, 200, 200])
  const { data: hidden } = await owner.call(api.videos.get, { params: { id: videoId } })
  expect(hidden.hls).toContain(moved)
  expect(await statusesOf(hidden)).toEqual([200, 200, 200, 200])
  const { headers } = await app.visitor().fetch(hidden.videofile ?? '')
  expect(headers.get('access-control-allow-origin')).toBe(null)
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  const unsigned = `/media/${moved}/ladder-1/240p.mp4`
  expect((await app.visitor().fetch(unsigned)).status).toBe(404)

  const again = await setVisibility(owner, videoId, 'public')
  await finishJobs(app)
  app.clock.advance(secondsUntilForgotten)
  expect(await statusesOf(again)).toEqual([200, 200, 200, 200])
  expect(await folderNow(videoId)).toBe(moved)
})

it('a video that is made private and public many times has all its files in one folder in the end', async () => {
  const owner = await app.signedIn()
  const { videoId, folder } = await addStoredVideo(owner)
  for (let i = 0; i < 4; i++) {
    await setVisibility(owner, videoId, 'private')
    await setVisibility(owner, videoId, 'public')
  }
  await setVisibility(owner, videoId, 'private')
  await finishJobs(app)
  expect(await folderNow(videoId)).not.toBe(folder)
  expect(await listOrphans()).toEqual([])
  expect(await listBelow(await folderNow(videoId))).toEqual(files)
})

it('a store that fails during the move leaves the video playable, and the move continues', async () => {
  const owner = await app.signedIn()
  const { videoId, folder } = await addStoredVideo(owner)
  let seen: number[] = []
  beforeWriting('copy', /240p\.mp4$/, async () => {
    const { data } = await owner.call(api.videos.get, { params: { id: videoId } })
    seen = await statusesOf(data)
    throw new StorageUnavailableError('The store is away')
  })
  await setVisibility(owner, videoId, 'private')
  await app.runJobs()
  expect(seen).toEqual([200, 200, 200, 200])
  expect(await folderNow(videoId)).toBe(folder)
  await finishJobs(app)
  const moved = await folderNow(videoId)
  expect(moved).not.toBe(folder)
  expect(await listBelow(moved)).toEqual(files)
  expect(await listOrphans()).toEqual([])
})

it('a file that the store lists only after the move is not lost', async () => {
  const owner = await app.signedIn()
  const { videoId, folder } = await addStoredVideo(owner)
  const { storage } = app.context
  let isMoved = false
  const list = storage.list.bind(storage)
  const listLate = async (prefix: string) => {
    const keys = await list(prefix)
    return isMoved ? keys : keys.filter((key) => key !== `${folder}/ladder-1/240p.mp4`)
  }
  Object.assign(storage, { list: listLate })
  onTestFinished(() => {
    delete (storage as Partial<Storage>).list
  })
  await setVisibility(owner, videoId, 'private')
  await app.runJobs()
  expect(await folderNow(videoId)).not.toBe(folder)
  isMoved = true
  await finishJobs(app)
  expect(await listBelow(await folderNow(videoId))).toEqual(files)
  expect(await listOrphans()).toEqual([])
})

it('a video that is deleted during the move leaves no files', async () => {
  const owner = await app.signedIn()
  const { videoId, folder } = await addStoredVideo(owner)
  let left: string[] | undefined
  beforeWriting('copy', /240p\.mp4$/, async () => {
    await owner.call(api.videos.remove, { params: { id: videoId } })
    await app.runJobs()
    left = await listBelow(folder)
  })
  await setVisibility(owner, videoId, 'private')
  await finishJobs(app)
  expect(left).toEqual([])
  expect(await folderNow(videoId)).toBeUndefined()
  expect(await listOrphans()).toEqual([])
  expect(log).toEqual([])
})

it('a video that is made private during processing is not announced and its files move; public again, it is announced once', async () => {
  const [owner, fan] = [await app.signedIn(undefined, 'Kino Club'), await app.signedIn()]
  await fan.call(api.subscriptions.toggle, { params: { channelId: owner.person.id } })
  const readNotifications = async () =>
    (await (await fan.fetch('/api/notifications')).json()) as { action: string }[]
  let videoId = ''
  const moves: (string | undefined)[] = []
  const moveAway = async (visibility: Visibility) => {
    const from = await folderNow(videoId)
    if (visibility === 'public') await setVisibility(owner, videoId, 'public')
    await setVisibility(owner, videoId, 'private')
    await app.runJobs([moveFilesJob])
    if ((await folderNow(videoId)) !== from) moves.push(from)
  }
  // The folder changes after the row was read and before the files are stored.
  beforeWriting('putFile', /\/first-.*\.mp4$/, () => moveAway('private'))
  let announced: unknown
  beforeWriting('putFile', /\/ladder-.*\.mp4$/, async () => {
    const { sql } = app.context
    announced = [...(await sql`select announced_at from videos where id = ${videoId}`)]
    await moveAway('public')
  })
  const form = await uploadForm('tiny', { title: 'A surprise' })
  videoId = (await owner.call(api.videos.upload, { form })).data._id
  await finishJobs(app)
  const video = await getVideo(owner, videoId)
  expect(video.status).toBe('ready')
  expect(await statusesOf(video)).toEqual([200, 200, 200, 200])
  expect(moves).toHaveLength(2)
  expect(announced).toEqual([{ announced_at: null }])
  expect(await listOrphans()).toEqual([])

  await setVisibility(owner, videoId, 'private')
  const { data: found } = await fan.call(api.videos.list, { query: { query: 'surprise' } })
  expect(found.docs).toEqual([])
  await setVisibility(owner, videoId, 'public')
  await app.runJobs()
  expect(await readNotifications()).toMatchObject([{ action: 'uploaded a video: A surprise' }])
  await setVisibility(owner, videoId, 'private')
  await app.runJobs()
  expect(await readNotifications()).toEqual([])
  await setVisibility(owner, videoId, 'public')
  await finishJobs(app)
  expect(await readNotifications()).toHaveLength(1)
  await owner.call(api.videos.remove, { params: { id: videoId } })
  expect(await readNotifications()).toEqual([])
})

/** Asks for a download, which waits until a job has made it. */
const ask = (client: Person, id: string) =>
  runJobsUntilAnswered(app, client.call(api.videos.download, { params: { id } }))

it('a video that is deleted while its download is prepared leaves no files and no error in the log; a waiting viewer gets a 404', async () => {
  const [owner, viewer] = [await app.signedIn(), await app.signedIn()]
  const { videoId, folder } = await addStoredVideo(owner)
  let left: string[] | undefined
  beforeWriting('putFile', /download\.mp4$/, async () => {
    await owner.call(api.videos.remove, { params: { id: videoId } })
    await app.runJobs()
    left = await listBelow(folder)
  })
  const answer = await ask(viewer, videoId)
  expect(answer).toMatchObject({ status: 404, message: 'Video not found' })
  expect(left).toEqual([])
  await finishJobs(app)
  expect(await listOrphans()).toEqual([])
  expect(log).toEqual([])
})

it('a video that is made private while its download is prepared can be downloaded by its owner only', async () => {
  const [owner, viewer] = [await app.signedIn(), await app.signedIn()]
  const { videoId, folder } = await addStoredVideo(owner)
  const earlier = await ask(viewer, videoId)
  expect((await viewer.fetch(earlier.data.url)).status).toBe(200)
  await app.context.storage.remove(`${folder}/ladder-1/download.mp4`)
  beforeWriting('putFile', /download\.mp4$/, async () => {
    await setVisibility(owner, videoId, 'private')
    await app.runJobs([moveFilesJob])
  })
  expect((await ask(viewer, videoId)).status).toBe(404)
  expect(await folderNow(videoId)).not.toBe(folder)
  const own = await ask(owner, videoId)
  expect((await owner.fetch(own.data.url)).status).toBe(200)
  await finishJobs(app)
  expect(await listOrphans()).toEqual([])
  app.clock.advance(secondsUntilForgotten)
  expect((await viewer.fetch(earlier.data.url)).status).toBe(404)
})

it('if the streams are replaced while a download is prepared, a waiting viewer gets the download of the new ones', async () => {
  const [owner, viewer] = [await app.signedIn(), await app.signedIn()]
  const { videoId, folder } = await addStoredVideo(owner)
  const { sql, storage, clock } = app.context
  beforeWriting('putFile', /download\.mp4$/, async () => {
    await storage.putFile(`${folder}/ladder-2/240p.mp4`, await clip('tiny'), 'video/mp4')
    await updateVideo(sql, videoId, { streams: streamsIn('ladder-2') }, clock.now())
  })
  const answer = await ask(viewer, videoId)
  expect(answer.data.url).toContain(`${folder}/ladder-2/download.mp4`)
  expect((await viewer.fetch(answer.data.url)).status).toBe(200)
  await finishJobs(app)
})
