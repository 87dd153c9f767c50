import { api, type ReportKind } from '@vireo/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import { deleteAccountPermanently } from '../../../../test/content/deletion.ts'
import { addTweet, postTweet } from '../../../../test/content/tweets.ts'
import { addVideo } from '../../../../test/content/videos.ts'
import { patiently } from '../../../../test/patience.ts'
import { requestPurge } from '../../core/removal/request-purge.ts'
import {
  actionsOf,
  dismiss,
  findOpenCase,
  getOpenCase,
  latestEntry,
  remove,
  report,
  reverse,
  staff,
  suspend,
} from './test-kit.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const days = (count: number) => count * 24 * 3600

/** A reported item of a member, who reported it, and the open case. */
async function reported(kind: 'video' | 'tweet', title = 'Quetzals at dawn') {
  const [owner, reporter, moderator] = [
    await app.signedIn(),
    await app.signedIn(),
    await staff(app, 'moderator'),
  ]
  const ownerId = owner.person.id
  const id =
    kind === 'video'
      ? (await addVideo(app, { ownerId, title })).videoId
      : (await addTweet(app, { ownerId, content: 'Quetzals at noon' })).tweetId
  await report(reporter, kind, id)
  return { owner, reporter, moderator, id, ownerId, caseId: (await getOpenCase(moderator, id))._id }
}

describe('a dismissal', () => {
  it('closes the reports, keeps the reported item and notifies the reporters', async () => {
    const { moderator, reporter, caseId, id } = await reported('video')
    expect((await dismiss(moderator, caseId)).status).toBe(200)
    expect(await findOpenCase(moderator, id)).toBe(undefined)
    expect((await app.visitor().call(api.videos.get, { params: { id } })).status).toBe(200)
    expect(await actionsOf(reporter)).toEqual([
      'looked at the video that you reported and found nothing against the rules',
    ])
    expect(await report(reporter, 'video', id)).toMatchObject({ status: 409 })
  })

  it('can be reversed, which reopens the same reports', async () => {
    const { moderator, caseId, id } = await reported('tweet')
    await dismiss(moderator, caseId)
    expect((await reverse(moderator, (await latestEntry(moderator))._id)).status).toBe(200)
    expect(await getOpenCase(moderator, id)).toMatchObject({ reportsCount: 1 })
    expect(await latestEntry(moderator)).toMatchObject({ action: 'reopen', canReverse: false })
    expect(await reverse(moderator, (await latestEntry(moderator))._id)).toMatchObject({
      status: 400,
      envelope: { code: 'moderation.not-reversible' },
    })
  })
})

