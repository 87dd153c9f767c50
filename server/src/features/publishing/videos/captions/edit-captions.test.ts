import { api, type Captions, limits } from '@vireo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../../test/app/app.ts'
import { codeOf, type TestClient } from '../../../../../test/app/client.ts'
import { addVideo, getVideo, uploadForm } from '../../../../../test/content/videos.ts'
import { removeFolderJob } from '../../../core/files/files.jobs.ts'
import { moveFilesJob, removeSubfolderJob } from '../files/moves/move-files.jobs.ts'
import { makeCaptionsJob, makePlayableJob } from '../processing/processing.jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const srt = (text: string) => `1\n00:00:01,000 --> 00:00:02,500\n${text}\n`

function add(owner: TestClient, id: string, language: string, file: string | Uint8Array, name?: string) {
  const form = new FormData()
  form.append('captions', new File([typeof file === 'string' ? file : new Uint8Array(file)], 'a.srt'))
  form.append('language', language)
  if (name !== undefined) form.append('name', name)
  return owner.call(api.videos.setCaptions, { params: { id }, form })
}
const remove = (owner: TestClient, id: string, captionsId: string) =>
  owner.call(api.videos.removeCaptions, { params: { id, captionsId } })
const namesOf = (captions: Captions[]) => captions.map(({ language, label }) => [language, label])
const textAt = async (client: TestClient, url = '') => {
  const answer = await client.fetch(url)
  return answer.ok ? answer.text() : answer.status
}

async function ownVideo(overrides = {}) {
  const owner = await app.signedIn()
  const { data: user } = await owner.call(api.accounts.currentUser)
  const { videoId, folder } = await addVideo(app, { ownerId: user._id, ...overrides })
  const captionFiles = async () =>
    (await app.context.storage.list(folder)).filter((key) => key.endsWith('.vtt'))
  return { owner, videoId, folder, captionFiles }
}

it('the owner adds, replaces and removes captions, which are called by their language or a name of their own', async () => {
  const { owner, videoId, captionFiles } = await ownVideo()
  const added = await add(owner, videoId, 'EN', srt('Hello <script>x</script><i>you</i>'))
  expect(added).toMatchObject({ status: 200, message: 'Captions saved' })
  const { data } = await add(owner, videoId, 'ger', srt('Grüße'), ' Deutsch (Österreich) ')
  expect(namesOf(data)).toEqual([
    ['en', 'English'],
    ['de', 'Deutsch (Österreich)'],
  ])
  const [english, german] = data
  const answer = await app.visitor().fetch(english?.url ?? '')
  expect(answer.headers.get('content-type')).toBe('text/vtt')
  expect(await answer.text()).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nHello <i>you</i>\n')
  const { data: video } = await app.visitor().call(api.videos.get, { params: { id: videoId } })
  expect(video.captions).toEqual(data)

  await add(owner, videoId, 'en', srt('Hello'))
  const { data: replaced } = await add(owner, videoId, 'de', srt('Servus'))
  expect(namesOf(replaced)).toEqual(namesOf(data))
  expect(await textAt(owner, replaced[1]?.url)).toContain('Servus')
  await app.runJobs([removeSubfolderJob])
  expect(await textAt(owner, german?.url)).toBe(404)
  expect(namesOf((await add(owner, videoId, 'de', srt('Servus'), '')).data)).toContainEqual(['de', 'German'])

  const { data: left } = await remove(owner, videoId, replaced[0]?._id ?? '')
  expect(namesOf(left)).toEqual([['de', 'German']])
  expect((await remove(owner, videoId, english?._id ?? '')).status).toBe(404)
  await app.runJobs([removeSubfolderJob])
  expect(await captionFiles()).toHaveLength(1)
})

it('captions of the source are replaced even if they are found later, and can be removed', async () => {
  const owner = await app.signedIn()
  const { data } = await owner.call(api.videos.upload, { form: await uploadForm('captionsMkv') })
  await add(owner, data._id, 'en', '00:00 --> 00:01\nMine')
  await app.runJobs([makePlayableJob, makeCaptionsJob])
  const { captions } = await getVideo(owner, data._id)
  expect(namesOf(captions)).toEqual([
    ['de', 'Deutsch (für alle)'],
    ['en', 'English'],
  ])
  expect(await textAt(owner, captions[1]?.url)).toContain('Mine')
  const { data: left } = await remove(owner, data._id, captions[0]?._id ?? '')
  expect(namesOf(left)).toEqual([['en', 'English']])
  await app.runJobs([removeSubfolderJob])
  expect(await textAt(owner, captions[0]?.url)).toBe(404)
  const counted = await app.context.sql<{ part: string }[]>`
    select part from video_bytes where video_id = ${data._id} and part like '%captions-%'`
  expect(counted.map(({ part }) => part)).toEqual([left[0]?._id])
})

