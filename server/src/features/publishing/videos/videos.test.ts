import { api, limits } from '@vireo/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import { addReadyVideo } from '../../../../test/content/ready-videos.ts'
import { addVideo, getVideo } from '../../../../test/content/videos.ts'
import { runJobsUntilAnswered } from '../../../../test/jobs/run-jobs.ts'
import { encodeCursor } from '../../../db/paging.ts'
import { secondsAfter } from '../../../lib/clock.ts'
import { newId } from '../../../lib/ids.ts'
import { newName, newToken } from '../../../lib/security/tokens.ts'
import { makeDownloadJob } from './files/download.jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const form = (fields: Record<string, string>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  return data
}

const cursorAt = (value: string | number) => encodeCursor({ value, id: newId() })

describe('the list', () => {
  it('is newest first and pages by cursor without gaps or repeats', async () => {
    const { id: ownerId } = await app.createPerson()
    for (let i = 0; i < 7; i++) await addVideo(app, { ownerId, title: `Number ${i}` })
    const titles: string[] = []
    const visitor = app.visitor()
    const base = { userId: ownerId, limit: 3 }
    let { data } = await visitor.call(api.videos.list, { query: base })
    titles.push(...data.docs.map((video) => video.title))
    while (data.nextCursor) {
      const answer = await visitor.call(api.videos.list, { query: { ...base, cursor: data.nextCursor } })
      data = answer.data
      titles.push(...data.docs.map((video) => video.title))
    }
    expect(titles).toEqual([6, 5, 4, 3, 2, 1, 0].map((i) => `Number ${i}`))
  })

  it.each([
    ['views', 'desc', ['B', 'C', 'A']],
    ['views', 'asc', ['A', 'C', 'B']],
    ['duration', 'desc', ['C', 'A', 'B']],
    ['title', 'asc', ['A', 'B', 'C']],
    ['createdAt', 'asc', ['A', 'B', 'C']],
  ] as const)('sorts by %s %s, across pages', async (sortBy, sortType, expected) => {
    const { id: ownerId } = await app.createPerson()
    await addVideo(app, { ownerId, title: 'A', views: 1, duration: 20 })
    await addVideo(app, { ownerId, title: 'B', views: 30, duration: 10 })
    await addVideo(app, { ownerId, title: 'C', views: 20, duration: 30.5 })
    const query = { userId: ownerId, sortBy, sortType, limit: 2 }
    const first = await app.visitor().call(api.videos.list, { query })
    const second = await app.visitor().call(api.videos.list, {
      query: { ...query, cursor: first.data.nextCursor ?? '' },
    })
    expect([...first.data.docs, ...second.data.docs].map((video) => video.title)).toEqual(expected)
  })

  it('finds words of titles and descriptions, ignoring punctuation around them', async () => {
    const { id: ownerId } = await app.createPerson()
    await addVideo(app, { ownerId, title: 'Rope bridges of Peru', description: 'A walk' })
    const find = (query: string) => app.visitor().call(api.videos.list, { query: { query, userId: ownerId } })
    expect((await find('bridges peru')).data.docs).toHaveLength(1)
    expect((await find('walk')).data.docs).toHaveLength(1)
    for (const query of ['(live', 'c++', '*', '%', '"', "'; drop table videos --", '🎉', 'x'.repeat(10_000)])
      expect((await find(query)).status, query.slice(0, 20)).toBe(200)
  })

  it('shows hidden and unfinished videos to their owner alone', async () => {
    const owner = await app.signedIn()
    const ownerId = owner.person.id
    await addVideo(app, { ownerId, title: 'Open' })
    await addVideo(app, { ownerId, title: 'Unlisted', visibility: 'unlisted' })
    await addVideo(app, { ownerId, title: 'Private', visibility: 'private' })
    await addVideo(app, { ownerId, title: 'Processing', isPlayable: false })
    const list = { query: { userId: ownerId } }
    const titles = async (client: { call: typeof owner.call }) =>
      (await client.call(api.videos.list, list)).data.docs.map((video) => video.title)
    expect(await titles(owner)).toEqual(['Processing', 'Private', 'Unlisted', 'Open'])
    expect(await titles(app.visitor())).toEqual(['Open'])
    expect(await titles(await app.signedIn())).toEqual(['Open'])
  })

  it.each([
    ['limit', { limit: '0' }],
    ['limit', { limit: '101' }],
    ['limit', { limit: 'many' }],
    ['sortBy', { sortBy: 'password_hash' }],
    ['sortType', { sortType: 'sideways' }],
    ['cursor', { cursor: 'bm9uc2Vuc2U' }],
    ['cursor', { cursor: cursorAt('no date') }],
    ['cursor', { query: 'word', cursor: encodeCursor({ value: 1, id: newId() }, 'x') }],
    ['cursor', { cursor: cursorAt('+010000-01-01T00:00:00Z') }],
    ['cursor', { cursor: cursorAt('-000001-01-01T00:00:00Z') }],
    ['cursor', { cursor: cursorAt(8e15) }],
    ['cursor', { sortBy: 'views', cursor: cursorAt(1e300) }],
    ['cursor', { sortBy: 'views', cursor: cursorAt(0.5) }],
    ['cursor', { sortBy: 'duration', cursor: cursorAt('long') }],
    ['cursor', { sortBy: 'title', cursor: cursorAt('a\0b') }],
    ['cursor', { sortBy: 'title', query: 'word', cursor: cursorAt('a\0b') }],
  ])('refuses a wrong %s and names it', async (field, query) => {
    const answer = await app.visitor().fetch(`/api/v1/video/?${new URLSearchParams(query)}`)
    expect(answer.status).toBe(400)
    const { errors } = (await answer.json()) as { errors: { field: string }[] }
    expect(errors[0]?.field).toBe(field)
  })

  it('answers an empty list for a person who does not exist', async () => {
    const { status, data } = await app.visitor().call(api.videos.list, { query: { userId: 'nobody' } })
    expect({ status, data }).toEqual({ status: 200, data: { docs: [], nextCursor: null } })
  })
})

