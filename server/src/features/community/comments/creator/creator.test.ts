import { api, type BodyOf } from '@vireo/contract'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../../../test/app/app.ts'
import type { TestClient } from '../../../../../test/app/client.ts'
import { addTweet, postTweet } from '../../../../../test/content/tweets.ts'
import { addVideo } from '../../../../../test/content/videos.ts'
import { makeJobsDue } from '../../../../../test/jobs/worker.ts'
import { patiently } from '../../../../../test/patience.ts'
import type { JobRun } from '../../../../jobs/define-job.ts'
import { newId } from '../../../../lib/ids.ts'
import { applySilenceJob } from './creator.jobs.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Mode = BodyOf<typeof api.tweets.setCommentsMode>['commentsMode']

/** A creator with a video and a tweet, a viewer who comments, and another viewer. */
async function setUp() {
  const [creator, viewer, other] = [await app.signedIn(), await app.signedIn(), await app.signedIn()]
  const { videoId } = await addVideo(app, { ownerId: creator.person.id, title: 'Wren at dawn' })
  const { tweetId } = await addTweet(app, { ownerId: creator.person.id })
  const add = (content: string, client: TestClient = viewer, parentId?: string) =>
    client.call(api.comments.addToVideo, { params: { videoId }, body: { comment: content, parentId } })
  const post = async (...args: Parameters<typeof add>) => (await add(...args)).data.comment._id
  const list = async (client: TestClient = other) => {
    const { data } = await client.call(api.comments.listOfVideo, { params: { videoId }, query: {} })
    return { contents: data.comments.map(({ content }) => content), total: data.totalDocs }
  }
  const setMode = (commentsMode: Mode) => {
    const form = new FormData()
    form.append('commentsMode', commentsMode)
    return creator.call(api.videos.update, { params: { id: videoId }, form })
  }
  return { creator, viewer, other, videoId, tweetId, add, post, list, setMode }
}

const remove = (client: TestClient, commentId: string, isRemoved = true) =>
  client.call(api.comments.remove, { params: { commentId }, body: { isRemoved } })
const hide = (client: TestClient, commentId: string, isHidden = true) =>
  client.call(api.comments.hide, { params: { commentId }, body: { isHidden } })
const approve = async (client: TestClient, commentId: string, updatedAt: string) =>
  client.call(api.comments.approve, { params: { commentId }, body: { updatedAt } })
const held = async (client: TestClient, state: 'waiting' | 'hidden' = 'waiting') =>
  (await client.call(api.comments.held, { query: { state } })).data.docs
const silence = (client: TestClient, userId: string) =>
  client.call(api.commentRules.silence, { params: { userId } })
const unsilence = (client: TestClient, userId: string) =>
  client.call(api.commentRules.unsilence, { params: { userId } })
const nothing = { contents: [], total: 0 }

async function notificationsTo(client: TestClient) {
  const told = (await (await client.fetch('/api/notifications')).json()) as {
    message: string
    excerpt: string
    link: string
  }[]
  return told.map(({ message, excerpt, link }) => ({ message, excerpt, link }))
}

/** Tells the authors whose comments can no longer be restored. */
async function endUndo() {
  await makeJobsDue(app.context.sql)
  await app.runJobs()
}

