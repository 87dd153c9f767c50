import { api, playlistLimits } from '@vireo/contract'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import { newId } from '../../../lib/ids.ts'
import { addVideos, createPlaylist, idsIn, put, read, take } from './test-kit.ts'

let app: TestApp
let videos: string[]
beforeAll(async () => {
  app = await createTestApp()
  videos = await addVideos(app, 24)
})
afterAll(() => app.close())

const at = (index: number) => videos[index] ?? ''

async function playlistOf(...ids: string[]) {
  const owner = await app.signedIn()
  const id = await createPlaylist(owner)
  for (const videoId of ids) await put(owner, id, videoId)
  return { owner, id }
}

it('a video is added to the end, moved before or after another, and the same call twice changes nothing', async () => {
  const { owner, id } = await playlistOf(at(0), at(1), at(2), at(3))
  const steps: [string, Record<string, string>, number[]][] = [
    [at(3), { before: at(0) }, [3, 0, 1, 2]],
    [at(3), { after: at(1) }, [0, 1, 3, 2]],
    [at(0), { after: at(2) }, [1, 3, 2, 0]],
    [at(0), {}, [1, 3, 2, 0]],
    [at(0), { after: at(0) }, [1, 3, 2, 0]],
    [at(4), { before: at(2) }, [1, 3, 4, 2, 0]],
    // If the other video is not in the playlist, a new video goes to the end and an existing one is not moved.
    [at(5), { after: at(9) }, [1, 3, 4, 2, 0, 5]],
    [at(1), { after: newId() }, [1, 3, 4, 2, 0, 5]],
  ]
  for (const [videoId, place, expected] of steps)
    for (let twice = 0; twice < 2; twice++) {
      expect((await put(owner, id, videoId, place)).status).toBe(200)
      expect(await idsIn(owner, id)).toEqual(expected.map(at))
    }
  const both = await put(owner, id, at(0), { after: at(1), before: at(2) })
  expect(both.envelope.errors?.[0]?.field).toBe('before')
})

it('a removed video is restored to its position, and a second removal changes nothing', async () => {
  const { owner, id } = await playlistOf(at(0), at(1), at(2))
  expect((await take(owner, id, at(1))).status).toBe(200)
  expect((await take(owner, id, at(1))).status).toBe(404)
  expect(await idsIn(owner, id)).toEqual([at(0), at(2)])
  await put(owner, id, at(1), { after: at(0) })
  expect(await idsIn(owner, id)).toEqual([at(0), at(1), at(2)])
})

it('simultaneous additions, moves and removals lose and duplicate nothing', async () => {
  const { owner, id } = await playlistOf(...videos.slice(0, 8))
  const added = videos.slice(8)
  const answers = await Promise.all([
    // Each new video is added twice, and everything is moved around meanwhile.
    ...added.flatMap((videoId) => [put(owner, id, videoId), put(owner, id, videoId, { before: at(1) })]),
    ...videos
      .slice(1, 8)
      .flatMap((videoId) => [
        put(owner, id, videoId, { before: at(1) }),
        put(owner, id, videoId, { after: at(7) }),
      ]),
    take(owner, id, at(0)),
    take(owner, id, at(0)),
  ])
  expect(answers.map(({ status }) => status).filter((status) => status !== 200)).toEqual([404])
  const left = await idsIn(owner, id)
  expect([...left].sort()).toEqual(videos.slice(1).sort())
  expect((await read(owner, id)).videosCount).toBe(left.length)
})

it('positions stay short when a video is moved to the same place many times', async () => {
  const { owner, id } = await playlistOf(at(0), at(1), at(2))
  const { sql } = app.context
  const long = `a0${'0'.repeat(60)}V`
  await sql`update playlist_entries set position = ${long} where playlist_id = ${id} and video_id = ${at(1)}`
  await put(owner, id, at(2), { before: at(1) })
  expect(await idsIn(owner, id)).toEqual([at(0), at(2), at(1)])
  const [row] = await sql<{ longest: number }[]>`
    select max(length(position)) as longest from playlist_entries where playlist_id = ${id}`
  expect(row?.longest).toBeLessThan(10)
})

it('a playlist of 5,000 videos is full, and read in five pages without a gap', async () => {
  const { sql } = app.context
  const { owner, id } = await playlistOf(at(0))
  onTestFinished(async () => {
    await sql`alter table videos enable trigger user`
  })
  await sql`alter table videos disable trigger user`
  await sql`
    with made as (
      insert into videos (id, owner_id, title, status, is_playable, folder, source_key, public_id, duration, created_at, updated_at)
      select gen_random_uuid(), ${owner.person.id}, to_char(i, '0000'), 'ready', true, 'f' || i, 'f' || i, 'f' || i, 1, now(), now()
      from generate_series(2, ${playlistLimits.videos}::int) i returning id, title
    )
    insert into playlist_entries (playlist_id, video_id, position, added_at)
    select ${id}, id, 'b' || trim(title), now() from made`
  const full = await put(owner, id, at(1))
  expect([full.status, full.envelope.code]).toEqual([409, 'playlist.full'])
  const titles: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = cursor ? { cursor } : {}
    const { data } = await owner.call(api.playlists.get, { params: { id }, query })
    expect(data.playlist).toMatchObject({ videosCount: 5000, duration: 60 + 4999 })
    titles.push(...data.playlist.videos.map(({ title }) => title.trim()))
    cursor = data.nextCursor
  }
  expect(titles).toHaveLength(5000)
  expect(titles.slice(1)).toEqual(titles.slice(1).sort())
  const last = (await owner.call(api.playlists.get, { params: { id }, query: {} })).data.playlist.videos.at(
    -1,
  )
  expect((await put(owner, id, last?._id ?? '', { before: at(0) })).data.isMoved).toBe(true)
  expect((await idsIn(owner, id))[0]).toBe(last?._id)
  // A video that is already in a full playlist may be saved again.
  expect((await put(owner, id, at(0))).status).toBe(200)
})

it('changes of playlists by a person are limited per minute', async () => {
  const { owner, id } = await playlistOf()
  await app.context.sql`
    insert into rate_limits (key, count, resets_at)
    values (${`playlist:${owner.person.id}`}, 299, ${new Date(app.clock.now().getTime() + 60_000)})`
  expect((await put(owner, id, at(0))).status).toBe(200)
  expect((await put(owner, id, at(1))).status).toBe(429)
})