it('a video has the fields of the spec, its owner and the viewer’s state', async () => {
  const viewer = await app.signedIn()
  const owner = await app.createPerson(undefined, 'Kino Club')
  const overrides = { title: 'Rope bridges', description: 'A walk', duration: 61.5, views: 7 }
  const { videoId } = await addVideo(app, { ownerId: owner.id, ...overrides })
  await viewer.call(api.likes.toggleVideo, { params: { videoId } })
  await viewer.call(api.subscriptions.toggle, { params: { channelId: owner.id } })
  const expected = {
    ...{ _id: videoId, ...overrides, thumbnail: null },
    videofilepublicid: expect.stringMatching(/^[\w-]{20,}$/),
    createdAt: expect.stringMatching(/^\d{4}-.+Z$/),
    owner: { _id: owner.id, username: owner.username, fullname: 'Kino Club', avatar: null },
  }
  const { data } = await viewer.call(api.videos.get, { params: { id: videoId } })
  const own = { likes: 1, isLiked: true, subscribersCount: 1, isSubscribed: true, resumeAt: 0 }
  expect(data).toMatchObject({ ...expected, ...own, commentsCount: 0 })
  expect(data).toHaveProperty('videofile')
  const list = await viewer.call(api.videos.list, { query: { userId: owner.id } })
  expect(list.data.docs).toMatchObject([expected])
})

it('a list has only the fields that a card shows, in less than 900 bytes a video, with the smallest file that looks good on it', async () => {
  const { sql } = app.context
  const { videoId, ownerId } = await addVideo(app, {
    title: 'Rope bridges of Peru, and how to weave them',
    description: 'A walk. '.repeat(200),
  })
  const renditions = [1080, 720, 480, 360, 240].map((lines) => ({
    ...{ name: `${lines}p`, file: `${lines}p.mp4`, bandwidth: 1_000_000 },
    ...{ width: (lines * 16) / 9, height: lines },
  }))
  const streams = { dir: `ladder-${newName()}`, master: 'master.m3u8', renditions }
  const placeholder = `data:image/webp;base64,${'A'.repeat(110)}`
  await sql`
    update videos set streams = ${sql.json(streams)}, has_preview = true, placeholder = ${placeholder},
      thumbnail_folder = ${`poster-${newName()}`}
    where id = ${videoId}`
  await sql`update users set avatar_folder = ${`avatars/${newToken()}`} where id = ${ownerId}`
  const [card] = (await app.visitor().call(api.videos.list, { query: { userId: ownerId } })).data.docs
  expect(JSON.stringify(card).length).toBeLessThan(900)
  expect(card?.videofile).toMatch(/\/360p\.mp4$/)
  expect(card?.description).toMatch(/^A walk\. .*…$/)
  const { data } = await app.visitor().call(api.videos.get, { params: { id: videoId } })
  expect(data.videofile).toMatch(/\/1080p\.mp4$/)
  expect(data.description).toBe('A walk. '.repeat(200))
})

