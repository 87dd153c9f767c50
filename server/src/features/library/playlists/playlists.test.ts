import { api, pageSize, playlistLimits, watchLaterId } from '@vireo/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import type { TestClient } from '../../../../test/app/client.ts'
import { addVideo } from '../../../../test/content/videos.ts'
import { enqueue } from '../../../jobs/define-job.ts'
import { newId } from '../../../lib/ids.ts'
import { sweepExpiredJob } from '../../lifecycle/housekeeping/housekeeping.jobs.ts'
import { addVideos, createPlaylist, idsIn, put, read, take } from './test-kit.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const statusOf = async (client: TestClient, id: string) =>
  (await client.call(api.playlists.get, { params: { id }, query: {} })).status
const listed = async (client: TestClient) =>
  (await client.call(api.playlists.list, { query: {} })).data.playlists
const publicOnes = async (client: TestClient, channelId: string) =>
  (await client.call(api.playlists.listOfChannel, { params: { channelId }, query: {} })).data.playlists

it('a playlist has its name, description, thumbnail, videos, owner and time of the last change', async () => {
  const owner = await app.signedIn()
  const [first = '', second = ''] = await addVideos(app, 2)
  await app.context.sql`update videos set thumbnail_folder = 'picture' where id = ${first}`
  const id = await createPlaylist(owner, { name: '  Birds ', description: 'At dawn', videoId: first })
  app.clock.advance(60)
  await put(owner, id, second)
  const playlist = await read(owner, id)
  expect(playlist).toMatchObject({
    _id: id,
    name: 'Birds',
    description: 'At dawn',
    visibility: 'private',
    kind: null,
    videosCount: 2,
    duration: 120,
    owner: { _id: owner.person.id, username: owner.person.username },
  })
  expect(playlist.thumbnail).toBe(playlist.videos[0]?.thumbnail)
  expect(playlist.thumbnail).toMatch(/picture\/640\.webp$/)
  expect(playlist.videos).toMatchObject([
    { _id: first, title: '1', duration: 60, isAvailable: true, owner: { fullname: 'Test Person' } },
    { _id: second, title: '2' },
  ])
  expect(Date.parse(playlist.updatedAt) - Date.parse(playlist.createdAt)).toBeGreaterThanOrEqual(60_000)
  const [card] = await listed(owner)
  expect(card).toMatchObject({ _id: id, videosCount: 2, thumbnail: playlist.thumbnail })
  expect(card?.videos).toEqual([
    { _id: first, isAvailable: true, title: '1', thumbnail: playlist.thumbnail, duration: 60 },
    { _id: second, isAvailable: true, title: '2', thumbnail: null, duration: 60 },
  ])
})

it('the list has the videos of each playlist in their order, or on request only the first watchable one', async () => {
  const [owner, other] = [await app.signedIn(), await app.signedIn()]
  const { videoId: hidden } = await addVideo(app, { ownerId: other.person.id })
  const [first = '', second = ''] = await addVideos(app, 2)
  const id = await createPlaylist(owner, { videoId: hidden })
  await put(owner, id, second)
  await put(owner, id, first)
  const emptyId = await createPlaylist(owner, { name: 'Empty' })
  await app.context.sql`update videos set visibility = 'private' where id = ${hidden}`
  const idsOf = (playlists: { _id: string; videos: { _id: string }[] }[]) =>
    Object.fromEntries(playlists.map(({ _id, videos }) => [_id, videos.map((video) => video._id)]))
  const all = await listed(owner)
  expect(idsOf(all)).toEqual({ [id]: [hidden, second, first], [emptyId]: [] })
  expect(all.find(({ _id }) => _id === id)?.videos[0]).toMatchObject({
    isAvailable: false,
    title: 'Private video',
    thumbnail: null,
  })
  const short = await owner.call(api.playlists.list, { query: { videos: 'first' } })
  expect(idsOf(short.data.playlists)).toEqual({ [id]: [second], [emptyId]: [] })
})