it('only one of two simultaneous decisions takes effect, and it is logged and announced once', async () => {
  const { moderator, reporter, caseId } = await reported('video')
  const second = await staff(app, 'moderator')
  const answers = await Promise.all([
    dismiss(moderator, caseId),
    remove(second, caseId),
    dismiss(second, caseId),
    remove(moderator, caseId),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  expect(await actionsOf(reporter)).toHaveLength(1)
  const closing = await app.context.sql`
    select distinct closed_by from reports where case_id = ${caseId} and closed_by is not null`
  expect(closing).toHaveLength(1)
})

/** The status of a file, after the seconds for which the server caches access to it. */
async function statusOf(address: string) {
  app.clock.advance(4)
  return (await app.visitor().fetch(address)).status
}

/** The places where another person can find a video. */
async function traces(id: string, username: string) {
  const viewer = app.visitor()
  const { data: listed } = await viewer.call(api.videos.list, { query: { limit: 100 } })
  const { data: found } = await viewer.call(api.videos.list, { query: { query: 'hoatzins dusk' } })
  const { data: suggested } = await viewer.call(api.search.suggest, { query: { q: 'hoatz' } })
  const { data: channel } = await viewer.call(api.accounts.channel, { params: { username } })
  return {
    page: (await viewer.call(api.videos.get, { params: { id } })).status,
    comments: (await viewer.call(api.comments.listOfVideo, { params: { videoId: id }, query: {} })).status,
    listed: listed.docs.some((one) => one._id === id),
    found: found.docs.some((one) => one._id === id),
    suggested: suggested.titles.length > 0,
    counted: channel.videosCount,
  }
}

it('a removed video is hidden everywhere, even from its owner, who gets the reason; a reversal restores all of it', async () => {
  const { owner, reporter, moderator, id, ownerId, caseId } = await reported('video', 'Hoatzins at dusk')
  const { sql, storage } = app.context
  const [{ folder = '' } = {}] = await sql<{ folder: string }[]>`select folder from videos where id = ${id}`
  await storage.putBytes(`${folder}/poster/640.webp`, new Uint8Array([1, 2]), 'image/webp')
  await sql`update users set videos_count = 1 where id = ${ownerId}`
  const address = `/media/${folder}/poster/640.webp`
  expect(await statusOf(address)).toBe(200)
  await reporter.call(api.likes.toggleVideo, { params: { videoId: id } })
  await reporter.call(api.comments.addToVideo, { params: { videoId: id }, body: { comment: 'Lovely' } })
  await reporter.call(api.history.add, { params: { videoId: id }, body: {} })
  const before = await traces(id, owner.person.username)
  expect(before).toMatchObject({ page: 200, listed: true, found: true, suggested: true, counted: 1 })

  const why = { reason: 'copyright' as const, text: 'It is a film of mine.' }
  expect(await remove(moderator, caseId, why)).toMatchObject({ status: 200, message: 'Removed' })
  expect(await traces(id, owner.person.username)).toEqual({
    page: 404,
    comments: 404,
    listed: false,
    found: false,
    suggested: false,
    counted: 0,
  })
  const form = new FormData()
  form.append('title', 'Mine')
  expect((await owner.call(api.videos.get, { params: { id } })).status).toBe(404)
  expect((await owner.call(api.videos.update, { params: { id }, form })).status).toBe(404)
  expect((await owner.call(api.videos.remove, { params: { id } })).status).toBe(404)
  expect((await owner.call(api.videos.list, { query: { userId: ownerId } })).data.docs).toEqual([])
  expect((await reporter.call(api.likes.likedVideos, { query: {} })).data.likedVideos).toEqual([])
  expect((await reporter.call(api.history.list, { query: {} })).data).toEqual([])
  expect(await statusOf(address)).toBe(404)
  expect(await actionsOf(owner)).toContain(
    'removed your video “Hoatzins at dusk”. Reason: Infringes copyright. It is a film of mine.',
  )
  expect(await actionsOf(reporter)).toEqual(['removed the video that you reported'])

  app.clock.advance(days(29))
  await requestPurge(sql)
  await app.runJobs()
  expect((await reverse(await staff(app, 'admin'), (await latestEntry(moderator))._id)).status).toBe(200)
  expect(await traces(id, owner.person.username)).toEqual(before)
  const { data } = await reporter.call(api.videos.get, { params: { id } })
  expect(data).toMatchObject({ likes: 1, isLiked: true, commentsCount: 1, visibility: 'public' })
  await app.runJobs()
  expect(await statusOf(address)).toBe(200)
  expect(await actionsOf(owner)).toContain('restored your video “Hoatzins at dusk”')
  expect(await actionsOf(reporter)).toEqual([
    'restored the video that you reported after another look',
    'removed the video that you reported',
  ])
  expect(await getOpenCase(moderator, id)).toMatchObject({ reportsCount: 1 })
})

it('a removed tweet is hidden with its images, and a reversal restores them', async () => {
  const [owner, reporter, moderator] = [
    await app.signedIn(),
    await app.signedIn(),
    await staff(app, 'moderator'),
  ]
  const tweet = await postTweet(owner, 'Quetzals at noon')
  const image = tweet.pictures[0]?.url ?? ''
  const params = { tweetId: tweet._id }
  await reporter.call(api.likes.toggleTweet, { params })
  await reporter.call(api.comments.addToTweet, { params, body: { content: 'Yes' } })
  await report(reporter, 'tweet', tweet._id)
  const get = () => reporter.call(api.tweets.get, { params: { id: tweet._id } })
  expect(await statusOf(image)).toBe(200)
  await remove(moderator, (await getOpenCase(moderator, tweet._id))._id)
  expect((await get()).status).toBe(404)
  expect((await reporter.call(api.tweets.list, { query: { userId: owner.person.id } })).data.docs).toEqual([])
  expect((await owner.call(api.tweets.remove, { params: { id: tweet._id } })).status).toBe(404)
  expect(await statusOf(image)).toBe(404)
  await reverse(moderator, (await latestEntry(moderator))._id)
  expect((await get()).data.tweet).toMatchObject({ likes: 1, isLiked: true, repliesCount: 1 })
  expect(await statusOf(image)).toBe(200)
})

it('counts include only visible comments, after any removal, restoration and deletion', async () => {
  const [author, moderator, reporter] = [
    await app.signedIn(),
    await staff(app, 'moderator'),
    await app.signedIn(),
  ]
  const { videoId } = await addVideo(app)
  const post = async (parentId?: string) => {
    const body = { comment: 'A comment', ...(parentId && { parentId }) }
    return (await author.call(api.comments.addToVideo, { params: { videoId }, body })).data.comment._id
  }
  const counts = async () => {
    const { data: video } = await author.call(api.videos.get, { params: { id: videoId } })
    const { data } = await author.call(api.comments.listOfVideo, { params: { videoId }, query: {} })
    return [video.commentsCount, data.totalDocs, ...data.comments.map((one) => one.repliesCount)]
  }
  const take = async (id: string) => {
    await report(reporter, 'comment', id)
    await remove(moderator, (await getOpenCase(moderator, id))._id)
    return (await latestEntry(moderator))._id
  }
  const [other, parent] = [await post(), await post()]
  const replies = [await post(parent), await post(parent)]
  expect(await counts()).toEqual([4, 4, 2, 0])
  const reply = await take(replies[0] ?? '')
  expect(await counts()).toEqual([3, 3, 1, 0])
  const whole = await take(parent)
  expect(await counts()).toEqual([1, 1, 0])
  expect((await author.call(api.comments.replies, { params: { commentId: parent }, query: {} })).status).toBe(
    404,
  )
  expect(
    (await author.call(api.likes.toggleComment, { params: { commentId: replies[1] ?? '' } })).status,
  ).toBe(404)
  await reverse(moderator, reply)
  expect(await counts()).toEqual([1, 1, 0])
  await reverse(moderator, whole)
  expect(await counts()).toEqual([4, 4, 2, 0])
  await author.call(api.comments.removeFromVideo, { params: { commentId: parent } })
  expect(await counts()).toEqual([1, 1, 0])
  await author.call(api.comments.removeFromVideo, { params: { commentId: other } })
  expect(await counts()).toEqual([0, 0])
})

it('restoring a comment locks its video before any person, as every change to the video does', async () => {
  const [owner, reporter, moderator] = [
    await app.signedIn(),
    await app.signedIn(),
    await staff(app, 'moderator'),
  ]
  const { sql } = app.context
  const { videoId } = await addVideo(app, { ownerId: owner.person.id })
  const { data } = await owner.call(api.comments.addToVideo, {
    params: { videoId },
    body: { comment: 'Mine' },
  })
  await report(reporter, 'comment', data.comment._id)
  await remove(moderator, (await getOpenCase(moderator, data.comment._id))._id)
  const { _id } = await latestEntry(moderator)
  const restored = await sql.begin(async (tx) => {
    await tx`select from videos where id = ${videoId} for no key update`
    const restoring = reverse(moderator, _id)
    const waiting = () => sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await waiting()).length, patiently).toBe(1)
    // Fails if the reversal holds this lock: the two would deadlock.
    await tx`select from users where id = ${owner.person.id} for no key update nowait`
    return { restoring }
  })
  expect((await restored.restoring).status).toBe(200)
})

