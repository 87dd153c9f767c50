import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { api, type Video } from '@vireo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/app.ts'
import type { TestClient } from '../../../test/client.ts'
import type { ClipName } from '../../../test/clips.ts'
import { isFinished, uploadForm, waitForVideo } from '../../../test/videos.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function publish(owner: TestClient, clip: ClipName, fields = {}): Promise<Video> {
  const { data } = await owner.call(api.video.upload, { form: await uploadForm(clip, fields) })
  return waitForVideo(owner, data._id, isFinished)
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
])('the languages of the clip %s come with the video, and go with it', async (clip, second) => {
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
  await owner.call(api.video.remove, { params: { id: video._id } })
  await expect.poll(() => listFiles(folderOf(video)), { timeout: 20_000 }).toEqual([])
})

it('those of a private video are for its owner alone', async () => {
  const owner = await app.signedIn()
  const { captions } = await publish(owner, 'captionsMkv', { visibility: 'private' })
  const address = captions[0]?.url ?? ''
  expect((await owner.fetch(address)).headers.get('cache-control')).toContain('private')
  expect((await owner.fetch(address.replace(/\/signed\/[^/]+/, ''))).status).toBe(404)
})

it('a language that cannot be read is left out, and the video is ready all the same', async () => {
  const owner = await app.signedIn()
  const video = await publish(owner, 'brokenCaptions')
  expect([video.status, namesOf(video)]).toEqual(['ready', [['en', 'English']]])
  expect((await publish(owner, 'tiny')).captions).toEqual([])
})

it('a video that is deleted in the middle of the work leaves no file behind', async () => {
  const owner = await app.signedIn()
  const { data } = await owner.call(api.video.upload, { form: await uploadForm('captionsMp4') })
  const video = await waitForVideo(owner, data._id, ({ isPlayable }) => isPlayable)
  await owner.call(api.video.remove, { params: { id: data._id } })
  const countJobs = async () => {
    const [row] = await app.context.sql<{ count: number }[]>`
      select count(*)::int as count from graphile_worker.jobs 
      where task_identifier like 'videos:make-%' or (task_identifier like 'files:%' and run_at <= now())`
    return row?.count
  }
  await expect.poll(countJobs, { timeout: 60_000 }).toBe(0)
  expect(await listFiles(folderOf(video))).toEqual([])
  expect(await listFiles('scratch')).toEqual([])
})
