import { api } from '@vireo/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../../test/app/app.ts'
import type { TestClient } from '../../../../../test/app/client.ts'
import { addTweet } from '../../../../../test/content/tweets.ts'
import { addVideo } from '../../../../../test/content/videos.ts'
import { newId } from '../../../../lib/ids.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

/** A creator with a video, and a viewer who comments on it. */
async function setUp() {
  const [creator, viewer] = [await app.signedIn(), await app.signedIn()]
  const { videoId } = await addVideo(app, { ownerId: creator.person.id })
  const post = async (content: string, parentId?: string, client: TestClient = viewer) => {
    const body = { comment: content, ...(parentId && { parentId }) }
    return (await client.call(api.comments.addToVideo, { params: { videoId }, body })).data.comment._id
  }
  const list = async (client: TestClient, query: { limit?: number; cursor?: string; sort?: 'top' } = {}) => {
    const { data } = await client.call(api.comments.listOfVideo, { params: { videoId }, query })
    return { contents: data.comments.map(({ content }) => content), ...data }
  }
  return { creator, viewer, videoId, post, list }
}

const pin = (client: TestClient, commentId: string, isPinned = true) =>
  client.call(api.comments.pin, { params: { commentId }, body: { isPinned } })
const heart = (client: TestClient, commentId: string, isHearted = true) =>
  client.call(api.comments.heart, { params: { commentId }, body: { isHearted } })

async function notificationsTo(client: TestClient) {
  const told = (await (await client.fetch('/api/notifications')).json()) as { action: string }[]
  return told.map(({ action }) => action)
}