describe('a comment that the creator removes', () => {
  it('is gone with its replies, and its author is told which video it was on', async () => {
    const { creator, viewer, other, videoId, post, list } = await setUp()
    const id = await post('Nonsense')
    await post('An answer', other, id)
    expect((await list()).total).toBe(2)
    expect((await remove(creator, id)).status).toBe(200)
    expect(await list()).toEqual(nothing)
    expect(await list(viewer)).toEqual(nothing)
    expect(await notificationsTo(viewer)).toEqual([])
    await endUndo()
    expect(await notificationsTo(viewer)).toEqual([
      {
        message: `${creator.person.fullname} removed your comment on “Wren at dawn”`,
        excerpt: 'Nonsense',
        link: `/watch/${videoId}`,
      },
    ])
    expect((await remove(creator, id, false)).status).toBe(404)
    expect(await list()).toEqual(nothing)
  })

  it('can be restored for a moment, and then nobody is told', async () => {
    const { creator, viewer, other, post, list } = await setUp()
    const id = await post('A fine video')
    await post('Indeed', other, id)
    for (let i = 0; i < 2; i++) expect((await remove(creator, id)).status).toBe(200)
    for (let i = 0; i < 2; i++) expect((await remove(creator, id, false)).status).toBe(200)
    expect(await list()).toEqual({ contents: ['A fine video'], total: 2 })
    await endUndo()
    expect((await notificationsTo(viewer)).map(({ message }) => message)).toEqual([
      `${other.person.fullname} replied to your comment`,
    ])
  })

  it('is either restored or announced when both happen at the same moment', async () => {
    const { creator, viewer, post, list } = await setUp()
    for (let i = 0; i < 5; i++) {
      const id = await post(`Text ${i}`)
      await remove(creator, id)
      const before = (await notificationsTo(viewer)).length
      await makeJobsDue(app.context.sql)
      const [restored] = await Promise.all([remove(creator, id, false), app.runJobs()])
      const isShown = (await list()).contents.includes(`Text ${i}`)
      const isTold = (await notificationsTo(viewer)).length > before
      expect([restored.status, isShown, isTold]).toEqual(isShown ? [200, true, false] : [404, false, true])
    }
  })

  it('on a tweet works in the same way', async () => {
    const { creator, viewer, tweetId } = await setUp()
    const params = { tweetId }
    const { data } = await viewer.call(api.comments.addToTweet, { params, body: { content: 'Pfui' } })
    await remove(creator, data.comment._id)
    expect((await creator.call(api.tweets.get, { params: { id: tweetId } })).data.tweet.repliesCount).toBe(0)
    await endUndo()
    expect(await notificationsTo(viewer)).toMatchObject([
      { message: `${creator.person.fullname} removed your reply to a tweet`, link: `/tweet/${tweetId}` },
    ])
  })
})

describe('a comment that the creator hides', () => {
  it('is seen by its author alone, who notices nothing and may go on answering in it', async () => {
    const { creator, viewer, other, post, add, list } = await setUp()
    const id = await post('Look at me')
    expect((await hide(creator, id)).status).toBe(200)
    for (const client of [app.visitor(), other, creator]) expect(await list(client)).toEqual(nothing)
    expect((await list(viewer)).contents).toEqual(['Look at me'])
    const thread = await viewer.call(api.comments.thread, { params: { commentId: id } })
    expect(thread.data.comments).toMatchObject([{ isHeld: false }])
    expect((await other.call(api.comments.thread, { params: { commentId: id } })).status).toBe(404)
    expect((await add(`@${other.person.username} and you?`, viewer, id)).status).toBe(200)
    expect(await notificationsTo(other)).toEqual([])
    const change = { params: { commentId: id }, body: { comment: 'Look at me now' } }
    expect((await viewer.call(api.comments.updateOnVideo, change)).data.updatedComment.isHeld).toBe(false)
    expect(await list()).toEqual(nothing)
    await endUndo()
    expect(await notificationsTo(viewer)).toEqual([])
  })

  it('is in the creator’s list, from where it can be shown again', async () => {
    const { creator, other, videoId, post, list } = await setUp()
    const id = await post('Look at me')
    await hide(creator, id)
    await hide(creator, id)
    expect(await held(creator, 'hidden')).toMatchObject([
      { comment: { _id: id }, subject: { kind: 'video', _id: videoId, title: 'Wren at dawn' } },
    ])
    expect(await held(other, 'hidden')).toEqual([])
    for (let i = 0; i < 2; i++) expect((await hide(creator, id, false)).status).toBe(200)
    expect(await list()).toEqual({ contents: ['Look at me'], total: 1 })
    expect(await held(creator, 'hidden')).toEqual([])
  })

  it('goes to the moderators when it is shown with a word of the site', async () => {
    const { creator, viewer, post, list } = await setUp()
    const id = await post('Look at me')
    await hide(creator, id)
    await app.context.sql`update site_settings set held_words = '{cuckoo}'`
    const change = { params: { commentId: id }, body: { comment: 'A cuckoo' } }
    await viewer.call(api.comments.updateOnVideo, change)
    await hide(creator, id, false)
    expect(await list()).toEqual(nothing)
    expect(await held(creator, 'hidden')).toEqual([])
    expect((await hide(creator, id)).status).toBe(404)
    await app.context.sql`update site_settings set held_words = '{}'`
  })
})