it('a file that cannot be used is refused with its field and the number of the line', async () => {
  const { owner, videoId } = await ownVideo()
  const refusal = async (language: string, file: string | Uint8Array, name?: string) => {
    const { status, envelope } = await add(owner, videoId, language, file, name)
    return [status, envelope.errors]
  }
  const refused = (field: string, message: string) => [
    400,
    [{ field, message: expect.stringContaining(message) }],
  ]
  expect(await refusal('en', `${srt('A')}\n2\n00:00:03 -> 00:00:04\nB`)).toEqual(
    refused('captions', 'Line 6: Expected times such as'),
  )
  expect(await refusal('en', new Uint8Array([1, 0, 0, 0, 2]))).toEqual(
    refused('captions', 'This is not a text file'),
  )
  expect(await refusal('en', '02:00 --> 03:00\nLate')).toEqual(
    refused('captions', 'All captions begin after the end of the video'),
  )
  expect(await refusal('no language', srt('A'))).toEqual(refused('language', 'Unknown language'))
  expect(await refusal('en', srt('A'), 'a'.repeat(61))).toEqual(refused('name', 'at most 60 characters'))
  expect(await refusal('en', '')).toEqual(refused('captions', 'Caption file is required'))
  const large = srt('A').repeat(limits.captionsBytes / srt('A').length + 1)
  expect((await add(owner, videoId, 'en', large)).status).toBe(413)
})

it('only the owner changes captions, and those of a private video are for its owner only', async () => {
  const { owner, videoId, folder } = await ownVideo()
  const { data: shown } = await add(owner, videoId, 'en', srt('Secret'))
  const stranger = await app.signedIn()
  expect((await add(stranger, videoId, 'en', srt('Mine'))).status).toBe(404)
  expect((await remove(stranger, videoId, shown[0]?._id ?? '')).status).toBe(404)

  const form = new FormData()
  form.append('visibility', 'private')
  await owner.call(api.videos.update, { params: { id: videoId }, form })
  const see = async (client: TestClient) => textAt(client, (await getVideo(owner, videoId)).captions[0]?.url)
  await app.runJobs([moveFilesJob])
  expect((await getVideo(owner, videoId)).captions[0]?.url).not.toContain(folder)
  expect(await see(owner)).toContain('Secret')
  expect(await textAt(stranger, shown[0]?.url)).toBe(404)
  const { data: again } = await add(owner, videoId, 'de', srt('Geheim'))
  const plain = again[1]?.url.replace(/\/signed\/[^/]+/, '')
  expect([await textAt(owner, again[1]?.url), await textAt(owner, plain)]).toEqual([
    expect.stringContaining('Geheim'),
    404,
  ])
})

it('of simultaneous files one per language is kept, and a video has a limited number of them', async () => {
  const { owner, videoId, captionFiles } = await ownVideo()
  const languages = ['en', 'de', 'en', 'fr', 'en', 'de']
  const answers = await Promise.all(languages.map((one) => add(owner, videoId, one, srt(one))))
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
  const { data } = await owner.call(api.videos.get, { params: { id: videoId } })
  expect(data.captions.map(({ language }) => language).sort()).toEqual(['de', 'en', 'fr'])
  await app.runJobs([removeSubfolderJob])
  expect(await captionFiles()).toHaveLength(3)

  const many = Array.from({ length: limits.captionsPerVideo }, (_, i) => ({
    folder: `captions-${i}`,
    language: i ? `en-x-${i}` : 'en',
    name: '',
  }))
  await app.context.sql`
    update videos set caption_files = ${JSON.stringify(many)}::text::jsonb where id = ${videoId}`
  expect(codeOf(await add(owner, videoId, 'fr', srt('A')))).toEqual([400, 'captions.too-many'])
  expect((await add(owner, videoId, 'en', srt('A'))).status).toBe(200)
  // The refused one was stored before it was refused.
  await app.runJobs([removeSubfolderJob, removeFolderJob])
  expect(await captionFiles()).toHaveLength(4)
})
