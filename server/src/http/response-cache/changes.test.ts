import { type AnyEndpoint, api, type UncheckedInput, urlOf } from '@vireo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/app/app.ts'
import { TestClient } from '../../../test/app/client.ts'
import { createStatementCounter } from '../../../test/app/statements.ts'
import { addTweet } from '../../../test/content/tweets.ts'
import { addVideo } from '../../../test/content/videos.ts'
import { createPlaylist, put } from '../../features/library/playlists/test-kit.ts'
import { buildApp } from '../../program/app.ts'

const freshMs = 600_000

let app: TestApp
/** A process that caches nothing. */
let plain: { origin: string; close: () => Promise<void> }
const { onQuery, count: countStatements } = createStatementCounter()
beforeAll(async () => {
  app = await createTestApp({}, { freshMs, onQuery })
  const server = await buildApp(app.context, { freshMs: 0 })
  plain = { origin: await server.listen({ port: 0, host: '127.0.0.1' }), close: () => server.close() }
})
afterAll(async () => {
  await plain.close()
  await app.close()
})

type SignedIn = Awaited<ReturnType<TestApp['signedIn']>>

/** A video, a tweet and a playlist of one person, each with what belongs to it. */
async function createPosts(owner: SignedIn) {
  const ownerId = owner.person.id
  const { videoId } = await addVideo(app, { ownerId, title: 'A bird' })
  const { tweetId } = await addTweet(app, { ownerId, content: 'A bird' })
  const comment = async (parentId?: string) => {
    const body = { comment: 'A bird', ...(parentId && { parentId }) }
    const { data } = await owner.call(api.comments.addToVideo, { params: { videoId }, body })
    return data.comment._id
  }
  const commentId = await comment()
  const replyId = await comment(commentId)
  const playlistId = await createPlaylist(owner, { name: 'Birds', visibility: 'public' })
  await put(owner, playlistId, videoId)
  return { owner, videoId, tweetId, commentId, replyId, playlistId }
}
type Posts = Awaited<ReturnType<typeof createPosts>>

/** Every shared response about the posts of one person, by name. */
const callsAbout = ({
  owner,
  videoId,
  tweetId,
  commentId,
  playlistId,
}: Posts): Record<string, [AnyEndpoint, UncheckedInput]> => ({
  video: [api.videos.get, { params: { id: videoId } }],
  comments: [api.comments.listOfVideo, { params: { videoId } }],
  replies: [api.comments.replies, { params: { commentId } }],
  tweet: [api.tweets.get, { params: { id: tweetId } }],
  'comments of the tweet': [api.comments.listOfTweet, { params: { tweetId } }],
  playlist: [api.playlists.get, { params: { id: playlistId } }],
  playlists: [api.playlists.listOfChannel, { params: { channelId: owner.person.id } }],
  channel: [api.accounts.channel, { params: { username: owner.person.username } }],
})
const lists: Record<string, [AnyEndpoint, UncheckedInput]> = {
  'all videos': [api.videos.list, {}],
  'found videos': [api.videos.list, { query: { query: 'bird' } }],
  'all tweets': [api.tweets.list, {}],
  suggestions: [api.search.suggest, { query: { q: 'bir' } }],
}