it('people who are not the creator can decide nothing about a comment, nor the creator about one elsewhere', async () => {
  const { creator, viewer, other, post, setMode, add } = await setUp()
  const [id, elsewhere] = [await post('Mine'), await (await setUp()).post('Elsewhere')]
  const own = await post('By the creator', creator)
  await setMode('held')
  const { _id, updatedAt } = (await add('Waiting')).data.comment
  const tries: [TestClient, string][] = [
    [other, id],
    [viewer, id],
    [viewer, _id],
    [creator, elsewhere],
    [creator, own],
    [creator, newId()],
    [creator, 'nonsense'],
  ]
  for (const [client, commentId] of tries)
    for (const answer of [
      await remove(client, commentId),
      await remove(client, commentId, false),
      await hide(client, commentId),
      await hide(client, commentId, false),
      await approve(client, commentId, updatedAt),
    ])
      expect([answer.status, answer.envelope]).toMatchObject([404, { code: 'comment.not-found' }])
  expect(await held(creator)).toMatchObject([{ comment: { _id } }])
})

describe('comments that are turned off', () => {
  it('are refused and not shown, and are back when they are turned on', async () => {
    const { creator, viewer, other, videoId, add, post, list, setMode } = await setUp()
    const id = await post('Early')
    await post('An answer', creator, id)
    const mention = await post(`@${other.person.username} look`)
    const count = async (client: TestClient) =>
      (await client.call(api.videos.get, { params: { id: videoId } })).data
    expect((await setMode('off')).data).toMatchObject({ commentsMode: 'off', commentsCount: 0 })
    for (const client of [viewer, creator])
      expect(await add('Late', client)).toMatchObject({
        status: 403,
        envelope: { code: 'comment.off', message: 'Comments are turned off.' },
      })
    for (const client of [app.visitor(), viewer, creator]) {
      expect(await list(client)).toEqual(nothing)
      expect(await count(client)).toMatchObject({ commentsMode: 'off', commentsCount: 0 })
      for (const call of [api.comments.thread, api.comments.replies])
        expect((await client.call(call, { params: { commentId: id }, query: {} })).status).toBe(404)
    }
    expect((await other.call(api.likes.toggleComment, { params: { commentId: id } })).status).toBe(404)
    expect(await notificationsTo(other)).toEqual([])
    // Authors may still delete what they wrote.
    const params = { commentId: mention }
    expect((await viewer.call(api.comments.removeFromVideo, { params })).status).toBe(200)
    await setMode('on')
    expect(await list(app.visitor())).toEqual({ contents: ['Early'], total: 2 })
    expect(await count(viewer)).toMatchObject({ commentsMode: 'on', commentsCount: 2 })
  })

  it('of a tweet likewise; only its author can turn them off', async () => {
    const { creator, viewer, tweetId } = await setUp()
    const params = { id: tweetId }
    const set = (client: TestClient, commentsMode: Mode) =>
      client.call(api.tweets.setCommentsMode, { params, body: { commentsMode } })
    const reply = { params: { tweetId }, body: { content: 'Hello' } }
    await viewer.call(api.comments.addToTweet, reply)
    expect((await set(viewer, 'off')).status).toBe(403)
    expect((await set(creator, 'off')).data.tweet).toMatchObject({
      commentsMode: 'off',
      repliesCount: 0,
      isEdited: false,
    })
    expect((await viewer.call(api.comments.addToTweet, reply)).status).toBe(403)
    expect((await app.visitor().call(api.tweets.get, { params })).data.tweet.repliesCount).toBe(0)
    await set(creator, 'on')
    expect((await app.visitor().call(api.tweets.get, { params })).data.tweet.repliesCount).toBe(1)
  })
})