describe('access to a video', () => {
  it.each([
    ['public', 200],
    ['unlisted', 200],
    ['private', 404],
  ] as const)('a visitor requesting a %s video gets a %i', async (visibility, status) => {
    const { videoId } = await addVideo(app, { visibility })
    expect((await app.visitor().call(api.videos.get, { params: { id: videoId } })).status).toBe(status)
  })

  it('an unfinished video is visible to its owner only', async () => {
    const owner = await app.signedIn()
    const { videoId } = await addVideo(app, { ownerId: owner.person.id, isPlayable: false })
    expect((await owner.call(api.videos.get, { params: { id: videoId } })).status).toBe(200)
    expect((await app.visitor().call(api.videos.get, { params: { id: videoId } })).status).toBe(404)
  })

  it.each(['nonsense', '0', '../../etc/passwd', '00000000-0000-0000-0000-000000000000'])(
    'the id %s is not found',
    async (id) => {
      expect((await app.visitor().call(api.videos.get, { params: { id } })).status).toBe(404)
    },
  )
})

it('the rows of a queue come in the order asked for, without videos that one may not see and what is no id', async () => {
  const owner = await app.signedIn()
  const ownerId = owner.person.id
  const open = await addVideo(app, { ownerId, title: 'Open' })
  const secret = await addVideo(app, { ownerId, title: 'Secret', visibility: 'private' })
  const unfinished = await addVideo(app, { ownerId, title: 'Unfinished', isPlayable: false })
  const gone = await addVideo(app, { ownerId, title: 'Gone' })
  await owner.call(api.videos.remove, { params: { id: gone.videoId } })
  const unlisted = await addVideo(app, { ownerId, title: 'Unlisted', visibility: 'unlisted' })
  const ids = [unlisted, gone, secret, open, unfinished].map(({ videoId }) => videoId)
  const query = { ids: [...ids, 'nonsense', '', newId()].join(',') }
  const rowsFor = async (client: typeof owner) => {
    const { data } = await client.call(api.videos.listByIds, { query })
    return data.docs.map(({ title, isPlayable }) => [title, isPlayable])
  }
  expect(await rowsFor(owner)).toEqual([
    ['Unlisted', true],
    ['Secret', true],
    ['Open', true],
    ['Unfinished', false],
  ])
  expect(await rowsFor(await app.signedIn())).toEqual([
    ['Unlisted', true],
    ['Open', true],
  ])
  const tooMany = Array.from({ length: limits.queuedVideos + 1 }, newId).join(',')
  expect((await owner.call(api.videos.listByIds, { query: { ids: tooMany } })).status).toBe(400)
})

it('the owner can change title, description and visibility; invalid values are refused by name', async () => {
  const owner = await app.signedIn()
  const { videoId } = await addVideo(app, { ownerId: owner.person.id })
  const params = { id: videoId }
  const changed = await owner.call(api.videos.update, {
    params,
    form: form({ title: ' New title ', description: 'New', visibility: 'unlisted' }),
  })
  expect(changed.data).toMatchObject({ title: 'New title', description: 'New', visibility: 'unlisted' })
  const wrong = await owner.call(api.videos.update, { params, form: form({ visibility: 'secret' }) })
  expect(wrong.envelope.errors?.[0]?.field).toBe('visibility')
  const empty = await owner.call(api.videos.update, { params, form: form({ title: ' ' }) })
  expect(empty.message).toBe('Video title is required')
})

it('changes of a video without a thumbnail may be sent as JSON', async () => {
  const owner = await app.signedIn()
  const { videoId } = await addVideo(app, { ownerId: owner.person.id })
  const change = (body: object) => owner.callUnchecked(api.videos.update, { params: { id: videoId }, body })
  const changed = await change({ title: 'From JSON', description: null })
  expect(changed).toMatchObject({ status: 200, data: { title: 'From JSON' } })
  const wrong = await change({ title: 7 })
  expect([wrong.status, wrong.envelope.errors?.[0]?.field]).toEqual([400, 'title'])
  const withoutFile = await owner.callUnchecked(api.videos.upload, { body: { title: 'Nothing' } })
  expect(withoutFile).toMatchObject({ status: 400, message: 'Video file is required' })
})

/** The server caches the video of a folder for a moment. */
const secondsUntilForgotten = 4

