import { api, previewOf } from '@vireo/contract'
import { afterAll, beforeAll, expect, inject, it, onTestFinished, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import type { TestClient } from '../../../../test/app/client.ts'
import { formWith, picture } from '../../../../test/content/pictures.ts'
import { addReadyVideo } from '../../../../test/content/ready-videos.ts'
import { addTweet, postTweet } from '../../../../test/content/tweets.ts'
import { addVideo } from '../../../../test/content/videos.ts'
import { createRecordedDatabase } from '../../../../test/database/database.ts'
import { countRowsRead } from '../../../../test/database/plans.ts'
import { finishJobs } from '../../../../test/jobs/worker.ts'
import { patiently } from '../../../../test/patience.ts'
import { enqueue } from '../../../jobs/define-job.ts'
import { StorageUnavailableError } from '../../../media/storage/storage-errors.ts'
import {
  getOpenCase,
  latestEntry,
  remove,
  report,
  reverse,
  staff,
  suspend,
} from '../../staff/moderation/test-kit.ts'
import { createPictureAccess } from '../videos/files/media-access.ts'
import { movePicturesJob } from './move-pictures.jobs.ts'
import { withdrawAccountJob, withdrawHiddenAccountsJob } from './withdraw-account.jobs.ts'

let app: TestApp
let moderator: TestClient
beforeAll(async () => {
  app = await createTestApp()
  moderator = await staff(app, 'moderator')
})
afterAll(() => app.close())

async function finishMoves(): Promise<void> {
  await finishJobs(app)
  // The server then looks up again what a folder belongs to.
  app.clock.advance(4)
}

const reverseLatest = async () => reverse(moderator, (await latestEntry(moderator))._id)

async function publish() {
  const owner = await app.signedIn()
  const { id, username } = owner.person
  const { videoId, folder } = await addReadyVideo(app.context, { ownerId: id })
  const tweet = await postTweet(owner)
  const file = await picture(320, 320).png().toBuffer()
  await owner.call(api.accounts.updateAvatar, { form: formWith('avatar', file) })
  await owner.call(api.accounts.updateCover, { form: formWith('coverimage', file) })
  return { owner, id, username, videoId, folder, tweetId: tweet._id }
}

type Published = Awaited<ReturnType<typeof publish>>

/** The addresses of files as visitors see them in the answers of the API. */
async function addressesOf({ username, videoId, tweetId }: Published): Promise<string[]> {
  const visitor = app.visitor()
  const { data: channel } = await visitor.call(api.accounts.channel, { params: { username } })
  const { data: video } = await visitor.call(api.videos.get, { params: { id: videoId } })
  const {
    data: { tweet },
  } = await visitor.call(api.tweets.get, { params: { id: tweetId } })
  const ofVideo = [video.thumbnail, previewOf(video), video.hls, video.videofile]
  const all = [channel.avatar, channel.coverimage, ...ofVideo, ...tweet.pictures.map(({ url }) => url)]
  return all.map((address) => address ?? '/missing')
}

const statusesOf = (addresses: string[]) =>
  Promise.all(addresses.map(async (address) => (await app.visitor().fetch(address)).status))

/** The files that a bucket or a CDN would send to somebody who knows these addresses. */
async function storedAt(addresses: string[]): Promise<string[]> {
  const keys = addresses.map((address) => address.replace('/media/', ''))
  const found = await Promise.all(keys.map(async (key) => ((await app.context.storage.stat(key)) ? key : '')))
  return found.filter(Boolean)
}

it('the files of a suspended account get secret names, which are used when the suspension is lifted', async () => {
  const published = await publish()
  const before = await addressesOf(published)
  expect(await statusesOf(before)).toEqual(before.map(() => 200))
  expect(await storedAt(before)).toHaveLength(before.length)
  const count = (await app.context.storage.list(published.folder)).length

  await suspend(moderator, published.id)
  // A store that fails once, as when a worker is killed: the job runs again.
  const { storage } = app.context
  const copy = storage.copy.bind(storage)
  let failures = 0
  storage.copy = (from, to) =>
    failures++ < 3 ? Promise.reject(new StorageUnavailableError('The store does not answer')) : copy(from, to)
  await finishMoves()
  storage.copy = copy
  expect(failures).toBeGreaterThan(3)
  expect(await storedAt(before)).toEqual([])
  expect(await statusesOf(before)).toEqual(before.map(() => 404))

  await reverseLatest()
  const after = await addressesOf(published)
  expect(await statusesOf(after)).toEqual(after.map(() => 200))
  expect(after.filter((address) => before.includes(address))).toEqual([])
  // Addresses from before, such as those in feed readers, lead to the new names.
  app.clock.advance(4)
  expect(await statusesOf(before)).toEqual(before.map(() => 200))
  const [row] = await app.context.sql<{ folder: string }[]>`
    select folder from videos where id = ${published.videoId}`
  expect(await storage.list(row?.folder ?? '')).toHaveLength(count)
})

it('a suspension that is lifted at once leaves the files where they are', async () => {
  const published = await publish()
  const before = await addressesOf(published)
  await suspend(moderator, published.id)
  // The moves are added, and then the suspension ends before they run.
  await app.runJobs([withdrawAccountJob])
  await reverseLatest()
  const stored = async () =>
    (await Promise.all(['videos', 'tweets', 'avatars', 'covers'].map((name) => storage.list(name)))).flat()
  const { storage } = app.context
  const files = await stored()
  await finishMoves()
  expect(await stored()).toEqual(files)
  expect(await addressesOf(published)).toEqual(before)
  expect(await statusesOf(before)).toEqual(before.map(() => 200))
})

it('pictures survive a second suspension while the move for the first one removes its copies', async () => {
  const published = await publish()
  const before = await addressesOf(published)
  await suspend(moderator, published.id)
  await app.runJobs([withdrawAccountJob])
  await reverseLatest()

  const { sql, storage } = app.context
  const removeFolder = storage.removeFolder.bind(storage)
  const pictureJobs = [withdrawAccountJob, movePicturesJob]
  const secondMoves: Promise<void>[] = []
  const removal = vi.spyOn(storage, 'removeFolder').mockImplementation(async (folder) => {
    if (secondMoves.length === 0) await suspendAgain()
    await removeFolder(folder)
  })
  onTestFinished(() => removal.mockRestore())
  /** Resolves when the second moves have ended, or one of them waits for the first move. */
  async function suspendAgain() {
    let isDone = false
    const noteEnd = () => {
      isDone = true
    }
    await suspend(moderator, published.id)
    secondMoves.push(app.runJobs(pictureJobs).finally(noteEnd))
    await vi.waitFor(async () => {
      const waiting = await sql`
        select from pg_locks join pg_database d on d.oid = database and datname = current_database()
        where locktype = 'advisory' and not granted`
      expect(isDone || waiting.length > 0).toBe(true)
    }, patiently)
  }
  await app.runJobs(pictureJobs)
  await Promise.all(secondMoves)
  await finishMoves()
  expect(secondMoves).toHaveLength(1)
  expect(await statusesOf(before)).toEqual(before.map(() => 404))
  await reverseLatest()
  const after = await addressesOf(published)
  expect(await statusesOf(after)).toEqual(after.map(() => 200))
})

it('the first addresses of pictures work after three moves, but not while the pictures are hidden', async () => {
  const published = await publish()
  const picturesOf = async () =>
    (await addressesOf(published)).filter((address) => !address.includes('/videos/'))
  const first = await picturesOf()
  expect(first).toHaveLength(3)
  const known = [...first]
  for (let moves = 1; moves <= 3; moves++) {
    await suspend(moderator, published.id)
    await finishMoves()
    expect(await statusesOf(known)).toEqual(known.map(() => 404))
    await reverseLatest()
    app.clock.advance(4)
    known.push(...(await picturesOf()))
  }
  expect(new Set(known).size).toBe(12)
  expect(await statusesOf(known)).toEqual(known.map(() => 200))
  expect(await storedAt(first)).toEqual([])
})

it('whose picture is requested is found among many people without reading them all', async () => {
  const { sql, takeStatements, drop } = await createRecordedDatabase(inject('postgresUrl'))
  onTestFinished(drop)
  await sql`
    insert into users (id, username, username_key, fullname, email, email_key, avatar_folder, cover_folder, created_at,
      updated_at)
    select gen_random_uuid(), i, i, 'One', i, i, 'avatars/' || i, 'covers/' || i, now(), now()
    from generate_series(1, 2000) i`
  await sql`analyze users`
  const findPicture = createPictureAccess({ sql, clock: app.clock })
  for (const folder of ['avatars/7', 'covers/7', 'avatars/none']) {
    takeStatements()
    const request = { signature: undefined, downloadName: undefined, findViewer: async () => undefined }
    await findPicture({ ...request, folder, key: `${folder}/320.webp` })
    const statements = takeStatements().filter(({ text }) => text.includes('users'))
    expect(statements.length).toBeGreaterThan(0)
    for (const statement of statements) expect(await countRowsRead(sql, statement)).toBeLessThan(10)
  }
})

it('a large account is withdrawn in batches, each video and picture once', async () => {
  const { id: ownerId } = await app.createPerson()
  const folders: string[] = []
  for (let i = 0; i < 205; i++) {
    await addTweet(app, { ownerId })
    folders.push((await addVideo(app, { ownerId })).folder)
  }
  const { sql } = app.context
  const tweets = await sql<{ folder: string }[]>`select folder from tweets where owner_id = ${ownerId}`
  await suspend(moderator, ownerId)
  await app.runJobs([withdrawAccountJob])
  const moves = await sql<{ folder: string }[]>`
    select payload->>'from' as folder from graphile_worker._private_jobs where payload->>'from' is not null`
  const expected = [...folders, ...tweets.map(({ folder }) => folder)]
  expect(moves.map(({ folder }) => folder).sort()).toEqual(expected.sort())
  await sql`delete from graphile_worker._private_jobs`
})

it('the pictures of a tweet that a moderator removes get secret names as well', async () => {
  const published = await publish()
  const reporter = await app.signedIn()
  await report(reporter, 'tweet', published.tweetId)
  const params = { id: published.tweetId }
  const {
    data: { tweet },
  } = await app.visitor().call(api.tweets.get, { params })
  const before = tweet.pictures.map(({ url }) => url)
  await remove(moderator, (await getOpenCase(moderator, published.tweetId))._id)
  await finishMoves()
  expect(await storedAt(before)).toEqual([])
  expect(await statusesOf(before)).toEqual(before.map(() => 404))
  await reverseLatest()
  const { data } = await app.visitor().call(api.tweets.get, { params })
  expect(await statusesOf(data.tweet.pictures.map(({ url }) => url))).toEqual([200])
})

it('the files of a closing account, and of one that was suspended before an update, are withdrawn once', async () => {
  const [closing, suspended] = [await publish(), await publish()]
  const before = [...(await addressesOf(closing)), ...(await addressesOf(suspended))]
  const { sql } = app.context
  const { owner } = closing
  await owner.call(api.accountDeletion.deleteAccount, { body: { password: owner.person.password } })
  await sql`update users set suspended_at = now() where id = ${suspended.id}`
  const folders = () => sql`
    select folder from videos where owner_id in ${sql([closing.id, suspended.id])} order by id`
  const withdraw = async () => {
    await enqueue(sql, withdrawHiddenAccountsJob, {})
    await finishMoves()
  }
  await withdraw()
  expect(await storedAt(before)).toEqual([])
  expect(await statusesOf(before)).toEqual(before.map(() => 404))
  const moved = await folders()
  await withdraw()
  expect(await folders()).toEqual(moved)

  await owner.call(api.signIn.login, {
    body: { username: closing.username, password: owner.person.password },
  })
  await owner.call(api.accountDeletion.restoreAccount)
  const after = await addressesOf(closing)
  expect(await statusesOf(after)).toEqual(after.map(() => 200))
})