describe('a decision of an administrator', () => {
  const refused = {
    status: 403,
    message: 'Only an administrator can reverse a decision of an administrator',
    envelope: { code: 'moderation.not-allowed' },
  }

  it.each(['suspension', 'removal', 'dismissal'] as const)(
    'is not reversed by a moderator: a %s',
    async (decision) => {
      const [admin, { moderator, caseId, ownerId }] = [await staff(app, 'admin'), await reported('video')]
      if (decision === 'suspension') await suspend(admin, ownerId)
      else await (decision === 'removal' ? remove : dismiss)(admin, caseId)
      const entry = await latestEntry(admin)
      expect([entry.canReverse, (await latestEntry(moderator)).canReverse]).toEqual([true, false])
      expect(await reverse(moderator, entry._id)).toMatchObject(refused)
      // It is the role at the time of the decision that counts.
      await app.context.sql`update users set role = 'moderator' where id = ${admin.person.id}`
      expect(await reverse(moderator, entry._id)).toMatchObject(refused)
      expect(await reverse(admin, entry._id)).toMatchObject(refused)
      expect((await reverse(await staff(app, 'admin'), entry._id)).status).toBe(200)
    },
  )

  it('from before roles were recorded is one of somebody who is an administrator now, or whose account is gone', async () => {
    const { sql } = app.context
    const [admin, { moderator, caseId }] = [await staff(app, 'admin'), await reported('video')]
    await remove(admin, caseId)
    const { _id } = await latestEntry(admin)
    await sql.begin(async (tx) => {
      await tx`alter table audit_log disable trigger user`
      await tx`update audit_log set actor_role = null where id = ${_id}`
      await tx`alter table audit_log enable trigger user`
    })
    expect(await reverse(moderator, _id)).toMatchObject(refused)
    await sql`delete from users where id = ${admin.person.id}`
    expect(await reverse(moderator, _id)).toMatchObject(refused)
    expect((await reverse(await staff(app, 'admin'), _id)).status).toBe(200)
  })
})

