import { api } from '@vireo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import { createStatementCounter } from '../../../../test/app/statements.ts'
import { addTweet } from '../../../../test/content/tweets.ts'
import { addVideo } from '../../../../test/content/videos.ts'

let app: TestApp
const { onQuery, count } = createStatementCounter()
beforeAll(async () => {
  app = await createTestApp({}, { onQuery })
})
afterAll(() => app.close())

it('the number of statements of a screen does not grow with its rows', async () => {
  const viewer = await app.signedIn()
  const watched = await addVideo(app)
  const { tweetId } = await addTweet(app)
  const screens = {
    home: () => viewer.call(api.videos.list, { query: { limit: 100 } }),
    related: () => viewer.call(api.videos.list, { query: { sortBy: 'views', limit: 100 } }),
    watch: () => viewer.call(api.videos.get, { params: { id: watched.videoId } }),
    comments: () =>
      viewer.call(api.comments.listOfVideo, { params: { videoId: watched.videoId }, query: { limit: 100 } }),
    tweets: () => viewer.call(api.tweets.list, { query: { limit: 100 } }),
    tweet: () => viewer.call(api.tweets.get, { params: { id: tweetId } }),
    tweetReplies: () => viewer.call(api.comments.listOfTweet, { params: { tweetId }, query: { limit: 100 } }),
    liked: () => viewer.call(api.likes.likedVideos, { query: { limit: 100 } }),
    history: () => viewer.call(api.history.list, { query: { limit: 100 } }),
    subscriptions: () => viewer.call(api.subscriptions.listChannels),
    notifications: () => viewer.fetch('/api/notifications'),
  }
  const countAll = async () => {
    const counts: Record<string, number> = {}
    for (const [name, screen] of Object.entries(screens)) counts[name] = await count(screen)
    return counts
  }

  const comment = async (i: number) => {
    const params = { videoId: watched.videoId }
    await viewer.call(api.comments.addToVideo, { params, body: { comment: `Number ${i}` } })
  }
  const grow = async (rows: number) => {
    for (let i = 0; i < rows; i++) {
      const { videoId, ownerId } = await addVideo(app)
      await viewer.call(api.likes.toggleVideo, { params: { videoId } })
      await viewer.call(api.history.add, { params: { videoId }, body: {} })
      await viewer.call(api.subscriptions.toggle, { params: { channelId: ownerId } })
      await comment(i)
      await addTweet(app, { ownerId })
      await viewer.call(api.comments.addToTweet, { params: { tweetId }, body: { content: `Number ${i}` } })
    }
  }
  await grow(1)
  const few = await countAll()
  await grow(12)
  expect(await countAll()).toEqual(few)
  // Nothing is cached in this test: the visitors' data is loaded for each request, then adapted by one more statement.
  expect(Math.max(...Object.values(few)), JSON.stringify(few)).toBeLessThanOrEqual(6)
})