it('the list has 100 playlists without a limit; after 1,000 videos only the first of each further playlist', async () => {
  const owner = await app.signedIn()
  const { sql } = app.context
  const perPlaylist = playlistLimits.listedVideos / 2 + 200
  await sql`
    insert into videos (id, owner_id, title, status, is_playable, folder, source_key, public_id, duration, created_at, updated_at)
    select gen_random_uuid(), ${owner.person.id}, 'One of many', 'ready', true, i, i, i, 1, now(), now()
    from generate_series(1, ${perPlaylist}::int) i`
  await sql`
    insert into playlists (id, owner_id, name, visibility, created_at, updated_at)
    select gen_random_uuid(), ${owner.person.id}, i, 'private', now(), now() - i * interval '1 minute'
    from generate_series(1, ${pageSize.max + 1}::int) i`
  await sql`
    insert into playlist_entries (playlist_id, video_id, position, added_at)
    select p.id, v.id, 'b' || to_char(v.folder::int, 'FM0000'), now()
    from playlists p cross join videos v
    where p.owner_id = ${owner.person.id} and v.owner_id = ${owner.person.id} and p.name in ('1', '2', '3', '4')`
  const playlists = await listed(owner)
  expect(playlists).toHaveLength(pageSize.max)
  const lengths = playlists
    .slice(0, 5)
    .map(({ name, videosCount, videos }) => [name, videosCount, videos.length])
  expect(lengths).toEqual([
    ['1', perPlaylist, perPlaylist],
    ['2', perPlaylist, playlistLimits.listedVideos - perPlaylist],
    ['3', perPlaylist, 1],
    ['4', perPlaylist, 1],
    ['5', 0, 0],
  ])
})

it('the list is sorted by last change and paged', async () => {
  const owner = await app.signedIn()
  const ids: string[] = []
  for (const name of ['One', 'Two', 'Three']) {
    ids.push(await createPlaylist(owner, { name }))
    app.clock.advance(1)
  }
  await owner.call(api.playlists.update, { params: { id: ids[0] ?? '' }, body: { name: 'First' } })
  const page = await owner.call(api.playlists.list, { query: { limit: 2 } })
  expect(page.data.playlists.map(({ name }) => name)).toEqual(['First', 'Three'])
  const rest = await owner.call(api.playlists.list, { query: { cursor: page.data.nextCursor ?? '' } })
  expect(rest.data.playlists.map(({ name }) => name)).toEqual(['Two'])
  expect(rest.data.nextCursor).toBeNull()
})

describe('a playlist', () => {
  it.each([
    ['public', { owner: 200, other: 200, visitor: 200, onChannel: 1 }],
    ['unlisted', { owner: 200, other: 200, visitor: 200, onChannel: 0 }],
    ['private', { owner: 200, other: 404, visitor: 404, onChannel: 0 }],
  ] as const)('that is %s is visible to the right people', async (visibility, expected) => {
    const [owner, other] = [await app.signedIn(), await app.signedIn()]
    const id = await createPlaylist(owner, { visibility })
    expect({
      owner: await statusOf(owner, id),
      other: await statusOf(other, id),
      visitor: await statusOf(app.visitor(), id),
      onChannel: (await publicOnes(app.visitor(), owner.person.id)).length,
    }).toEqual(expected)
    expect(await publicOnes(owner, owner.person.id)).toHaveLength(expected.onChannel)
    expect(await listed(other)).toEqual([])
    await app.context.sql`update users set role = 'moderator' where id = ${other.person.id}`
    expect(await statusOf(other, id)).toBe(expected.other)
  })

  it('is visible to nobody once its owner is suspended', async () => {
    const [owner, other] = [await app.signedIn(), await app.signedIn()]
    const id = await createPlaylist(owner, { visibility: 'public' })
    await app.context.sql`update users set suspended_at = now() where id = ${owner.person.id}`
    expect(await statusOf(other, id)).toBe(404)
    const params = { channelId: owner.person.id }
    expect((await other.call(api.playlists.listOfChannel, { params, query: {} })).status).toBe(404)
  })
})

it('nobody but its owner can change a playlist, and visitors have none', async () => {
  const [owner, other] = [await app.signedIn(), await app.signedIn()]
  const [videoId = '', second = ''] = await addVideos(app, 2)
  const id = await createPlaylist(owner, { visibility: 'public', videoId })
  const attempts = (client: TestClient) =>
    Promise.all([
      client.call(api.playlists.update, { params: { id }, body: { name: 'Mine' } }),
      client.call(api.playlists.remove, { params: { id } }),
      client.call(api.playlists.restore, { params: { id } }),
      put(client, id, second),
      put(client, id, videoId, { after: second }),
      take(client, id, videoId),
    ])
  expect((await attempts(other)).map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404])
  expect((await attempts(app.visitor())).map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401])
  expect((await app.visitor().call(api.playlists.list, { query: {} })).status).toBe(401)
  expect(await read(owner, id)).toMatchObject({ name: 'A playlist', videosCount: 1 })
})

