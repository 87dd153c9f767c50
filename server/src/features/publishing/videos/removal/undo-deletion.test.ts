import { api, limits, watchLaterId } from '@vireo/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../../test/app/app.ts'
import { deleteAccountPermanently } from '../../../../../test/content/deletion.ts'
import { addReadyVideo } from '../../../../../test/content/ready-videos.ts'
import { addVideo } from '../../../../../test/content/videos.ts'
import { makeJobsDue } from '../../../../../test/jobs/worker.ts'
import { countVideos } from '../videos.queries.ts'
import { restoreVideo } from './take-down.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Person = Awaited<ReturnType<TestApp['signedIn']>>

const deleteForNow = (owner: Person, id: string) =>
  owner.call(api.videos.remove, { params: { id }, query: { canUndo: true } })
const undo = async (person: Person, id: string) =>
  (await person.call(api.videos.restore, { params: { id } })).status

/** Lets the time pass in which a deletion can be undone, with what is due then. */
async function passUndoTime() {
  app.clock.advance(limits.deletionUndoSeconds + 60)
  await makeJobsDue(app.context.sql)
  await app.runJobs()
}

describe('a deletion that can be undone', () => {
  it('hides the video, and undoing it restores lists, counts, likes, comments and playlists', async () => {
    const [owner, fan] = [await app.signedIn(), await app.signedIn()]
    const { videoId } = await addVideo(app, { ownerId: owner.person.id, title: 'A wren' })
    await countVideos(app.context.sql, owner.person.id)
    const params = { videoId }
    await fan.call(api.likes.toggleVideo, { params })
    await fan.call(api.comments.addToVideo, { params, body: { content: 'Heard it' } })
    await fan.call(api.playlists.putVideo, { params: { id: watchLaterId, videoId }, body: {} })
    const look = async () => {
      const { userId, username } = { userId: owner.person.id, username: owner.person.username }
      const page = await fan.call(api.videos.get, { params: { id: videoId } })
      const list = await app.visitor().call(api.videos.list, { query: { userId } })
      const found = await app.visitor().call(api.videos.list, { query: { query: 'wren' } })
      const own = await owner.call(api.videos.list, { query: { userId } })
      const channel = await app.visitor().call(api.accounts.channel, { params: { username } })
      const later = await fan.call(api.playlists.get, { params: { id: watchLaterId }, query: {} })
      const comments = await fan.call(api.comments.listOfVideo, { params, query: {} })
      const { isLiked, likes, visibility } = page.data ?? {}
      return {
        page: { status: page.status, isLiked, likes, visibility },
        lists: [list, found, own].map(({ data }) => data.docs.length),
        count: channel.data.videosCount,
        later: later.data.playlist.videos.map(({ title }) => title),
        comments: comments.data?.comments.map(({ content }) => content),
      }
    }
    const before = await look()
    expect(before).toMatchObject({ page: { isLiked: true, likes: 1 }, lists: [1, 1, 1], count: 1 })

    const removed = await deleteForNow(owner, videoId)
    expect(removed).toMatchObject({ status: 200, message: 'Video deleted successfully' })
    // Neither a purge nor housekeeping begins before the time is over.
    await app.runJobs()
    expect(await look()).toMatchObject({ page: { status: 404 }, lists: [0, 0, 0], count: 0, later: [] })
    expect((await deleteForNow(owner, videoId)).status).toBe(404)
    expect(await undo(fan, videoId)).toBe(404)

    app.clock.advance(limits.deletionUndoSeconds)
    const { status, data } = await owner.call(api.videos.restore, { params: { id: videoId } })
    expect({ status, title: data.title }).toEqual({ status: 200, title: 'A wren' })
    expect(await look()).toEqual(before)
    expect(await undo(owner, videoId)).toBe(404)
    await passUndoTime()
    expect(await look()).toEqual(before)
  })

  it.each(['private', 'unlisted'] as const)('keeps a video %s', async (visibility) => {
    const owner = await app.signedIn()
    const { videoId } = await addVideo(app, { ownerId: owner.person.id, visibility })
    await deleteForNow(owner, videoId)
    expect(await undo(owner, videoId)).toBe(200)
    const { data } = await owner.call(api.videos.get, { params: { id: videoId } })
    expect(data.visibility).toBe(visibility)
    expect((await app.visitor().call(api.videos.get, { params: { id: videoId } })).status).toBe(
      visibility === 'private' ? 404 : 200,
    )
  })

  it('hides the files, which are served again when it is undone, and is final afterwards', async () => {
    const { sql, storage } = app.context
    const owner = await app.signedIn()
    const { videoId, folder } = await addReadyVideo(app.context, { ownerId: owner.person.id })
    const { videofile } = (await owner.call(api.videos.get, { params: { id: videoId } })).data
    const fetchFile = async () => {
      // The server caches the video of a folder for three seconds.
      app.clock.advance(4)
      return (await app.visitor().fetch(videofile ?? '')).status
    }
    expect(await fetchFile()).toBe(200)
    await deleteForNow(owner, videoId)
    expect(await fetchFile()).toBe(404)
    expect(await undo(owner, videoId)).toBe(200)
    expect(await fetchFile()).toBe(200)

    await deleteForNow(owner, videoId)
    await passUndoTime()
    expect(await undo(owner, videoId)).toBe(404)
    expect(await sql`select from videos where id = ${videoId}`).toHaveLength(0)
    expect(await storage.list(folder)).toEqual([])
  })

  it('is final as soon as the time is over, and is not what a moderator can reverse', async () => {
    const { sql } = app.context
    const owner = await app.signedIn()
    const { videoId } = await addVideo(app, { ownerId: owner.person.id })
    await deleteForNow(owner, videoId)
    expect(await sql.begin((tx) => restoreVideo(tx, videoId))).toBe(false)
    app.clock.advance(limits.deletionUndoSeconds + 11)
    expect(await undo(owner, videoId)).toBe(404)
    await passUndoTime()
  })

  it('ends with the account', async () => {
    const { sql } = app.context
    const owner = await app.signedIn()
    const { videoId, folder } = await addReadyVideo(app.context, { ownerId: owner.person.id })
    await deleteForNow(owner, videoId)
    await deleteAccountPermanently(app, owner)
    expect(await sql`select from videos where id = ${videoId}`).toHaveLength(0)
    expect(await app.context.storage.list(folder)).toEqual([])
  })
})
