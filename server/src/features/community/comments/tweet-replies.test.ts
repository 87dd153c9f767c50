import { api, limits } from '@vireo/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import type { TestClient } from '../../../../test/app/client.ts'
import { addTweet } from '../../../../test/content/tweets.ts'
import { addVideo } from '../../../../test/content/videos.ts'
import { newId } from '../../../lib/ids.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function reply(client: TestClient, tweetId: string, content: string, parentId?: string) {
  const body = { content, ...(parentId && { parentId }) }
  const { data } = await client.call(api.comments.addToTweet, { params: { tweetId }, body })
  return data.comment
}

const list = (client: TestClient, tweetId: string, query: { limit?: number; cursor?: string } = {}) =>
  client.call(api.comments.listOfTweet, { params: { tweetId }, query })

const repliesCount = async (id: string) =>
  (await app.visitor().call(api.tweets.get, { params: { id } })).data.tweet.repliesCount

async function notificationsTo(client: TestClient): Promise<string[]> {
  const notifications = (await (await client.fetch('/api/notifications')).json()) as { action: string }[]
  return notifications.map(({ action }) => action)
}

it('a reply is sent as content or as comment, listed newest first, counted, and announced to the author of the tweet', async () => {
  const [author, viewer] = [await app.signedIn(), await app.signedIn(undefined, 'Robin Viewer')]
  const { tweetId } = await addTweet(app, { ownerId: author.person.id })
  const params = { tweetId }
  const answer = await viewer.call(api.comments.addToTweet, { params, body: { content: ' One\n ' } })
  expect(answer).toMatchObject({ status: 200, message: 'Reply posted' })
  expect(answer.data.comment).toMatchObject({ content: 'One', owner: { fullname: 'Robin Viewer' } })
  await viewer.call(api.comments.addToTweet, { params, body: { comment: 'Two' } })
  const { data } = await list(app.visitor(), tweetId)
  expect(data).toMatchObject({ totalDocs: 2, comments: [{ content: 'Two' }, { content: 'One' }] })
  expect(await repliesCount(tweetId)).toBe(2)
  expect(await notificationsTo(author)).toEqual(['replied to your tweet', 'replied to your tweet'])
})

it('the list pages by cursor without gaps or repeats while others reply', async () => {
  const viewer = await app.signedIn()
  const { tweetId } = await addTweet(app)
  for (let i = 0; i < 5; i++) await reply(viewer, tweetId, `Number ${i}`)
  const first = await list(viewer, tweetId, { limit: 3 })
  await reply(viewer, tweetId, 'Late')
  const second = await list(viewer, tweetId, { limit: 3, cursor: first.data.nextCursor ?? '' })
  const seen = [...first.data.comments, ...second.data.comments].map(({ content }) => content)
  expect(seen).toEqual([4, 3, 2, 1, 0].map((i) => `Number ${i}`))
})

it('an answer to a reply notifies its author and is deleted with it', async () => {
  const [author, viewer] = [await app.signedIn(), await app.signedIn()]
  const { tweetId } = await addTweet(app)
  const parent = await reply(author, tweetId, 'A question')
  const answer = await reply(viewer, tweetId, 'An answer', parent._id)
  expect(answer.parentId).toBe(parent._id)
  expect(await notificationsTo(author)).toEqual(['answered your reply'])
  const { data } = await viewer.call(api.comments.replies, { params: { commentId: parent._id }, query: {} })
  expect(data.comments.map(({ content }) => content)).toEqual(['An answer'])
  expect(await repliesCount(tweetId)).toBe(2)
  const removed = await author.call(api.comments.removeFromTweet, { params: { commentId: parent._id } })
  expect(removed).toMatchObject({ status: 200, message: 'Reply deleted' })
  expect(await repliesCount(tweetId)).toBe(0)
})