/** Each change of what one person posted, and which responses about another person stay cached. */
const changes: [name: string, change: (posts: Posts) => Promise<unknown>, kept: string[]][] = [
  [
    'a changed comment',
    ({ owner, commentId }) =>
      owner.call(api.comments.updateOnVideo, { params: { commentId }, body: { comment: 'Changed' } }),
    [...Object.keys(lists), 'video', 'comments', 'replies', 'tweet', 'playlist', 'playlists', 'channel'],
  ],
  [
    'a changed reply',
    ({ owner, replyId: commentId }) =>
      owner.call(api.comments.updateOnVideo, { params: { commentId }, body: { comment: 'Changed' } }),
    [...Object.keys(lists), 'video', 'comments', 'replies', 'tweet', 'playlist', 'playlists', 'channel'],
  ],
  [
    'a new comment',
    ({ owner, tweetId }) =>
      owner.call(api.comments.addToTweet, { params: { tweetId }, body: { comment: 'New' } }),
    [...Object.keys(lists), 'tweet', 'comments of the tweet', 'video', 'comments', 'playlist', 'channel'],
  ],
  [
    'a changed tweet',
    ({ owner, tweetId: id }) =>
      owner.call(api.tweets.update, { params: { id }, body: { content: 'Changed' } }),
    ['all videos', 'found videos', 'suggestions', 'video', 'comments', 'tweet', 'playlist', 'channel'],
  ],
  [
    'a changed playlist',
    ({ owner, playlistId: id }) =>
      owner.call(api.playlists.update, { params: { id }, body: { name: 'Changed' } }),
    [...Object.keys(lists), 'video', 'comments', 'replies', 'tweet', 'playlist', 'playlists', 'channel'],
  ],
  [
    'a video that leaves a playlist',
    ({ owner, playlistId: id, videoId }) =>
      owner.call(api.playlists.removeVideo, { params: { id, videoId } }),
    [...Object.keys(lists), 'video', 'comments', 'replies', 'tweet', 'playlist', 'playlists', 'channel'],
  ],
  [
    'a changed profile',
    ({ owner }) => owner.call(api.accounts.updateAccount, { body: { fullname: 'Changed Name' } }),
    ['video', 'comments', 'replies', 'tweet', 'playlist', 'playlists', 'channel'],
  ],
  [
    'a changed video',
    ({ owner, videoId: id }) => {
      const form = new FormData()
      form.set('title', 'Changed bird')
      return owner.call(api.videos.update, { params: { id }, form })
    },
    ['all tweets', 'video', 'comments', 'tweet', 'comments of the tweet', 'channel'],
  ],
  [
    'comments that are turned off on a tweet',
    ({ owner, tweetId: id }) =>
      owner.call(api.tweets.setCommentsMode, { params: { id }, body: { commentsMode: 'off' } }),
    ['all videos', 'found videos', 'suggestions', 'video', 'comments', 'tweet', 'playlist', 'channel'],
  ],
  [
    'comments that are turned off on a video',
    ({ owner, videoId: id }) => {
      const form = new FormData()
      form.set('commentsMode', 'off')
      return owner.call(api.videos.update, { params: { id }, form })
    },
    ['all tweets', 'video', 'comments', 'tweet', 'comments of the tweet', 'channel'],
  ],
  [
    'comments that are turned on again',
    ({ owner, videoId: id }) => {
      const form = new FormData()
      form.set('commentsMode', 'on')
      return owner.call(api.videos.update, { params: { id }, form })
    },
    ['all tweets', 'video', 'comments', 'tweet', 'comments of the tweet', 'channel'],
  ],
  [
    'a deleted comment',
    ({ owner, commentId }) => owner.call(api.comments.removeFromVideo, { params: { commentId } }),
    [...Object.keys(lists), 'video', 'comments', 'replies', 'tweet', 'playlist', 'playlists', 'channel'],
  ],
  [
    'a video that becomes private',
    ({ owner, videoId: id }) => {
      const form = new FormData()
      form.set('visibility', 'private')
      return owner.call(api.videos.update, { params: { id }, form })
    },
    ['all tweets', 'video', 'comments', 'tweet', 'channel'],
  ],
]

it('a change drops what it concerns and nothing else', async () => {
  const [changed, others] = [await createPosts(await app.signedIn()), await createPosts(await app.signedIn())]
  const about = { ...callsAbout(others), ...lists }
  const all = [...Object.values(callsAbout(changed)), ...Object.values(about)]
  const ask = async (origin: string, [endpoint, input]: [AnyEndpoint, UncheckedInput]) => {
    const { status, envelope } = await new TestClient(origin).callUnchecked(endpoint, input)
    // Different in each response, and counts, which may be a second old.
    return JSON.stringify({ status, envelope }).replace(/"(viewToken":"[^"]*"|repliesCount":\d+)/g, '')
  }
  for (const [name, change, kept] of changes) {
    await app.waitForPgNotifications()
    for (const call of all) await ask(app.origin, call)
    await change(changed)
    const dropped: string[] = []
    for (const [what, call] of Object.entries(about))
      if ((await countStatements(() => ask(app.origin, call))) > 0) dropped.push(what)
    const expected = Object.keys(about).filter((what) => !kept.includes(what))
    expect(
      dropped.filter((what) => !expected.includes(what)),
      `dropped by ${name}`,
    ).toEqual([])
    for (const call of all)
      expect(await ask(app.origin, call), `${urlOf(...call)} after ${name}`).toBe(
        await ask(plain.origin, call),
      )
  }
})
