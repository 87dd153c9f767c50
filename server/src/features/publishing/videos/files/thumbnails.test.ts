import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@vireo/contract'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../../../test/app/app.ts'
import type { Answer } from '../../../../../test/app/client.ts'
import { formWith, picture } from '../../../../../test/content/pictures.ts'
import { addVideo, getVideo, uploadForm } from '../../../../../test/content/videos.ts'
import { patiently } from '../../../../../test/patience.ts'
import { descendantsOf } from '../../../../../test/programs/processes.ts'
import { withImage } from '../../../../media/images/images.ts'
import { makeExtrasJob, makePlayableJob } from '../processing/processing.jobs.ts'
import { removeSubfolderJob } from './moves/move-files.jobs.ts'

let app: TestApp
let small: Buffer
beforeAll(async () => {
  app = await createTestApp()
  small = await picture(64, 36).png().toBuffer()
})
afterAll(() => app.close())

type Person = Awaited<ReturnType<TestApp['signedIn']>>
const sendThumbnail = (owner: Person, id: string) =>
  owner.call(api.videos.update, { params: { id }, form: formWith('thumbnail', small) })

/** Occupies the encoder, so that later pictures wait until `resolve` is called. */
async function blockEncoder() {
  const path = join(app.config.dataDir, 'blocking.png')
  await writeFile(path, small)
  const gate = Promise.withResolvers<void>()
  onTestFinished(() => gate.resolve())
  const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  for (const { resolve } of begun) {
    withImage(path, {}, async () => {
      resolve()
      await gate.promise
    })
  }
  await Promise.all(begun.map(({ promise }) => promise))
  return gate
}

async function waitingThumbnails(): Promise<number> {
  const [row] = await app.context.sql<{ count: number }[]>`
    select coalesce(sum(count), 0)::int as count from rate_limits where key like 'picture:thumbnail:%'`
  return row?.count ?? 0
}

it('24 thumbnails that wait for encoding hold no database connections', async () => {
  const owners = await Promise.all([1, 2].map(() => app.signedIn()))
  const videos = await Promise.all(owners.map(({ person }) => addVideo(app, { ownerId: person.id })))
  const gate = await blockEncoder()
  const before = await waitingThumbnails()
  const changes = owners.flatMap((owner, i) =>
    Array.from({ length: 12 }, () => sendThumbnail(owner, videos[i]?.videoId ?? '')),
  )
  await vi.waitFor(async () => expect(await waitingThumbnails()).toBe(before + 24), patiently)
  const visitor = app.visitor()
  const answers = await Promise.all(
    videos.map(({ videoId }) => visitor.call(api.videos.get, { params: { id: videoId } })),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  // A short transaction may appear once; one that waits for the encoder would stay.
  await vi.waitFor(async () => {
    const held = await app.context.sql`
      select query from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`
    expect(held).toEqual([])
  }, patiently)
  gate.resolve()
  expect(new Set((await Promise.all(changes)).map(({ status }) => status))).toEqual(new Set([200]))
})

it('a thumbnail for a video that is deleted before it is stored is refused and leaves no files', async () => {
  const owner = await app.signedIn()
  const { videoId, folder } = await addVideo(app, { ownerId: owner.person.id })
  const gate = await blockEncoder()
  const before = await waitingThumbnails()
  const change = sendThumbnail(owner, videoId)
  await vi.waitFor(async () => expect(await waitingThumbnails()).toBe(before + 1), patiently)
  await owner.call(api.videos.remove, { params: { id: videoId } })
  gate.resolve()
  expect(await change).toMatchObject({ status: 404, message: 'Video not found' })
  await app.runJobs()
  expect(await readdir(join(app.config.dataDir, 'media', folder)).catch(() => [])).toEqual([])
})

it('a thumbnail for another person’s video is refused before it is encoded', async () => {
  const { videoId } = await addVideo(app)
  const before = await waitingThumbnails()
  expect(await sendThumbnail(await app.signedIn(), videoId)).toMatchObject({ status: 404 })
  expect(await waitingThumbnails()).toBe(before)
})

it('a person can change thumbnails, avatars and covers 20 times each in ten minutes', async () => {
  const owner = await app.signedIn()
  const { videoId } = await addVideo(app, { ownerId: owner.person.id })
  type Call = () => Promise<Pick<Answer<unknown>, 'status' | 'message' | 'headers'>>
  const calls: Record<string, Call> = {
    thumbnail: () => sendThumbnail(owner, videoId),
    avatars: () => owner.call(api.accounts.updateAvatar, { form: formWith('avatar', small) }),
    covers: () => owner.call(api.accounts.updateCover, { form: formWith('coverimage', small) }),
  }
  for (const [kind, call] of Object.entries(calls)) {
    expect((await call()).status).toBe(200)
    // Sets the counter to 18, because encoding that many takes long.
    const counted = await app.context.sql`
      update rate_limits set count = 18 where key = ${`picture:${kind}:${owner.person.id}`} returning 1`
    expect(counted).toHaveLength(1)
    const answers = await Promise.all(Array.from({ length: 4 }, call))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    const refused = answers.find(({ status }) => status !== 200)
    expect(refused).toMatchObject({
      status: 429,
      message: 'Too many new pictures. Please try again in 10 minutes.',
    })
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(500)
  }
  app.clock.advance(601)
  expect((await sendThumbnail(owner, videoId)).status).toBe(200)
})

it('ffprobe reads two of many simultaneous uploads at a time', async () => {
  const owner = await app.signedIn()
  const forms = await Promise.all(Array.from({ length: 5 }, () => uploadForm('audioOnly')))
  let isDone = false
  const uploads = Promise.all(forms.map((form) => owner.call(api.videos.upload, { form }))).finally(() => {
    isDone = true
  })
  let most = 0
  while (!isDone) most = Math.max(most, (await descendantsOf(process.pid, 'ffprobe')).length)
  expect((await uploads).map(({ status }) => status)).toEqual(Array(5).fill(400))
  expect(most).toBeLessThanOrEqual(2)
})

it('a thumbnail that is chosen while the poster is being made is kept, and the poster is removed', async () => {
  const owner = await app.signedIn()
  const { storage } = app.context
  const putBytes = storage.putBytes.bind(storage)
  const { data } = await owner.call(api.videos.upload, { form: await uploadForm('tiny') })
  let chosen: Promise<unknown> | undefined
  const choosing: typeof putBytes = async (key, ...rest) => {
    if (key.includes('/poster-')) {
      chosen ??= sendThumbnail(owner, data._id)
      await chosen
    }
    await putBytes(key, ...rest)
  }
  Object.assign(storage, { putBytes: choosing })
  onTestFinished(() => void Reflect.deleteProperty(storage, 'putBytes'))
  await app.runJobs([makePlayableJob, makeExtrasJob, removeSubfolderJob])
  const video = await getVideo(owner, data._id)
  expect(chosen).toBeDefined()
  expect(video).toMatchObject({ hasPreview: true, thumbnail: expect.stringContaining('/thumbnail-') })
  expect((await storage.list('videos')).filter((key) => key.includes('/poster-'))).toEqual([])
})