describe('the files of a video', () => {
  it('are available only at a signed address that expires once the video is private', async () => {
    const owner = await app.signedIn()
    const { videoId } = await addReadyVideo(app.context, { ownerId: owner.person.id })
    const open = await getVideo(owner, videoId)
    expect((await app.visitor().fetch(open.videofile ?? '')).status).toBe(200)
    await owner.call(api.videos.update, { params: { id: open._id }, form: form({ visibility: 'private' }) })
    await app.runJobs()
    app.clock.advance(secondsUntilForgotten)
    expect((await app.visitor().fetch(open.videofile ?? '')).status).toBe(404)

    const { data: hidden } = await owner.call(api.videos.get, { params: { id: open._id } })
    expect(hidden.hls).toMatch(/^\/media\/signed\//)
    const master = await app.visitor().fetch(hidden.hls ?? '')
    const playlist = (await master.text()).split('\n').find((line) => line.endsWith('.m3u8')) ?? ''
    const base = new URL(hidden.hls ?? '', app.origin)
    const media = await fetch(new URL(playlist, base))
    const file = /URI="([^"]+)"/.exec(await media.text())?.[1] ?? ''
    expect((await fetch(new URL(file, media.url))).status, 'relative names carry the signature').toBe(200)

    const forged = (hidden.hls ?? '').replace(/signed\/[^/]+/, 'signed/zzzzzzz-AAAAAAAAAAAAAAAAAAAAAAAA')
    expect((await app.visitor().fetch(forged)).status).toBe(404)
    app.clock.advance(8 * 3600)
    expect((await app.visitor().fetch(hidden.hls ?? '')).status).toBe(404)
    app.clock.advance(-8 * 3600)
  })

  it('are served in ranges, except for sources, which are never served', async () => {
    const owner = await app.signedIn()
    const { videoId } = await addReadyVideo(app.context, { ownerId: owner.person.id })
    const video = await getVideo(owner, videoId)
    const whole = Buffer.from(await (await owner.fetch(video.videofile ?? '')).arrayBuffer())
    const part = await owner.fetch(video.videofile ?? '', { headers: { range: 'bytes=10-19' } })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 10-19/${whole.length}`)
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(10, 20))
    const tail = await owner.fetch(video.videofile ?? '', { headers: { range: 'bytes=-5' } })
    expect(Buffer.from(await tail.arrayBuffer())).toEqual(whole.subarray(-5))
    const beyond = await owner.fetch(video.videofile ?? '', { headers: { range: `bytes=${whole.length}-` } })
    expect(beyond.status).toBe(416)
    const [row] = await app.context.sql`select source_key from videos where id = ${video._id}`
    await app.context.storage.putBytes(row?.source_key, Buffer.from('source'), 'video/mp4')
    expect((await owner.fetch(`/media/${row?.source_key}`)).status).toBe(404)
  })

  it('can be downloaded as an MP4 named after the title, by id or public id, with a session only', async () => {
    const owner = await app.signedIn()
    const { videoId } = await addReadyVideo(app.context, { ownerId: owner.person.id, title: 'Håll/käft?' })
    const video = await getVideo(owner, videoId)
    const viewer = await app.signedIn()
    expect((await app.visitor().call(api.videos.download, { params: { id: video._id } })).status).toBe(401)
    for (const id of [video._id, video.videofilepublicid]) {
      const asking = viewer.call(api.videos.download, { params: { id } })
      const link = await runJobsUntilAnswered(app, asking, [makeDownloadJob])
      expect(link.data.message).toBe('Download started')
      const file = await app.visitor().fetch(link.data.url)
      expect(file.headers.get('content-disposition')).toContain("filename*=UTF-8''H%C3%A5ll%20k%C3%A4ft.mp4")
      const bytes = Buffer.from(await file.arrayBuffer())
      expect(bytes.subarray(4, 8).toString()).toBe('ftyp')
      expect(bytes.includes('moof'), 'not fragmented').toBe(false)
    }
    const { data } = await viewer.call(api.videos.download, { params: { id: video._id } })
    expect((await app.visitor().fetch(data.url.replace('name=', 'name=x'))).status).toBe(404)
  })
})

it('the downloads prepared for a person are limited per hour', async () => {
  const viewer = await app.signedIn()
  const { sql, clock } = app.context
  const { videoId } = await addVideo(app)
  const streams = { dir: 'first', master: 'master.m3u8', renditions: [{ name: '240p', file: '240p.mp4' }] }
  await sql`update videos set streams = ${JSON.stringify(streams)}::text::jsonb where id = ${videoId}`
  await sql`
    insert into rate_limits (key, count, resets_at)
    values (${`download:${viewer.person.id}`}, 30, ${secondsAfter(clock.now(), 60)})`
  const answer = await viewer.call(api.videos.download, { params: { id: videoId } })
  expect(answer).toMatchObject({
    status: 429,
    message: 'You asked for many downloads. Please try again later.',
  })
})