describe('comments that are held for approval', () => {
  it('are shown to others once the creator approves them, who is told with one notification', async () => {
    const { creator, viewer, other, add, post, list, setMode } = await setUp()
    const id = await post('Before', other)
    await setMode('held')
    const [first, answer] = [await add('First'), await add('To you', viewer, id)]
    expect(first.data.comment).toMatchObject({ isHeld: true, awaitsCreator: true })
    expect((await add('I am the creator', creator)).data.comment.isHeld).toBe(false)
    expect((await list(viewer)).contents).toEqual(['I am the creator', 'First', 'Before'])
    expect(await list()).toEqual({ contents: ['I am the creator', 'Before'], total: 2 })
    expect((await notificationsTo(creator)).slice(0, 1)).toMatchObject([
      { message: '2 comments wait for your approval', link: '/channel-comments' },
    ])
    expect(await add('And me', viewer, first.data.comment._id)).toMatchObject({
      status: 409,
      envelope: { code: 'comment.held' },
    })
    for (const { data } of [first, answer]) {
      const { _id, updatedAt } = data.comment
      for (let i = 0; i < 2; i++) expect((await approve(creator, _id, updatedAt)).status).toBe(200)
    }
    expect(await list()).toEqual({ contents: ['I am the creator', 'First', 'Before'], total: 4 })
    expect(await held(creator)).toEqual([])
    // What they have just read is no news, nor is the queue any more.
    expect((await notificationsTo(creator)).map(({ message }) => message)).toEqual([
      `${other.person.fullname} commented on your video`,
    ])
    expect((await notificationsTo(other)).map(({ excerpt }) => excerpt)).toEqual(['To you'])
  })

  it('are not approved unread, and wait again after a change', async () => {
    const { creator, viewer, add, list, setMode } = await setUp()
    await setMode('held')
    const { _id, updatedAt } = (await add('Kind words')).data.comment
    app.clock.advance(1)
    const change = (comment: string) =>
      viewer.call(api.comments.updateOnVideo, { params: { commentId: _id }, body: { comment } })
    await change('Other words')
    expect((await approve(creator, _id, updatedAt)).status).toBe(409)
    const [waiting] = await held(creator)
    await approve(creator, _id, waiting?.comment.updatedAt ?? '')
    expect((await list()).contents).toEqual(['Other words'])
    await change('Third words')
    expect(await list()).toEqual(nothing)
    expect(await held(creator)).toMatchObject([{ comment: { content: 'Third words' } }])
  })

  it('wait for the creator after the moderators', async () => {
    const { creator, add, list, setMode } = await setUp()
    await app.context.sql`update site_settings set held_words = '{cuckoo}'`
    await setMode('held')
    const { _id, updatedAt } = (await add('A cuckoo')).data.comment
    expect(await held(creator)).toEqual([])
    const moderator = await app.signedIn()
    await app.context.sql`update users set role = 'moderator' where id = ${moderator.person.id}`
    const queue = await moderator.call(api.moderation.held, { query: {} })
    expect(queue.data.docs.map(({ comment }) => comment._id)).toContain(_id)
    const decision = { params: { commentId: _id }, body: { updatedAt } }
    expect((await moderator.call(api.moderation.approve, decision)).status).toBe(200)
    expect((await moderator.call(api.moderation.approve, decision)).status).toBe(404)
    expect(await list()).toEqual(nothing)
    expect((await approve(creator, _id, updatedAt)).status).toBe(200)
    expect((await list()).contents).toEqual(['A cuckoo'])
    await app.context.sql`update site_settings set held_words = '{}'`
  })

  it('are announced and counted as the creator’s list has them', async () => {
    const { creator, viewer, other, add, setMode } = await setUp()
    await setMode('held')
    await add('First')
    const messages = async () => (await notificationsTo(creator)).map(({ message }) => message)
    expect(await messages()).toEqual(['1 comment waits for your approval'])
    await creator.call(api.notifications.markAllRead, { body: {} })
    app.clock.advance(1)
    await add('Second', other)
    expect(await messages()).toEqual(['2 comments wait for your approval'])
    await app.context.sql`update users set suspended_at = now() where id = ${viewer.person.id}`
    expect(await held(creator)).toHaveLength(1)
    expect(await messages()).toEqual(['1 comment waits for your approval'])
  })

  it('are shown without that mark by a version that knows no approval', async () => {
    const { other, videoId, add, setMode } = await setUp()
    await setMode('held')
    const { _id } = (await add('A fine video')).data.comment
    await app.context.sql`update comments set is_held = false where id = ${_id}`
    const { data } = await other.call(api.comments.listOfVideo, { params: { videoId }, query: {} })
    expect(data.comments).toMatchObject([{ _id, isHeld: false, awaitsCreator: false }])
  })
})