it('only the author changes and deletes a reply; others may report it, once, and like it', async () => {
  const [author, other] = [await app.signedIn(), await app.signedIn()]
  const { tweetId } = await addTweet(app)
  const params = { commentId: (await reply(author, tweetId, 'Mine'))._id }
  const body = { content: 'Yours' }
  expect((await other.call(api.comments.updateOnTweet, { params, body })).status).toBe(403)
  expect((await other.call(api.comments.removeFromTweet, { params })).status).toBe(403)
  const report = () => other.call(api.reports.comment, { params, body: { reason: 'spam' } })
  expect((await report()).status).toBe(200)
  expect((await report()).status).toBe(409)
  await Promise.all(
    Array.from({ length: 50 }, (_, i) => (i % 2 ? author : other).call(api.likes.toggleComment, { params })),
  )
  expect((await list(other, tweetId)).data.comments[0]).toMatchObject({ likes: 2, isLiked: true })
  const changed = await author.call(api.comments.updateOnTweet, { params, body: { content: 'Still mine' } })
  expect(changed).toMatchObject({ status: 200, message: 'Reply updated' })
  expect(changed.data.updatedComment).toMatchObject({ content: 'Still mine', isEdited: true })
})

describe('a reply is refused', () => {
  it.each([{}, { content: '' }, { content: ' \n\t ' }, { comment: ' ' }])(
    'if it is empty: %j',
    async (body) => {
      const viewer = await app.signedIn()
      const { tweetId } = await addTweet(app)
      const refused = await viewer.call(api.comments.addToTweet, { params: { tweetId }, body })
      expect(refused).toMatchObject({ status: 400, message: 'Comment is required' })
    },
  )

  it('if it is too long, of the wrong type, by a visitor, or to an unknown tweet', async () => {
    const viewer = await app.signedIn()
    const params = { tweetId: (await addTweet(app)).tweetId }
    const send = (body: Record<string, unknown>, client: TestClient = viewer) =>
      client.call(api.comments.addToTweet, { params, body })
    expect((await send({ content: 'x'.repeat(limits.commentLength + 1) })).status).toBe(400)
    expect((await send({ content: 7 })).envelope.errors?.[0]?.field).toBe('content')
    expect((await send({ content: 'Hello' }, app.visitor())).status).toBe(401)
    for (const tweetId of ['nonsense', newId()]) {
      expect((await list(viewer, tweetId)).status).toBe(404)
      const body = { content: 'Hello' }
      expect((await viewer.call(api.comments.addToTweet, { params: { tweetId }, body })).status).toBe(404)
    }
  })

  it('in the calls for comments on videos, and a comment in the calls for replies', async () => {
    const viewer = await app.signedIn()
    const [{ tweetId }, { videoId }] = [await addTweet(app), await addVideo(app)]
    const onTweet = await reply(viewer, tweetId, 'On the tweet')
    const posted = await viewer.call(api.comments.addToVideo, {
      params: { videoId },
      body: { comment: 'On the video', parentId: onTweet._id },
    })
    expect(posted.envelope.errors?.[0]?.field).toBe('parentId')
    const params = { commentId: onTweet._id }
    const body = { comment: 'Elsewhere' }
    expect((await viewer.call(api.comments.updateOnVideo, { params, body })).status).toBe(404)
    expect((await viewer.call(api.comments.removeFromVideo, { params })).status).toBe(404)
    // The id of a video is not that of a tweet.
    expect((await list(viewer, videoId)).status).toBe(404)
  })
})

it('deleting a tweet removes its replies and their likes, even while people reply', async () => {
  const [author, viewer] = [await app.signedIn(), await app.signedIn()]
  const { tweetId } = await addTweet(app, { ownerId: author.person.id })
  const params = { commentId: (await reply(viewer, tweetId, 'Soon gone'))._id }
  await author.call(api.likes.toggleComment, { params })
  const body = { content: 'Me too' }
  const [removed, ...late] = await Promise.all([
    author.call(api.tweets.remove, { params: { id: tweetId } }),
    ...Array.from({ length: 10 }, () => viewer.call(api.comments.addToTweet, { params: { tweetId }, body })),
    ...Array.from({ length: 10 }, () => viewer.call(api.likes.toggleTweet, { params: { tweetId } })),
  ])
  expect(removed?.status).toBe(200)
  for (const { status } of late) expect([200, 404]).toContain(status)
  await app.runJobs()
  expect(await app.context.sql`select from comments where tweet_id = ${tweetId}`).toEqual([])
  expect((await viewer.call(api.comments.replies, { params, query: {} })).status).toBe(404)
})
