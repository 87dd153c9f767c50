import { api, limits, watchLaterId } from '@vireo/contract'
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import type { TestClient } from '../../../../test/app/client.ts'
import { deleteAccountPermanently } from '../../../../test/content/deletion.ts'
import { addTweet } from '../../../../test/content/tweets.ts'
import { addVideo } from '../../../../test/content/videos.ts'
import { createTestDatabase } from '../../../../test/database/database.ts'
import { turnOnPush } from '../../../../test/programs/push.ts'
import { connect } from '../../../db/sql.ts'
import { newId } from '../../../lib/ids.ts'
import { batchSize } from '../../core/removal/removal.queries.ts'
import { requestPurge } from '../../core/removal/request-purge.ts'
import { removeClosedAccounts } from '../../people/account-deletion/account-deletion.service.ts'
import { purge } from './purge.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const comment = async (client: TestClient, videoId: string, parentId?: string) => {
  const body = { comment: 'A comment', ...(parentId && { parentId }) }
  return (await client.call(api.comments.addToVideo, { params: { videoId }, body })).data.comment
}
const reply = async (client: TestClient, tweetId: string) =>
  (await client.call(api.comments.addToTweet, { params: { tweetId }, body: { content: 'A reply' } })).data
    .comment
const expectNothingLeft = async (column: string, id: string) => {
  const { sql } = app.context
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = ${column}`
  for (const { name } of tables)
    expect(await sql`select from ${sql(name)} where ${sql(column)} = ${id}`, name).toHaveLength(0)
}

/** A person with every kind of activity, also on a video and a tweet of another person. */
async function makePerson() {
  const [robin, other] = [await app.signedIn(undefined, 'Quetzal Robin'), await app.signedIn()]
  const { videoId } = await addVideo(app, { ownerId: robin.person.id, title: 'Quetzals at dawn' })
  const { tweetId } = await addTweet(app, { ownerId: robin.person.id })
  const otherVideo = await addVideo(app, { ownerId: other.person.id })
  const otherTweet = await addTweet(app, { ownerId: other.person.id })
  const said = await comment(robin, otherVideo.videoId)
  await comment(other, otherVideo.videoId, said._id)
  await reply(robin, otherTweet.tweetId)
  await comment(other, videoId)
  for (const client of [robin, other])
    for (const id of [videoId, otherVideo.videoId]) {
      await client.call(api.likes.toggleVideo, { params: { videoId: id } })
      await client.call(api.history.add, { params: { videoId: id }, body: {} })
    }
  await robin.call(api.likes.toggleTweet, { params: { tweetId: otherTweet.tweetId } })
  await other.call(api.likes.toggleComment, { params: { commentId: said._id } })
  const playlist = { name: 'Quetzals', visibility: 'public' as const, videoId }
  const playlistId = (await robin.call(api.playlists.create, { body: playlist })).data.playlist._id
  const watchLater = { params: { id: watchLaterId, videoId }, body: {} }
  for (const client of [robin, other]) await client.call(api.playlists.putVideo, watchLater)
  await robin.call(api.subscriptions.toggle, { params: { channelId: other.person.id } })
  await other.call(api.subscriptions.toggle, { params: { channelId: robin.person.id } })
  const third = await app.signedIn()
  await third.call(api.hidden.addVideo, { params: { videoId } })
  await third.call(api.hidden.addChannel, { params: { channelId: robin.person.id } })
  await robin.call(api.hidden.addVideo, { params: { videoId: otherVideo.videoId } })
  await robin.call(api.hidden.addChannel, { params: { channelId: other.person.id } })
  await robin.call(api.blocks.add, { params: { userId: third.person.id } })
  await third.call(api.blocks.add, { params: { userId: robin.person.id } })
  await robin.call(api.subscriptionFeed.look)
  await turnOnPush(robin)
  return { robin, other, third, videoId, tweetId, otherVideo, otherTweet, said, playlistId }
}
type World = Awaited<ReturnType<typeof makePerson>>

/** The names of the places where others can still see the person. */
async function traces(world: World) {
  const { robin, other, third, videoId, tweetId, otherVideo, otherTweet, said, playlistId } = world
  const { id, username } = robin.person
  const isFound = async (call: Promise<{ status: number }>) => (await call).status === 200
  const list = async (query: Record<string, string>) => {
    const { data } = await other.call(api.videos.list, { query })
    return [...data.docs.map((doc) => doc._id), ...(data.users ?? []).map((user) => user._id)]
  }
  const suggested = (await other.call(api.search.suggest, { query: { q: 'quetz' } })).data
  const seen = {
    session: await isFound(robin.call(api.accounts.currentUser)),
    login: await isFound(
      app.visitor().call(api.signIn.login, { body: { username, password: robin.person.password } }),
    ),
    channel: await isFound(other.call(api.accounts.channel, { params: { username } })),
    subscribing: await isFound(other.call(api.subscriptions.info, { params: { channelId: id } })),
    video: await isFound(other.call(api.videos.get, { params: { id: videoId } })),
    comments: await isFound(other.call(api.comments.listOfVideo, { params: { videoId }, query: {} })),
    tweet: await isFound(other.call(api.tweets.get, { params: { id: tweetId } })),
    replies: await isFound(other.call(api.comments.listOfTweet, { params: { tweetId }, query: {} })),
    answers: await isFound(other.call(api.comments.replies, { params: { commentId: said._id }, query: {} })),
    listed: (await list({})).includes(videoId),
    found: (await list({ query: 'quetzal' })).some((one) => [id, videoId].includes(one)),
    suggested: suggested.titles.length > 0 || suggested.channels.length > 0,
    tweets: (await other.call(api.tweets.list, { query: {} })).data.docs.some((doc) => doc._id === tweetId),
    comment: (
      await other.call(api.comments.listOfVideo, { params: { videoId: otherVideo.videoId }, query: {} })
    ).data.comments.some((one) => one.owner._id === id),
    reply: (
      await other.call(api.comments.listOfTweet, { params: { tweetId: otherTweet.tweetId }, query: {} })
    ).data.comments.some((one) => one.owner._id === id),
    liked: (await other.call(api.likes.likedVideos, { query: {} })).data.likedVideos.some(
      (one) => one._id === videoId,
    ),
    watched: (await other.call(api.history.list, { query: {} })).data.some(
      (entry) => entry.video._id === videoId,
    ),
    subscribed: (await other.call(api.subscriptions.listChannels)).data.subscribedChannel.length > 0,
    playlist: await isFound(other.call(api.playlists.get, { params: { id: playlistId }, query: {} })),
    playlists: await isFound(
      other.call(api.playlists.listOfChannel, { params: { channelId: id }, query: {} }),
    ),
    saved: (await other.call(api.playlists.list, { query: {} })).data.playlists.some(
      (one) => one.videosCount > 0,
    ),
    feed: (await other.call(api.subscriptionFeed.list, { query: {} })).data.docs.length > 0,
    hiddenVideo: (await third.call(api.hidden.listVideos, { query: {} })).data.docs.length > 0,
    hiddenChannel: (await third.call(api.hidden.listChannels, { query: {} })).data.docs.length > 0,
    blocked: (await third.call(api.blocks.list, { query: {} })).data.docs.length > 0,
    notified: (await (await other.fetch('/api/notifications')).text()).includes('Quetzal'),
  }
  return Object.entries(seen).flatMap(([name, isSeen]) => (isSeen ? [name] : []))
}

it('a deleted account is hidden in every view at once, visible in all of them again if it is restored, and hidden while it is removed', async () => {
  const world = await makePerson()
  const { person } = world.robin
  const before = await traces(world)
  expect(before.length).toBe(26)
  await world.robin.call(api.accountDeletion.deleteAccount, { body: { password: person.password } })
  expect(await traces(world)).toEqual([])
  await world.robin.call(api.signIn.login, { body: { username: person.username, password: person.password } })
  expect((await world.robin.call(api.accountDeletion.restoreAccount)).status).toBe(200)
  expect(await traces(world)).toEqual(before)
  // Marks the account as deleted, without the job that follows.
  await app.context.sql`delete from search_channels where user_id = ${world.robin.person.id}`
  await app.context.sql`update users set deleted_at = now() where id = ${world.robin.person.id}`
  expect(await traces(world)).toEqual([])
  expect(await app.createPerson(world.robin.person.username)).toBeDefined()
  await requestPurge(app.context.sql)
})

it('the rows of a deleted account are removed, and the counts of others are corrected', async () => {
  const world = await makePerson()
  const { robin, other, otherVideo, otherTweet } = world
  await deleteAccountPermanently(app, robin)
  const people = ['user_id', 'owner_id', 'actor_id', 'subscriber_id', 'channel_id', 'reporter_id']
  for (const column of [...people, 'blocker_id', 'blocked_id'])
    await expectNothingLeft(column, robin.person.id)
  await expectNothingLeft('video_id', world.videoId)
  await expectNothingLeft('tweet_id', world.tweetId)
  await expectNothingLeft('playlist_id', world.playlistId)
  expect(await app.context.sql`select from users where id = ${robin.person.id}`).toHaveLength(0)
  const video = await other.call(api.videos.get, { params: { id: otherVideo.videoId } })
  expect(video.data).toMatchObject({ likes: 1, commentsCount: 0 })
  const tweet = await other.call(api.tweets.get, { params: { id: otherTweet.tweetId } })
  expect(tweet.data.tweet).toMatchObject({ likes: 0, repliesCount: 0 })
  const channel = await other.call(api.accounts.channel, { params: { username: other.person.username } })
  expect(channel.data).toMatchObject({ subscribersCount: 0, channelSubscribedToCount: 0 })
})

it('a deleted video is removed with its files and dependants', async () => {
  const [owner, viewer] = [await app.signedIn(), await app.signedIn()]
  const { videoId, folder } = await addVideo(app, { ownerId: owner.person.id })
  const key = `${folder}/ladder/file.mp4`
  await app.context.storage.putBytes(key, new Uint8Array([1]), 'video/mp4')
  const params = { videoId }
  const said = await comment(viewer, videoId)
  await viewer.call(api.likes.toggleComment, { params: { commentId: said._id } })
  await viewer.call(api.likes.toggleVideo, { params })
  await owner.call(api.videos.remove, { params: { id: videoId } })
  for (const client of [owner, viewer]) {
    expect((await client.call(api.videos.get, { params: { id: videoId } })).status).toBe(404)
    expect((await client.call(api.comments.listOfVideo, { params, query: {} })).status).toBe(404)
    expect((await client.call(api.likes.toggleVideo, { params })).status).toBe(404)
  }
  expect((await owner.call(api.videos.remove, { params: { id: videoId } })).status).toBe(404)
  const own = await owner.call(api.videos.list, { query: { userId: owner.person.id } })
  expect(own.data.docs).toEqual([])
  await app.runJobs()
  await expectNothingLeft('video_id', videoId)
  expect(await app.context.sql`select from videos where id = ${videoId}`).toHaveLength(0)
  expect(await app.context.storage.stat(key)).toBeUndefined()
})

it('a deletion does not wait for its dependants, which are removed later', async () => {
  const { sql } = app.context
  const [owner, fan] = [await app.signedIn(), await app.signedIn()]
  const { videoId } = await addVideo(app, { ownerId: owner.person.id })
  const { tweetId } = await addTweet(app, { ownerId: owner.person.id })
  await fan.call(api.likes.toggleVideo, { params: { videoId } })
  await fan.call(api.likes.toggleTweet, { params: { tweetId } })
  await fan.call(api.subscriptions.toggle, { params: { channelId: owner.person.id } })
  // A deletion that removed these rows itself would wait for this transaction.
  const held = await sql.reserve()
  await held`begin`
  await held`select from video_likes where video_id = ${videoId} for update`
  await held`select from tweet_likes where tweet_id = ${tweetId} for update`
  await held`select from subscriptions where channel_id = ${owner.person.id} for update`
  const deletions = await Promise.all([
    owner.call(api.videos.remove, { params: { id: videoId } }),
    owner.call(api.tweets.remove, { params: { id: tweetId } }),
  ])
  await owner.call(api.accountDeletion.deleteAccount, { body: { password: owner.person.password } })
  app.clock.advance(limits.closingSeconds)
  await removeClosedAccounts(sql, app.clock.now(), new AbortController().signal)
  const marked = await sql`select from users where id = ${owner.person.id} and deleted_at is not null`
  expect(marked).toHaveLength(1)
  await held`rollback`
  held.release()
  expect(deletions.map(({ status }) => status)).toEqual([200, 200])
  await app.runJobs()
  await expectNothingLeft('video_id', videoId)
  await expectNothingLeft('tweet_id', tweetId)
  await expectNothingLeft('channel_id', owner.person.id)
})

it('many dependants are removed in batches, and the next run continues after a crash', async () => {
  const database = await createTestDatabase(inject('postgresUrl'))
  const sql = connect(database.url, { max: 2 })
  onTestFinished(async () => {
    await sql.end({ timeout: 5 })
    await database.drop()
  })
  const [id, many] = [newId(), 2 * batchSize + 10]
  await sql`
    insert into users (id, username, username_key, fullname, email, email_key, created_at, updated_at)
    values (${id}, 'one', 'one', 'One', 'one@example.org', 'one@example.org', now(), now())`
  await sql`
    insert into videos (id, title, visibility, folder, source_key, public_id, created_at, updated_at)
    values (${id}, 'Deleted', 'private', 'videos/1', 'sources/1/source', '1', now(), now())`
  await sql`
    insert into comments (id, video_id, owner_id, content, created_at, updated_at)
    select gen_random_uuid(), ${id}, ${id}, 'A comment', now(), now() from generate_series(1, ${many}::int)`
  await sql`insert into comment_likes (user_id, comment_id) select ${id}, id from comments`
  const count = async () => {
    const [row] = await sql<{ rows: number }[]>`
      select ((select count(*) from comments) + (select count(*) from comment_likes))::int as rows`
    return row?.rows ?? 0
  }
  let left = await count()
  let steps = 0
  for await (const _ of purge(sql, new Date())) {
    const now = await count()
    expect(left - now).toBeLessThanOrEqual(batchSize)
    left = now
    if (++steps === 3) break
  }
  expect(left).toBeGreaterThan(batchSize)
  for await (const _ of purge(sql, new Date())) expect(await count()).toBeLessThanOrEqual(left)
  expect(await count()).toBe(0)
  expect(await sql`select from videos`).toHaveLength(0)
  expect(await sql`select from users`).toHaveLength(1)
})

it('a comment with very many answers is hidden at once, with its answers', async () => {
  const { sql } = app.context
  const viewer = await app.signedIn()
  const { videoId } = await addVideo(app)
  const root = await comment(viewer, videoId)
  await sql`
    insert into comments (id, video_id, parent_id, owner_id, content, created_at, updated_at)
    select gen_random_uuid(), ${videoId}, ${root._id}, ${viewer.person.id}, 'An answer', now(), now()
    from generate_series(1, ${2 * batchSize}::int)`
  const params = { commentId: root._id }
  expect((await viewer.call(api.comments.removeFromVideo, { params })).status).toBe(200)
  expect((await viewer.call(api.comments.removeFromVideo, { params })).status).toBe(404)
  expect((await viewer.call(api.comments.replies, { params, query: {} })).status).toBe(404)
  const listed = async () =>
    (await viewer.call(api.comments.listOfVideo, { params: { videoId }, query: {} })).data
  expect((await listed()).comments).toEqual([])
  await app.runJobs()
  expect(await listed()).toMatchObject({ totalDocs: 0 })
  await expectNothingLeft('parent_id', root._id)
})

it('a person who reported a comment and its answer is notified once that these reports are closed', async () => {
  const [owner, author, reporter] = [await app.signedIn(), await app.signedIn(), await app.signedIn()]
  const { videoId } = await addVideo(app, { ownerId: owner.person.id })
  const said = await comment(author, videoId)
  for (const { _id } of [said, await comment(author, videoId, said._id)])
    await reporter.call(api.reports.comment, { params: { commentId: _id }, body: { reason: 'spam' } })
  await owner.call(api.videos.remove, { params: { id: videoId } })
  await app.runJobs()
  const notifications = await app.context
    .sql`select text from notifications where user_id = ${reporter.person.id}`
  expect(notifications).toEqual([{ text: 'closed your report about a comment, because it was deleted' }])
})