describe('a pinned comment', () => {
  it('comes first in every order, once, and is replaced by the next one', async () => {
    const { creator, viewer, post, list } = await setUp()
    const [first, second] = [await post('First'), await post('Second')]
    await post('Third')
    await viewer.call(api.likes.toggleComment, { params: { commentId: second }, body: {} })
    const answer = await pin(creator, first)
    expect(answer).toMatchObject({ status: 200, data: { comment: { isPinned: true } } })
    expect(await list(viewer)).toMatchObject({ contents: ['First', 'Third', 'Second'], totalDocs: 3 })
    expect((await list(app.visitor(), { sort: 'top' })).contents).toEqual(['First', 'Second', 'Third'])
    const page = await list(viewer, { limit: 1 })
    expect(page.contents).toEqual(['First', 'Third'])
    expect((await list(viewer, { cursor: page.nextCursor ?? '' })).contents).toEqual(['Second'])

    await pin(creator, second)
    expect((await list(viewer)).contents).toEqual(['Second', 'Third', 'First'])
    await pin(creator, second, false)
    expect((await list(viewer)).contents).toEqual(['Third', 'Second', 'First'])
  })

  it('is the only one, even if many are pinned at the same moment', async () => {
    const { creator, viewer, post, list } = await setUp()
    const ids = [await post('A'), await post('B'), await post('C'), await post('D')]
    const answers = await Promise.all([...ids, ...ids].map((id) => pin(creator, id)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const { comments } = await list(viewer)
    expect(comments.map(({ isPinned }) => isPinned)).toEqual([true, false, false, false])
  })

  it('makes room when it is deleted, and is hidden from those who do not see its author', async () => {
    const { creator, viewer, post, list } = await setUp()
    const other = await app.signedIn()
    const [first, second] = [await post('First'), await post('Second')]
    await pin(creator, first)
    await other.call(api.blocks.add, { params: { userId: viewer.person.id } })
    expect((await list(other)).contents).toEqual([])
    await viewer.call(api.comments.removeFromVideo, { params: { commentId: first } })
    expect((await list(viewer)).contents).toEqual(['Second'])
    await pin(creator, second)
    expect((await list(viewer)).comments).toMatchObject([{ isPinned: true }])
  })

  it('is refused by others, by visitors, for replies, and for comments that the creator cannot see', async () => {
    const { creator, viewer, post } = await setUp()
    const id = await post('First')
    const answerId = await post('An answer', id)
    expect((await pin(app.visitor(), id)).status).toBe(401)
    expect(await pin(viewer, id)).toMatchObject({ status: 403, envelope: { code: 'comment.not-creator' } })
    expect(await pin(creator, answerId)).toMatchObject({
      status: 400,
      envelope: { code: 'comment.pinned-reply' },
    })
    expect((await pin(creator, newId())).status).toBe(404)
    expect((await pin(creator, 'nonsense')).status).toBe(404)
    await creator.call(api.blocks.add, { params: { userId: viewer.person.id } })
    expect((await pin(creator, id)).status).toBe(404)
    expect((await heart(creator, id)).status).toBe(404)
  })
})

it('a heart of the creator is shown to everybody and announced once to the author, unless they turned that off', async () => {
  const { creator, viewer, post, list } = await setUp()
  const id = await post('First')
  const answerId = await post('An answer', id)
  expect((await heart(viewer, id)).status).toBe(403)
  expect((await heart(app.visitor(), id)).status).toBe(401)
  expect(await heart(creator, id)).toMatchObject({ status: 200, data: { comment: { isHearted: true } } })
  await heart(creator, id)
  expect((await list(app.visitor())).comments).toMatchObject([{ isHearted: true, isPinned: false }])
  expect(await notificationsTo(viewer)).toEqual(['loved your comment'])
  await heart(creator, id, false)
  expect((await list(app.visitor())).comments).toMatchObject([{ isHearted: false }])
  expect(await notificationsTo(viewer)).toEqual([])

  await viewer.call(api.notifications.updateSettings, { body: { mutedKinds: ['heart'] } })
  await heart(creator, answerId)
  expect(await notificationsTo(viewer)).toEqual([])
  const own = await post('By myself', undefined, creator)
  await heart(creator, own)
  expect(await notificationsTo(creator)).not.toContain('loved your comment')
})

it('an edited comment loses the pin and the heart, except the creator’s own', async () => {
  const { creator, viewer, post } = await setUp()
  const [theirs, own] = [await post('Nice'), await post('Welcome', undefined, creator)]
  const edit = async (client: TestClient, commentId: string) => {
    const body = { comment: 'Buy this' }
    return (await client.call(api.comments.updateOnVideo, { params: { commentId }, body })).data
      .updatedComment
  }
  await pin(creator, theirs)
  await heart(creator, theirs)
  expect(await edit(viewer, theirs)).toMatchObject({ isPinned: false, isHearted: false })
  await pin(creator, own)
  expect(await edit(creator, own)).toMatchObject({ isPinned: true })
})

it('someone whom the creator blocks loses the pin and the heart, which others would still see', async () => {
  const { creator, viewer, post, list } = await setUp()
  const id = await post('First')
  await pin(creator, id)
  await heart(creator, id)
  const other = await app.signedIn()
  await other.call(api.blocks.add, { params: { userId: viewer.person.id } })
  expect((await list(app.visitor())).comments).toMatchObject([{ isPinned: true, isHearted: true }])
  await creator.call(api.blocks.add, { params: { userId: viewer.person.id } })
  expect((await list(app.visitor())).comments).toMatchObject([{ isPinned: false, isHearted: false }])
})

it('the author of a tweet pins replies and gives them hearts in the same way', async () => {
  const [author, viewer] = [await app.signedIn(), await app.signedIn()]
  const { tweetId } = await addTweet(app, { ownerId: author.person.id })
  const reply = async (content: string) => {
    const { data } = await viewer.call(api.comments.addToTweet, { params: { tweetId }, body: { content } })
    return data.comment._id
  }
  const first = await reply('First')
  await reply('Second')
  expect((await pin(viewer, first)).status).toBe(403)
  await pin(author, first)
  await heart(author, first)
  const { data } = await viewer.call(api.comments.listOfTweet, { params: { tweetId }, query: {} })
  expect(data.comments).toMatchObject([
    { content: 'First', isPinned: true, isHearted: true },
    { content: 'Second', isPinned: false, isHearted: false },
  ])
  expect(await notificationsTo(viewer)).toEqual(['loved your reply'])
})