it('the log offers a reversal only to those who may do it', async () => {
  const { moderator, caseId, ownerId } = await reported('video')
  await remove(moderator, caseId)
  expect(await latestEntry(moderator)).toMatchObject({ action: 'remove', canReverse: true })
  await app.context.sql`update users set role = 'admin' where id = ${ownerId}`
  expect((await latestEntry(moderator)).canReverse).toBe(false)
  expect((await latestEntry(await staff(app, 'admin'))).canReverse).toBe(true)
})

it('simultaneous reversals restore once', async () => {
  const { moderator, owner, caseId } = await reported('video')
  await remove(moderator, caseId)
  const { _id } = await latestEntry(moderator)
  const answers = await Promise.all([1, 2, 3].map(() => reverse(moderator, _id)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(await actionsOf(owner)).toHaveLength(2)
})

it('after 30 days nothing can be reversed, and removed items are deleted with their files and counts', async () => {
  const { sql, storage } = app.context
  const { moderator, reporter, owner, caseId, id } = await reported('video')
  const tweet = await reported('tweet')
  const [{ folder = '' } = {}] = await sql<{ folder: string }[]>`select folder from videos where id = ${id}`
  await storage.putBytes(`${folder}/poster/640.webp`, new Uint8Array([1]), 'image/webp')
  await reporter.call(api.comments.addToVideo, { params: { videoId: id }, body: { comment: 'Lovely' } })
  const { videoId } = await addVideo(app)
  const body = { comment: 'Buy now' }
  const { data } = await owner.call(api.comments.addToVideo, { params: { videoId }, body })
  await report(reporter, 'comment', data.comment._id)
  await remove(moderator, caseId)
  const { _id } = await latestEntry(moderator)
  await remove(moderator, tweet.caseId)
  await remove(moderator, (await getOpenCase(moderator, data.comment._id))._id)
  const left = async () => [
    (await sql`select from videos where id = ${id}`).length,
    (await sql`select from tweets where id = ${tweet.id}`).length,
    (await sql`select from comments where id = ${data.comment._id} or video_id = ${id}`).length,
    (await sql`select from moderation_cases where id in (${caseId}, ${tweet.caseId})`).length,
  ]
  app.clock.advance(days(30) - 60)
  await requestPurge(sql)
  await app.runJobs()
  expect(await left()).toEqual([1, 1, 2, 2])
  app.clock.advance(days(1))
  const later = await staff(app, 'moderator')
  expect(await reverse(later, _id)).toMatchObject({
    status: 409,
    envelope: { code: 'moderation.too-late' },
  })
  const [moved] = await sql<{ folder: string }[]>`select folder from videos where id = ${id}`
  expect(await storage.list(moved?.folder ?? '')).toHaveLength(1)
  await requestPurge(sql)
  await app.runJobs()
  expect(await left()).toEqual([0, 0, 0, 0])
  expect(await storage.list(moved?.folder ?? '')).toEqual([])
  const { data: video } = await later.call(api.videos.get, { params: { id: videoId } })
  expect(video.commentsCount).toBe(0)
  const { data: log } = await later.call(api.moderation.log, { query: { limit: 100 } })
  expect(log.docs.find((entry) => entry._id === _id)).toMatchObject({ subjectName: 'Quetzals at dawn' })
})

it('deleting an account also deletes items that moderators removed from it, before the 30 days are over', async () => {
  const { owner, moderator, caseId, id } = await reported('video')
  await remove(moderator, caseId)
  const { _id } = await latestEntry(moderator)
  await deleteAccountPermanently(app, owner)
  expect(await app.context.sql`select from videos where id = ${id}`).toEqual([])
  expect((await reverse(moderator, _id)).status).toBe(404)
})

describe('permissions', () => {
  const items: ReportKind[] = ['video', 'tweet']
  it.each(items)('neither the owner of a %s nor other members may decide about it', async (kind) => {
    const { owner, reporter, caseId } = await reported(kind as 'video' | 'tweet')
    for (const client of [owner, reporter])
      for (const act of [dismiss, remove]) expect((await act(client, caseId)).status).toBe(404)
    expect((await dismiss(app.visitor(), caseId)).status).toBe(404)
  })

  it('a moderator neither sees nor decides reports about themselves or an administrator, but an administrator does', async () => {
    const [moderator, admin, reporter] = [
      await staff(app, 'moderator'),
      await staff(app, 'admin'),
      await app.signedIn(),
    ]
    for (const owner of [moderator, admin]) {
      const { videoId } = await addVideo(app, { ownerId: owner.person.id })
      await report(reporter, 'video', videoId)
      expect(await findOpenCase(moderator, videoId)).toBe(undefined)
      const { _id } = await getOpenCase(admin, videoId)
      for (const act of [dismiss, remove])
        expect(await act(moderator, _id)).toMatchObject({
          status: 403,
          envelope: { code: 'moderation.not-allowed' },
        })
      expect((await remove(admin, _id)).status).toBe(200)
      expect((await reverse(moderator, (await latestEntry(admin))._id)).status).toBe(403)
    }
  })

  it('a moderator neither sees nor decides held comments of themselves or an administrator', async () => {
    const [moderator, admin] = [await staff(app, 'moderator'), await staff(app, 'admin')]
    const { videoId } = await addVideo(app)
    const authors = [moderator, admin, await app.signedIn()]
    const ids: string[] = []
    for (const author of authors) {
      const body = { comment: 'Visit the casino' }
      const { data } = await author.call(api.comments.addToVideo, { params: { videoId }, body })
      ids.push(data.comment._id)
    }
    await app.context.sql`update comments set is_held = true where video_id = ${videoId}`
    const seenBy = async (client: typeof moderator) => {
      const { data } = await client.call(api.moderation.held, { query: { limit: 100 } })
      const { data: summary } = await client.call(api.moderation.summary)
      return [data.docs.map(({ comment }) => comment._id), summary.heldComments]
    }
    expect(await seenBy(moderator)).toEqual([ids.slice(2), 1])
    expect(await seenBy(admin)).toEqual([ids, 3])
    const removeHeld = { params: { commentId: ids[0] ?? '' }, body: { reason: 'spam' as const } }
    expect((await moderator.call(api.moderation.removeHeld, removeHeld)).status).toBe(403)
  })

  it('a profile cannot be removed, only suspended', async () => {
    const [moderator, reporter, { id }] = [
      await staff(app, 'moderator'),
      await app.signedIn(),
      await app.createPerson(),
    ]
    await report(reporter, 'profile', id)
    const { _id } = await getOpenCase(moderator, id)
    expect(await remove(moderator, _id)).toMatchObject({
      status: 400,
      envelope: { code: 'moderation.not-removable' },
    })
    expect(await getOpenCase(moderator, id)).toMatchObject({ kind: 'profile', profile: { _id: id } })
  })
})
