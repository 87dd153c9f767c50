import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { api, type Video } from '@vireo/contract'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../../../test/app/app.ts'
import type { TestClient } from '../../../../../test/app/client.ts'
import { type ClipName, clip } from '../../../../../test/content/clips.ts'
import { addReadyVideo } from '../../../../../test/content/ready-videos.ts'
import { getVideo, uploadForm } from '../../../../../test/content/videos.ts'
import { patiently } from '../../../../../test/patience.ts'
import type { Db } from '../../../../db/sql.ts'
import { enqueue } from '../../../../jobs/define-job.ts'
import { deleteVideo, findVideo, setCaptions } from '../videos.queries.ts'
import { makeLadderJob } from './ladder/ladder.jobs.ts'
import { makeCaptionsJob, makePlayableJob } from './processing.jobs.ts'

let app: TestApp
let log: string[] = []
beforeAll(async () => {
  const logTo = { write: (line: string) => void log.push(line) }
  app = await createTestApp({ LOG_LEVEL: 'warn' }, { logTo })
})
beforeEach(() => {
  log = []
})
afterAll(() => app.close())

/** Uploads a clip, and makes its streams and captions. */
async function publish(owner: TestClient, clip: ClipName): Promise<Video> {
  const { data } = await owner.call(api.videos.upload, { form: await uploadForm(clip) })
  await app.runJobs([makePlayableJob, makeCaptionsJob, makeLadderJob])
  return getVideo(owner, data._id)
}

const namesOf = ({ captions }: Video) => captions.map(({ language, label }) => [language, label])

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(join(app.config.dataDir, folder), { recursive: true }).catch(() => [])
  return entries.filter((name) => name.includes('.'))
}

const folderOf = (video: Video) => `media/${(video.hls ?? '').split('/').slice(2, 4).join('/')}`

it.each<[ClipName, string]>([
  ['captionsMp4', 'German'],
  ['captionsMkv', 'Deutsch (für alle)'],
])('the captions of the clip %s are published with the video, and deleted with it', async (clip, second) => {
  const owner = await app.signedIn()
  const video = await publish(owner, clip)
  expect(video.status).toBe('ready')
  expect(namesOf(video)).toEqual([
    ['en', 'English'],
    ['de', second],
  ])
  const [english, german] = video.captions.map(({ url }) => url)
  const answer = await app.visitor().fetch(english ?? '')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/vtt')
  expect(answer.headers.get('cache-control')).toContain('immutable')
  expect(await answer.text()).toMatch(
    /^WEBVTT\n\n00:00\.200 --> 00:01\.500\nGood morning &amp; <i>hello<\/i>\n/,
  )
  expect(await (await owner.fetch(german ?? '')).text()).toContain('Guten Morgen')

  expect(await listFiles(folderOf(video))).toContain('extras/captions-1.vtt')
  await owner.call(api.videos.remove, { params: { id: video._id } })
  await app.runJobs()
  expect(await listFiles(folderOf(video))).toEqual([])
})

it('captions of a private video are for its owner only', async () => {
  const owner = await app.signedIn()
  const { videoId } = await addReadyVideo(app.context, {
    ...{ ownerId: owner.person.id, clip: 'captionsMkv', visibility: 'private' },
  })
  const { captions } = await getVideo(owner, videoId)
  const address = captions[0]?.url ?? ''
  expect((await owner.fetch(address)).headers.get('cache-control')).toContain('private')
  expect((await owner.fetch(address.replace(/\/signed\/[^/]+/, ''))).status).toBe(404)
})

it('captions that cannot be read are left out, and the video is ready without them', async () => {
  const owner = await app.signedIn()
  const video = await publish(owner, 'brokenCaptions')
  expect([video.status, namesOf(video)]).toEqual(['ready', [['en', 'English']]])
  expect((await publish(owner, 'tiny')).captions).toEqual([])
})

it('captions are labelled by the base of an unusual language tag, and text with an arrow is kept whole', async () => {
  const owner = await app.signedIn()
  const video = await publish(owner, 'oddCaptions')
  expect(video.status).toBe('ready')
  expect(namesOf(video)).toEqual([
    ['en-x-foo', 'English'],
    ['en-x-foo', 'English 2'],
  ])
  const text = await (await owner.fetch(video.captions[0]?.url ?? '')).text()
  expect(text).toBe('WEBVTT\n\n00:00.200 --> 00:01.500\nLeft --&gt; right\n')
})

/** Makes a second ladder, and runs `event` after it has read the row of its video. */
async function makeLadderDuring(videoId: string, event: (tx: Db) => Promise<void>): Promise<void> {
  const { sql } = app.context
  const running = await sql.begin(async (tx) => {
    await tx`lock table video_sources in access exclusive mode`
    await enqueue(sql, makeLadderJob, { videoId, run: 'again' })
    const made = app.runJobs([makeLadderJob])
    const waiting = () => sql`
      select from pg_locks where relation = 'video_sources'::regclass and not granted`
    await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), patiently)
    await event(tx)
    return { made }
  })
  await running.made
  await app.runJobs()
}

it('captions that are stored while the ladder is made are not made again by it', async () => {
  const owner = await app.signedIn()
  const ready = await addReadyVideo(app.context, { ownerId: owner.person.id, clip: 'captionsMkv' })
  const video = await getVideo(owner, ready.videoId)
  const { sql, storage, clock } = app.context
  const row = await findVideo(sql, video._id)
  await storage.removeFolder(`${row?.folder}/extras`)
  await storage.putFile(row?.source_key ?? '', await clip('captionsMkv'), 'video/x-matroska')
  await sql`update videos set captions = null where id = ${video._id}`
  await makeLadderDuring(video._id, (tx) => setCaptions(tx, video._id, [], clock.now()))
  const again = await getVideo(owner, video._id)
  expect(again).toMatchObject({ status: 'ready', captions: [], hls: expect.stringContaining('ladder-again') })
  expect(await listFiles(folderOf(video))).not.toContain('extras/captions-1.vtt')
})

it('a step that fails because its video was deleted meanwhile ends quietly', async () => {
  const owner = await app.signedIn()
  const { videoId } = await addReadyVideo(app.context, { ownerId: owner.person.id })
  const video = await getVideo(owner, videoId)
  // The source is removed after the first ladder, so the second one can only fail.
  await makeLadderDuring(video._id, (tx) => deleteVideo(tx, video._id))
  expect(log).toEqual([])
  expect(await listFiles(folderOf(video))).toEqual([])
})

it('a video that is deleted during processing leaves no files', async () => {
  const owner = await app.signedIn()
  const { data } = await owner.call(api.videos.upload, { form: await uploadForm('captionsMp4') })
  await app.runJobs([makePlayableJob])
  const video = await getVideo(owner, data._id)
  await owner.call(api.videos.remove, { params: { id: data._id } })
  await app.runJobs()
  expect(await listFiles(folderOf(video))).toEqual([])
  expect(await listFiles('scratch')).toEqual([])
})

it('captions that cannot be stored are logged, and the video is ready without them', async () => {
  const { sql } = app.context
  await sql`alter table videos add constraint no_captions check (captions is null) not valid`
  onTestFinished(async () => {
    await sql`alter table videos drop constraint no_captions`
  })
  const video = await publish(await app.signedIn(), 'captionsMkv')
  expect(video).toMatchObject({ status: 'ready', failure: null, captions: [] })
  expect(log.join('')).toContain('could not make captions')
})