describe('a video that changes after it was saved', () => {
  async function shared() {
    const [owner, other] = [await app.signedIn(), await app.signedIn()]
    const secret = await addVideo(app, { title: 'Secret birthday', duration: 30 })
    const plain = await addVideo(app, { title: 'Plain', duration: 45 })
    const id = await createPlaylist(owner, { visibility: 'public', videoId: secret.videoId })
    await put(owner, id, plain.videoId)
    return { owner, other, id, secret, plain }
  }

  it('is an empty row once it is private, except for its owner', async () => {
    const { owner, other, id, secret, plain } = await shared()
    const { sql } = app.context
    await sql`
      update videos set visibility = 'private', thumbnail_folder = 'picture' where id = ${secret.videoId}`
    const hidden = {
      isAvailable: false,
      title: 'Private video',
      thumbnail: null,
      owner: null,
      createdAt: null,
    }
    for (const client of [owner, other, app.visitor()]) {
      const answer = await client.call(api.playlists.get, { params: { id }, query: {} })
      expect(answer.data.playlist).toMatchObject({ videosCount: 2, duration: 45, thumbnail: null })
      expect(answer.data.playlist.videos).toMatchObject([hidden, { _id: plain.videoId }])
      expect(JSON.stringify(answer.data)).not.toMatch(/birthday|picture/)
      if (client !== owner) expect(JSON.stringify(answer.data)).not.toContain(secret.videoId)
    }
    const [card] = await publicOnes(other, owner.person.id)
    expect(card).toMatchObject({ videosCount: 2, thumbnail: null, videos: [{ _id: plain.videoId }] })
    await sql`update videos set owner_id = ${other.person.id} where id = ${secret.videoId}`
    const own = await read(other, id)
    expect(own).toMatchObject({ duration: 75, videos: [{ title: 'Secret birthday' }, {}] })
    expect(own.thumbnail).toMatch(/^\/media\/signed\//)
    // The owner of the playlist cannot see the video, but can move and remove it.
    expect((await put(owner, id, secret.videoId, { after: plain.videoId })).data.isMoved).toBe(true)
    expect((await take(owner, id, secret.videoId)).status).toBe(200)
    expect((await put(owner, id, secret.videoId)).status).toBe(404)
  })

  it('disappears from rows and counts when it is deleted or its owner is suspended', async () => {
    const { owner, id, secret, plain } = await shared()
    await app.context.sql`update users set suspended_at = now() where id = ${secret.ownerId}`
    expect(await read(owner, id)).toMatchObject({ videosCount: 1, duration: 45 })
    expect(await idsIn(owner, id)).toEqual([plain.videoId])
    await app.context.sql`update videos set owner_id = null where id = ${plain.videoId}`
    expect(await read(owner, id)).toMatchObject({ videosCount: 0, duration: 0, videos: [] })
    expect(await listed(owner)).toMatchObject([{ videosCount: 0, thumbnail: null, videos: [] }])
    await app.context.sql`update users set suspended_at = null where id = ${secret.ownerId}`
    expect(await idsIn(owner, id)).toEqual([secret.videoId])
  })
})

describe('Watch later', () => {
  it('is created once, with its first video, and cannot be renamed, shared or deleted', async () => {
    const owner = await app.signedIn()
    const ids = await addVideos(app, 3)
    expect(await statusOf(owner, watchLaterId)).toBe(404)
    const answers = await Promise.all(ids.map((videoId) => put(owner, watchLaterId, videoId)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const own = await listed(owner)
    expect(own).toMatchObject([
      { name: 'Watch later', kind: 'watch-later', videosCount: 3, visibility: 'private' },
    ])
    const id = own[0]?._id ?? ''
    expect((await read(owner, watchLaterId))._id).toBe(id)
    for (const params of [{ id }, { id: watchLaterId }]) {
      const calls = await Promise.all([
        owner.call(api.playlists.update, { params, body: { visibility: 'public' } }),
        owner.call(api.playlists.remove, { params }),
      ])
      for (const { envelope } of calls)
        expect(envelope).toMatchObject({ statuscode: 400, code: 'playlist.built-in' })
    }
    expect((await take(owner, watchLaterId, ids[0] ?? '')).status).toBe(200)
    expect(await statusOf(await app.signedIn(), id)).toBe(404)
    expect(await statusOf(app.visitor(), watchLaterId)).toBe(404)
  })

  it('is the first choice for saving a video, whether it exists or not', async () => {
    const owner = await app.signedIn()
    const [videoId = ''] = await addVideos(app, 1)
    const choices = async () =>
      (await owner.call(api.playlists.listForVideo, { params: { videoId } })).data.playlists
    const id = await createPlaylist(owner, { videoId })
    expect(await choices()).toMatchObject([
      { _id: watchLaterId, name: 'Watch later', isSaved: false },
      { _id: id, isSaved: true },
    ])
    await put(owner, watchLaterId, videoId)
    await take(owner, id, videoId)
    expect(await choices()).toMatchObject([
      { kind: 'watch-later', isSaved: true },
      { _id: id, isSaved: false },
    ])
    const hidden = await addVideo(app, { visibility: 'private' })
    expect((await owner.call(api.playlists.listForVideo, { params: hidden })).status).toBe(404)
  })
})

describe('deleting a playlist', () => {
  it('hides it at once, can be undone for an hour, and then removes it for good', async () => {
    const owner = await app.signedIn()
    const [videoId = ''] = await addVideos(app, 1)
    const id = await createPlaylist(owner, { visibility: 'public', videoId })
    const params = { id }
    expect((await owner.call(api.playlists.remove, { params })).status).toBe(200)
    expect(await statusOf(owner, id)).toBe(404)
    expect(await listed(owner)).toEqual([])
    expect(await publicOnes(app.visitor(), owner.person.id)).toEqual([])
    expect((await put(owner, id, videoId)).status).toBe(404)
    expect((await owner.call(api.playlists.remove, { params })).status).toBe(404)
    const restored = await owner.call(api.playlists.restore, { params })
    expect(restored.data.playlist).toMatchObject({ _id: id, videosCount: 1 })
    expect((await owner.call(api.playlists.restore, { params })).status).toBe(404)
    await owner.call(api.playlists.remove, { params })
    app.clock.advance(playlistLimits.undoSeconds + 1)
    expect((await owner.call(api.playlists.restore, { params })).status).toBe(404)
    const { sql } = app.context
    await enqueue(sql, sweepExpiredJob, {})
    await app.runJobs()
    expect(await sql`select from playlists where id = ${id}`).toHaveLength(0)
    expect(await sql`select from playlist_entries where playlist_id = ${id}`).toHaveLength(0)
  })
})

it('names, descriptions and the number of playlists are limited', async () => {
  const owner = await app.signedIn()
  const create = (body: Record<string, unknown>) => owner.callUnchecked(api.playlists.create, { body })
  for (const [body, field] of [
    [{}, 'name'],
    [{ name: '   ' }, 'name'],
    [{ name: 'x'.repeat(playlistLimits.nameLength + 1) }, 'name'],
    [{ name: 'Fine', description: 'x'.repeat(playlistLimits.descriptionLength + 1) }, 'description'],
    [{ name: 'Fine', visibility: 'secret' }, 'visibility'],
  ] as const) {
    const { status, envelope } = await create(body)
    expect([status, envelope.errors?.[0]?.field]).toEqual([400, field])
  }
  expect((await create({ name: 'Fine', videoId: newId() })).status).toBe(404)
  expect(await listed(owner)).toEqual([])
  await app.context.sql`
    insert into playlists (id, owner_id, name, visibility, created_at, updated_at)
    select gen_random_uuid(), ${owner.person.id}, 'One of many', 'private', now(), now()
    from generate_series(1, ${playlistLimits.perPerson - 1}::int)`
  // Two simultaneous calls when one more playlist is allowed.
  const both = await Promise.all([create({ name: 'Last' }), create({ name: 'Last' })])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)?.envelope.code).toBe('playlist.too-many')
  const params = { videoId: (await addVideo(app)).videoId }
  const choices = await owner.call(api.playlists.listForVideo, { params })
  expect(choices.data.playlists).toHaveLength(playlistLimits.perPerson + 1)
})
