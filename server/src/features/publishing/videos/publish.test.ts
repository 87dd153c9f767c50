import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api, limits, previewOf } from '@vireo/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import { clipSecrets } from '../../../../test/content/clips.ts'
import { deleteAccountPermanently } from '../../../../test/content/deletion.ts'
import { formWith, picture } from '../../../../test/content/pictures.ts'
import { addReadyVideo } from '../../../../test/content/ready-videos.ts'
import { getVideo, publishClip, uploadForm } from '../../../../test/content/videos.ts'
import { patiently } from '../../../../test/patience.ts'
import { removeSubfolderJob } from './files/moves/move-files.jobs.ts'
import { makePlayableJob } from './processing/processing.jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
// Removes the jobs that a test has left, so that the next one does not run them.
afterEach(
  () => app.context.sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs`,
)
afterAll(() => app.close())

const listFiles = async (folder: string) => {
  const entries = await readdir(join(app.config.dataDir, folder), {
    recursive: true,
    withFileTypes: true,
  }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

describe('a clip that browsers can play', () => {
  it('is playable before its ladder is made, and finally has every file of the spec without personal metadata', async () => {
    const owner = await app.signedIn()
    const form = await uploadForm('landscape', { description: 'Two\nlines' })
    const uploaded = await owner.call(api.videos.upload, { form })
    expect(uploaded).toMatchObject({ status: 200, message: 'Video uploaded successfully!' })
    expect(uploaded.data).toMatchObject({
      title: 'A real clip',
      description: 'Two\nlines',
      visibility: 'public',
    })

    await app.runJobs([makePlayableJob])
    const playable = await getVideo(owner, uploaded.data._id)
    expect(playable).toMatchObject({
      isPlayable: true,
      status: 'processing',
      renditions: [{ name: 'source' }],
    })

    await app.runJobs()
    const ready = await getVideo(owner, uploaded.data._id)
    expect(ready).toMatchObject({ status: 'ready', progress: 100, width: 640, height: 360, failure: null })
    expect(ready.duration).toBeCloseTo(4, 0)
    expect(ready.renditions.map((rendition) => rendition.height)).toEqual([360, 240])

    const addresses = [
      ready.videofile,
      ready.hls,
      ready.storyboard,
      previewOf(ready),
      ready.thumbnail,
      ...ready.renditions.map((rendition) => rendition.url),
    ]
    for (const address of addresses) {
      const answer = await app.visitor().fetch(address ?? 'missing')
      expect(answer.status, address ?? 'missing').toBe(200)
      const text = Buffer.from(await answer.arrayBuffer()).toString('latin1')
      for (const secret of clipSecrets) expect(text, address ?? '').not.toContain(secret)
    }
    expect(ready.placeholder).toMatch(/^data:image\/webp;base64,/)
    // The original, with its metadata, is removed once it is no longer needed.
    expect(await listFiles('media/sources')).toEqual([])
  })

  it('counts as one of the channel’s videos while it is public', async () => {
    const owner = await app.signedIn()
    const { data } = await owner.call(api.videos.upload, { form: await uploadForm('tiny') })
    await app.runJobs([makePlayableJob])
    const channel = () => owner.call(api.accounts.channel, { params: { username: owner.person.username } })
    expect((await channel()).data.videosCount).toBe(1)
    await owner.call(api.videos.update, { params: { id: data._id }, form: formOf({ visibility: 'private' }) })
    expect((await channel()).data.videosCount).toBe(0)
  })
})

it('a video is announced to subscribers once it can be watched', async () => {
  const [owner, fan] = [await app.signedIn(undefined, 'Kino Club'), await app.signedIn()]
  await fan.call(api.subscriptions.toggle, { params: { channelId: owner.person.id } })
  const readNotifications = async () => (await fan.fetch('/api/notifications')).json()
  const upload = async (fields: Record<string, string>) =>
    owner.call(api.videos.upload, { form: await uploadForm('tiny', fields) })
  await upload({ title: 'For friends', visibility: 'unlisted' })
  await upload({ title: 'For everyone' })
  expect(await readNotifications()).toEqual([])
  await app.runJobs([makePlayableJob])
  expect(await readNotifications()).toMatchObject([
    { name: 'Kino Club', action: 'uploaded a video: For everyone' },
  ])
})

const formOf = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

it('a source that browsers cannot play is encoded, regardless of its file name', async () => {
  const owner = await app.signedIn()
  const ready = await publishClip(app, owner, 'webm')
  expect(ready).toMatchObject({ status: 'ready', width: 426, height: 240 })
})

it('a given thumbnail is used, in its sizes and formats, and can be replaced', async () => {
  const owner = await app.signedIn()
  const image = await picture(1600, 900).png().toBuffer()
  const { data } = await owner.call(api.videos.upload, { form: await uploadForm('tiny', {}, image) })
  expect(data.thumbnail).toMatch(/\/640\.webp$/)
  for (const name of ['320.webp', '1280.avif', '640.jpeg'])
    expect((await owner.fetch((data.thumbnail ?? '').replace('640.webp', name))).status).toBe(200)
  const form = formWith('thumbnail', await picture(400, 400).jpeg().toBuffer())
  const changed = await owner.call(api.videos.update, { params: { id: data._id }, form })
  expect(changed.data.thumbnail).not.toBe(data.thumbnail)
  await app.runJobs([removeSubfolderJob])
  expect((await owner.fetch(data.thumbnail ?? '')).status).toBe(404)
})

describe('an upload is refused', () => {
  it.each([
    ['audioOnly', /no video/i],
    ['truncated', /truncated|incomplete|cut off|broken off/i],
    ['empty', /empty/i],
    ['gigantic', /pixel|large|wide/i],
    ['exoticCodec', /codec|format|support/i],
    ['tooLong', /^This video is longer than 12 hours\.$/],
  ] as const)('if its file is %s, with a reason', async (name, reason) => {
    const owner = await app.signedIn()
    const answer = await owner.call(api.videos.upload, { form: await uploadForm(name) })
    expect(answer.status).toBe(400)
    // An empty file counts as a missing one.
    if (name === 'empty') expect(answer.message).toBe('Video file is required')
    else expect(answer.message).toMatch(reason)
    expect(answer.envelope.errors?.[0]?.field).toBe('videofile')
    expect((await owner.call(api.videos.list, { query: { userId: owner.person.id } })).data.docs).toEqual([])
  })

  it('if it is a playlist disguised as a video', async () => {
    const owner = await app.signedIn()
    const form = formOf({ title: 'Trick' })
    form.append('videofile', new File(['#EXTM3U\n#EXTINF:4,\nfile:///etc/passwd\n'], 'clip.mp4'))
    expect((await owner.call(api.videos.upload, { form })).status).toBe(400)
  })

  it('if title or video are missing, in the words of the spec', async () => {
    const owner = await app.signedIn()
    const untitled = await owner.call(api.videos.upload, { form: await uploadForm('tiny', { title: '  ' }) })
    expect(untitled).toMatchObject({ status: 400, message: 'Video title is required' })
    const without = await owner.call(api.videos.upload, { form: formOf({ title: 'Nothing' }) })
    expect(without).toMatchObject({ status: 400, message: 'Video file is required' })
  })

  it('if it is sent by a visitor', async () => {
    const answer = await app.visitor().call(api.videos.upload, { form: await uploadForm('tiny') })
    expect(answer.status).toBe(401)
  })

  it('if its thumbnail is not a picture', async () => {
    const owner = await app.signedIn()
    const form = await uploadForm('tiny', {}, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
    const answer = await owner.call(api.videos.upload, { form })
    expect(answer).toMatchObject({ status: 400, message: expect.stringContaining('SVG') })
  })

  it('if its thumbnail is over 5 MB', async () => {
    const owner = await app.signedIn()
    const form = await uploadForm('tiny', {}, Buffer.alloc(limits.thumbnailBytes + 1))
    const answer = await owner.call(api.videos.upload, { form })
    expect(answer.status).toBe(413)
    expect(answer.message).toContain('5 MB')
  })

  it('without leaving files on the disk', async () => {
    // The files of a refused upload are removed after the answer.
    await expect.poll(() => listFiles('scratch'), patiently).toEqual([])
    const { sql } = app.context
    const [row] = await sql<{ count: number }[]>`select count(*)::int as count from videos`
    const folders = await readdir(join(app.config.dataDir, 'media/videos'))
    expect(folders).toHaveLength(row?.count ?? -1)
  })
})

it('a video that failed shows why, and only its owner can retry it', async () => {
  const owner = await app.signedIn()
  const { videoId: id, folder } = await addReadyVideo(app.context, { ownerId: owner.person.id })
  const { videofile } = await getVideo(owner, id)
  const leftover = join(app.config.dataDir, 'media', folder, 'ladder-of-a-failed-try')
  await mkdir(leftover)
  await writeFile(join(leftover, '240p.mp4'), 'half a rendition')
  await app.context.sql`update videos set status = 'failed', failure = 'Why' where id = ${id}`
  expect(await getVideo(owner, id)).toMatchObject({ status: 'failed', failure: 'Why' })
  const other = await app.signedIn()
  expect((await other.call(api.videos.retry, { params: { id } })).status).toBe(404)
  // The source is removed after the first success, so this second run fails for good with a reason.
  const again = await owner.call(api.videos.retry, { params: { id } })
  expect(again.data).toMatchObject({ status: 'uploaded', failure: null })
  // The stored result of probing is not used again.
  expect(await app.context.sql`select from video_sources where video_id = ${id}`).toEqual([])
  expect((await owner.call(api.videos.retry, { params: { id } })).status).toBe(400)
  // The files of a failed attempt are removed first; those that people are watching are kept.
  await app.runJobs()
  expect(await readdir(join(leftover, '..'))).not.toContain('ladder-of-a-failed-try')
  expect((await owner.fetch(videofile ?? '')).status).toBe(200)
})

it('deleting a video removes its rows at once and its files soon, and only its owner can', async () => {
  const owner = await app.signedIn()
  const { videoId, folder } = await addReadyVideo(app.context, { ownerId: owner.person.id })
  const other = await app.signedIn()
  const params = { id: videoId }
  expect((await other.call(api.videos.remove, { params })).status).toBe(404)
  expect((await other.call(api.videos.update, { params, form: formOf({ title: 'Mine' }) })).status).toBe(404)
  const removed = await owner.call(api.videos.remove, { params })
  expect(removed).toMatchObject({ status: 200, message: 'Video deleted successfully' })
  expect((await owner.call(api.videos.get, { params })).status).toBe(404)
  expect((await owner.call(api.videos.remove, { params })).status).toBe(404)
  expect(await listFiles(`media/${folder}`)).not.toEqual([])
  await app.runJobs()
  expect(await listFiles(`media/${folder}`)).toEqual([])
})

it('deleting an account removes the files of its videos', async () => {
  const owner = await app.signedIn()
  const { folder } = await addReadyVideo(app.context, { ownerId: owner.person.id })
  expect(await listFiles(`media/${folder}`)).not.toEqual([])
  await deleteAccountPermanently(app, owner)
  expect(await listFiles(`media/${folder}`)).toEqual([])
})