describe('the rules of a channel', () => {
  const setWords = (client: TestClient, words: string[], lastSeen?: string[]) =>
    client.call(api.commentRules.setWords, { body: { words, ...(lastSeen && { lastSeen }) } })

  it('hold comments with a blocked word, however it is written, but not the creator’s own', async () => {
    const { creator, add } = await setUp()
    await setWords(creator, [' Straße ', 'STRASSE', 'fine day'])
    const { data } = await creator.call(api.commentRules.get)
    expect(data).toEqual({ commentsMode: 'on', blockedWords: ['Straße', 'fine day'] })
    const isHeld = async (text: string, client?: TestClient) => (await add(text, client)).data.comment.isHeld
    expect(await isHeld('On this STRASSE!')).toBe(true)
    expect(await isHeld('A fine\nday')).toBe(true)
    expect(await isHeld('Strassen')).toBe(false)
    expect(await isHeld('Straße', creator)).toBe(false)
    expect(await held(creator)).toHaveLength(2)
  })

  it('are not overwritten by a tab with an older list', async () => {
    const { creator } = await setUp()
    await setWords(creator, ['owl'], [])
    expect(await setWords(creator, ['heron'], [])).toMatchObject({
      status: 409,
      envelope: { code: 'settings.changed' },
    })
    expect((await setWords(creator, ['owl', 'heron'], ['owl'])).status).toBe(200)
  })

  it('set who may comment on new tweets', async () => {
    const { creator } = await setUp()
    await creator.call(api.commentRules.setMode, { body: { commentsMode: 'held' } })
    expect((await creator.call(api.commentRules.get)).data.commentsMode).toBe('held')
    expect((await postTweet(creator)).commentsMode).toBe('held')
  })

  it('hide a silenced person’s comments on all of the channel from others, earlier ones too', async () => {
    const { creator, viewer, other, tweetId, post, list } = await setUp()
    await post('Earlier')
    await viewer.call(api.comments.addToTweet, { params: { tweetId }, body: { content: 'A reply' } })
    const elsewhere = await setUp()
    await elsewhere.post('Elsewhere', viewer)
    await post('Unconcerned', other)
    for (let i = 0; i < 2; i++) expect((await silence(creator, viewer.person.id)).status).toBe(200)
    await app.runJobs()
    await post('Later')
    expect(await list()).toEqual({ contents: ['Unconcerned'], total: 1 })
    expect((await list(viewer)).contents).toEqual(['Later', 'Unconcerned', 'Earlier'])
    expect((await elsewhere.list()).contents).toEqual(['Elsewhere'])
    const tweet = await other.call(api.tweets.get, { params: { id: tweetId } })
    expect(tweet.data.tweet.repliesCount).toBe(0)
    expect(await held(creator)).toEqual([])
    expect(await held(creator, 'hidden')).toHaveLength(3)
    const people = await creator.call(api.commentRules.silenced, { query: {} })
    expect(people.data.docs).toMatchObject([{ _id: viewer.person.id }])
    expect((await viewer.call(api.commentRules.silenced, { query: {} })).data.docs).toEqual([])

    await unsilence(creator, viewer.person.id)
    await unsilence(creator, viewer.person.id)
    await app.runJobs()
    expect(await list()).toEqual({ contents: ['Later', 'Unconcerned', 'Earlier'], total: 3 })
    expect(await held(creator, 'hidden')).toEqual([])
  })

  it('do not show again what the creator hid by itself, nor what was removed', async () => {
    const { creator, viewer, post, list } = await setUp()
    const [hidden, removed] = [await post('Hidden'), await post('Removed')]
    await post('Shown')
    await hide(creator, hidden)
    await remove(creator, removed)
    await silence(creator, viewer.person.id)
    await app.runJobs()
    expect(await list()).toEqual(nothing)
    await unsilence(creator, viewer.person.id)
    await app.runJobs()
    expect((await list()).contents).toEqual(['Shown'])
  })

  it('show again what was shown before, and let the rest wait, when a silence ends on a held video', async () => {
    const { creator, viewer, add, post, list, setMode } = await setUp()
    await post('Shown')
    await setMode('held')
    await add('Waiting')
    await silence(creator, viewer.person.id)
    await app.runJobs()
    await add('Silenced')
    expect(await list()).toEqual(nothing)
    expect(await held(creator)).toEqual([])
    await unsilence(creator, viewer.person.id)
    await app.runJobs()
    expect((await list()).contents).toEqual(['Shown'])
    const waiting = (await held(creator)).map(({ comment }) => comment.content)
    expect(waiting).toEqual(['Silenced', 'Waiting'])
  })

  it('show a person’s comments whose silence ended while they were being hidden', async () => {
    const { creator, viewer, videoId, post, list } = await setUp()
    await post('Shown')
    await silence(creator, viewer.person.id)
    const { sql } = app.context
    const hiding = await sql.begin(async (tx) => {
      await tx`select from videos where id = ${videoId} for no key update`
      const payload = { channelId: creator.person.id, personId: viewer.person.id }
      const run = { signal: new AbortController().signal } as JobRun
      const running = applySilenceJob.handler(app.context, payload, run)
      await vi.waitFor(async () => {
        const waiting = await sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`
        expect(waiting).toHaveLength(1)
      }, patiently)
      await unsilence(creator, viewer.person.id)
      // Without the job of that request, which may already have found nothing to show.
      return { running }
    })
    await hiding.running
    expect((await list()).contents).toEqual(['Shown'])
  })

  it('hide a comment that is restored after its author was silenced', async () => {
    const { creator, viewer, post, list } = await setUp()
    const id = await post('Nonsense')
    await remove(creator, id)
    await silence(creator, viewer.person.id)
    await app.runJobs()
    expect((await remove(creator, id, false)).status).toBe(200)
    await app.runJobs()
    expect(await list()).toEqual(nothing)
    expect(await held(creator, 'hidden')).toMatchObject([{ comment: { _id: id } }])
  })

  it('silence neither oneself nor unknown people', async () => {
    const { creator } = await setUp()
    expect(await silence(creator, creator.person.id)).toMatchObject({
      status: 400,
      envelope: { code: 'silence.self' },
    })
    for (const id of [newId(), 'nobody']) expect((await silence(creator, id)).status).toBe(404)
  })
})
