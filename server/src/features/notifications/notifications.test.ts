import { api, type Notification } from '@vireo/contract'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/app.ts'
import type { TestClient } from '../../../test/client.ts'
import { patiently } from '../../../test/patience.ts'
import { addTweet, postTweet } from '../../../test/tweets.ts'
import { addVideo, uploadForm } from '../../../test/videos.ts'
import { newId } from '../../lib/ids.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

it('are a bare array, outside /api/v1, newest first and only one’s own', async () => {
  const robin = await app.signedIn()
  const empty = await robin.fetch('/api/notifications')
  expect([empty.status, await empty.json()]).toEqual([200, []])

  const wren = await app.createPerson('wren', 'Wren Field')
  const rows = ['subscribed to your channel', 'liked your video'].map((message, i) => ({
    id: newId(),
    user_id: robin.person.id,
    actor_id: wren.id,
    message,
    created_at: new Date(Date.now() + i * 1000),
  }))
  await app.context.sql`insert into notifications ${app.context.sql(rows)}`
  const list = await (await robin.fetch('/api/notifications')).json()
  expect(list).toEqual([
    { id: rows[1]?.id, name: 'Wren Field', avatarUrl: null, message: 'liked your video' },
    { id: rows[0]?.id, name: 'Wren Field', avatarUrl: null, message: 'subscribed to your channel' },
  ])
  const other = await app.signedIn()
  expect(await (await other.fetch('/api/notifications')).json()).toEqual([])
})

it('read as one sentence with the name before them, whatever they tell', async () => {
  const robin = await app.signedIn('robin', 'Robin Red')
  const wren = await app.signedIn('wrensong', 'Wren Song')
  const { videoId } = await addVideo(app, { ownerId: robin.person.id })
  const { tweetId } = await addTweet(app, { ownerId: robin.person.id })
  const channelId = robin.person.id
  const comment = 'Hello'
  const onVideo = await robin.call(api.comment.addToVideo, { params: { videoId }, body: { comment } })
  const onTweet = await robin.call(api.comment.addToTweet, { params: { tweetId }, body: { comment } })
  const [videoComment, tweetReply] = [onVideo.data.comment._id, onTweet.data.comment._id]

  await wren.call(api.subscription.toggle, { params: { channelId } })
  await wren.call(api.comment.addToVideo, { params: { videoId }, body: { comment } })
  await wren.call(api.comment.addToVideo, { params: { videoId }, body: { comment, parentId: videoComment } })
  await wren.call(api.comment.addToTweet, { params: { tweetId }, body: { comment } })
  await wren.call(api.comment.addToTweet, { params: { tweetId }, body: { comment, parentId: tweetReply } })
  expect(await sentencesFor(robin)).toEqual([
    'Wren Song answered your reply',
    'Wren Song replied to your tweet',
    'Wren Song replied to your comment',
    'Wren Song commented on your video',
    'Wren Song subscribed to your channel',
  ])

  await postTweet(robin, 'A tweet')
  await robin.call(api.video.upload, { form: await uploadForm('tiny', { title: 'Dawn chorus' }) })
  await vi.waitFor(
    async () =>
      expect((await sentencesFor(wren)).sort()).toEqual([
        'Robin Red posted a new tweet',
        'Robin Red uploaded a video: Dawn chorus',
      ]),
    patiently,
  )
})

async function sentencesFor(client: TestClient) {
  const list = (await (await client.fetch('/api/notifications')).json()) as Notification[]
  return list.map(({ name, message }) => `${name} ${message}`)
}

it('are for signed-in people, and the refusal is an envelope like any other', async () => {
  const answer = await app.visitor().call(api.notification.list)
  expect(answer).toMatchObject({ status: 401, message: 'Please sign in' })
})
