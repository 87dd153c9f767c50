import { api, limits } from '@vireo/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import type { TestClient } from '../../../../test/app/client.ts'
import { deleteAccountPermanently } from '../../../../test/content/deletion.ts'
import { addVideo } from '../../../../test/content/videos.ts'
import { actionsOf, getOpenCase, remove, report, staff } from '../../staff/moderation/test-kit.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function post(client: TestClient, videoId: string, comment: string, parentId?: string) {
  const body = { comment, ...(parentId && { parentId }) }
  const { data } = await client.call(api.comments.addToVideo, { params: { videoId }, body })
  return data.comment
}

type ListQuery = { limit?: number; cursor?: string; sort?: 'newest' | 'top' }
const list = (client: TestClient, videoId: string, query: ListQuery = {}) =>
  client.call(api.comments.listOfVideo, { params: { videoId }, query })

it('a comment is posted, listed newest first, counted and kept as typed', async () => {
  const viewer = await app.signedIn(undefined, 'Robin Viewer')
  const { videoId } = await addVideo(app)
  const text = 'First & <b>"foremost"</b>\nat 0:12 – https://example.org/?a=1&b=2'
  const answer = await viewer.call(api.comments.addToVideo, { params: { videoId }, body: { comment: text } })
  expect(answer).toMatchObject({ status: 200, message: 'Comment posted' })
  await post(viewer, videoId, 'Second')
  const { data } = await list(app.visitor(), videoId)
  expect(data.totalDocs).toBe(2)
  expect(data.comments.map((comment) => comment.content)).toEqual(['Second', text])
  expect(data.comments[1]).toMatchObject({
    text,
    likes: 0,
    isEdited: false,
    updatedAt: expect.stringMatching(/^\d{4}-.+Z$/),
    owner: {
      _id: viewer.person.id,
      username: viewer.person.username,
      fullname: 'Robin Viewer',
      avatar: null,
    },
  })
  const video = await app.visitor().call(api.videos.get, { params: { id: videoId } })
  expect(video.data.commentsCount).toBe(2)
})

it('the list pages by cursor without gaps or repeats while others comment', async () => {
  const viewer = await app.signedIn()
  const { videoId } = await addVideo(app)
  for (let i = 0; i < 5; i++) await post(viewer, videoId, `Number ${i}`)
  const first = await list(viewer, videoId, { limit: 3 })
  await post(viewer, videoId, 'Late')
  const second = await list(viewer, videoId, { limit: 3, cursor: first.data.nextCursor ?? '' })
  const seen = [...first.data.comments, ...second.data.comments].map((comment) => comment.content)
  expect(seen).toEqual([4, 3, 2, 1, 0].map((i) => `Number ${i}`))
  expect(second.data.nextCursor).toBeNull()
})

it('the most liked comments come first if asked for, the newest of equals first, page by page', async () => {
  const [viewer, other] = [await app.signedIn(), await app.signedIn()]
  const { videoId } = await addVideo(app)
  const posted = []
  for (let i = 0; i < 5; i++) posted.push(await post(viewer, videoId, `Number ${i}`))
  for (const [client, index] of [
    [viewer, 1],
    [other, 1],
    [viewer, 3],
  ] as const)
    await client.call(api.likes.toggleComment, { params: { commentId: posted[index]?._id ?? '' }, body: {} })
  const seen = []
  let cursor: string | null = null
  do {
    const { data }: Awaited<ReturnType<typeof list>> = await list(app.visitor(), videoId, {
      sort: 'top',
      limit: 2,
      ...(cursor && { cursor }),
    })
    seen.push(...data.comments.map((comment) => comment.content))
    cursor = data.nextCursor
  } while (cursor)
  expect(seen).toEqual([1, 3, 4, 2, 0].map((i) => `Number ${i}`))
  const { data } = await list(viewer, videoId, { limit: 1 })
  const elsewhere = await list(viewer, videoId, { sort: 'top', cursor: data.nextCursor ?? '' })
  expect(elsewhere.status, 'a cursor of the other order').toBe(400)
})

describe('a comment is refused', () => {
  it.each([{}, { comment: '' }, { comment: ' \n\t ' }, { content: ' ' }])(
    'if it is empty: %j',
    async (body) => {
      const viewer = await app.signedIn()
      const { videoId } = await addVideo(app)
      const answer = await viewer.call(api.comments.addToVideo, { params: { videoId }, body })
      expect(answer).toMatchObject({ status: 400, message: 'Comment is required' })
    },
  )

  it('if it is too long, of the wrong type, by a visitor, or on a hidden video', async () => {
    const viewer = await app.signedIn()
    const { videoId } = await addVideo(app)
    const { videoId: hidden } = await addVideo(app, { visibility: 'private' })
    const params = { videoId }
    const long = { comment: 'x'.repeat(limits.commentLength + 1) }
    expect((await viewer.call(api.comments.addToVideo, { params, body: long })).status).toBe(400)
    const wrong = await viewer.callUnchecked(api.comments.addToVideo, { params, body: { comment: 7 } })
    expect(wrong.envelope.errors?.[0]?.field).toBe('comment')
    const body = { comment: 'Hello' }
    expect((await app.visitor().call(api.comments.addToVideo, { params, body })).status).toBe(401)
    const onHidden = await viewer.call(api.comments.addToVideo, { params: { videoId: hidden }, body })
    expect(onHidden.status).toBe(404)
    expect((await list(viewer, hidden)).status).toBe(404)
  })

  it('if one person sends too many', async () => {
    const viewer = await app.signedIn()
    const { videoId } = await addVideo(app)
    const answers = await Promise.all(
      Array.from({ length: 40 }, () =>
        viewer.call(api.comments.addToVideo, { params: { videoId }, body: { comment: 'Again' } }),
      ),
    )
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(10)
  })
})

describe('replies', () => {
  it('are one level deep, oldest first, and notify the person they answer', async () => {
    const [author, viewer] = [await app.signedIn(), await app.signedIn()]
    const { videoId } = await addVideo(app)
    const parent = await post(author, videoId, 'A question')
    const reply = await post(viewer, videoId, 'An answer', parent._id)
    const deeper = await post(author, videoId, 'Thanks', reply._id)
    expect(deeper.parentId, 'an answer to an answer joins the conversation').toBe(parent._id)
    const { data } = await viewer.call(api.comments.replies, { params: { commentId: parent._id }, query: {} })
    expect(data.comments.map((comment) => comment.content)).toEqual(['An answer', 'Thanks'])
    const top = (await list(viewer, videoId)).data.comments
    expect(top).toHaveLength(1)
    expect(top[0]?.repliesCount).toBe(2)
    const notifications = (await (await author.fetch('/api/notifications')).json()) as { action: string }[]
    expect(notifications.map((one) => one.action)).toContain('replied to your comment')
  })

  it('can be requested individually, with the comment they answer, by people who may see both', async () => {
    const [author, viewer, blocked] = [await app.signedIn(), await app.signedIn(), await app.signedIn()]
    const { videoId } = await addVideo(app)
    const parent = await post(author, videoId, 'A question')
    const reply = await post(viewer, videoId, 'An answer', parent._id)
    const thread = (client: Pick<TestClient, 'call'>, commentId: string) =>
      client.call(api.comments.thread, { params: { commentId } })
    const { data } = await thread(app.visitor(), reply._id)
    expect(data).toMatchObject({ comments: [{ _id: parent._id }, { _id: reply._id }], subjectId: videoId })
    expect((await thread(viewer, parent._id)).data.comments).toMatchObject([{ _id: parent._id }])
    await author.call(api.blocks.add, { params: { userId: blocked.person.id } })
    expect((await thread(blocked, reply._id)).status).toBe(404)
    expect((await thread(viewer, 'nonsense')).status).toBe(404)
  })

  it('are not found when the comment above them is hidden', async () => {
    const [author, viewer, other] = [await app.signedIn(), await app.signedIn(), await app.signedIn()]
    const moderator = await staff(app, 'moderator')
    const { sql } = app.context
    const { videoId } = await addVideo(app)
    const parent = await post(author, videoId, 'A question')
    const { _id: commentId } = await post(viewer, videoId, `Ask @${other.person.username}`, parent._id)
    const seen = async () => [
      (await other.call(api.likes.toggleComment, { params: { commentId } })).status,
      (await other.call(api.comments.thread, { params: { commentId } })).status,
      (await actionsOf(other)).length,
    ]
    expect(await seen()).toEqual([200, 200, 1])
    await other.call(api.blocks.add, { params: { userId: author.person.id } })
    expect(await seen(), 'by someone who is blocked').toEqual([404, 404, 0])
    await other.call(api.blocks.remove, { params: { userId: author.person.id } })
    expect(await seen()).toEqual([200, 200, 1])
    await sql`update users set suspended_at = now() where id = ${author.person.id}`
    expect(await seen(), 'by someone who is suspended').toEqual([404, 404, 0])
    await sql`update users set suspended_at = null where id = ${author.person.id}`
    expect(await seen()).toEqual([200, 200, 1])
    await report(viewer, 'comment', parent._id)
    await remove(moderator, (await getOpenCase(moderator, parent._id))._id)
    expect(await seen(), 'removed').toEqual([404, 404, 0])
  })

  it('cannot answer a comment of another video', async () => {
    const viewer = await app.signedIn()
    const [one, other] = [await addVideo(app), await addVideo(app)]
    const parent = await post(viewer, one.videoId, 'Here')
    const body = { comment: 'There', parentId: parent._id }
    const answer = await viewer.call(api.comments.addToVideo, { params: { videoId: other.videoId }, body })
    expect(answer.status).toBe(400)
  })

  it('are deleted with the comment that they answer', async () => {
    const viewer = await app.signedIn()
    const { videoId } = await addVideo(app)
    const parent = await post(viewer, videoId, 'Soon gone')
    await post(viewer, videoId, 'Me too', parent._id)
    await viewer.call(api.comments.removeFromVideo, { params: { commentId: parent._id } })
    expect((await list(viewer, videoId)).data).toMatchObject({ comments: [], totalDocs: 0 })
  })
})

it('only the author changes and deletes a comment; others may report it, once', async () => {
  const [author, other] = [await app.signedIn(), await app.signedIn()]
  const { videoId } = await addVideo(app)
  const comment = await post(author, videoId, 'Mine')
  const params = { commentId: comment._id }
  expect((await other.call(api.comments.updateOnVideo, { params, body: { comment: 'Yours' } })).status).toBe(
    403,
  )
  expect((await other.call(api.comments.removeFromVideo, { params })).status).toBe(403)
  const report = { params, body: { reason: 'spam' as const } }
  expect((await author.call(api.reports.comment, report)).status).toBe(400)
  expect(await other.call(api.reports.comment, report)).toMatchObject({
    status: 200,
    message: 'Comment reported',
  })
  expect((await other.call(api.reports.comment, report)).status).toBe(409)
  const changed = await author.call(api.comments.updateOnVideo, { params, body: { comment: 'Still mine' } })
  expect(changed.data.updatedComment).toMatchObject({ content: 'Still mine', isEdited: true })
  expect((await author.call(api.comments.removeFromVideo, { params })).status).toBe(200)
  expect((await author.call(api.comments.removeFromVideo, { params })).status).toBe(404)
})

it('likes on comments are exact after 50 simultaneous toggles and removed with a deleted account', async () => {
  const [author, fan] = [await app.signedIn(), await app.signedIn()]
  const { videoId } = await addVideo(app)
  const params = { commentId: (await post(author, videoId, 'Like me'))._id }
  await Promise.all(
    Array.from({ length: 50 }, (_, i) => (i % 2 ? author : fan).call(api.likes.toggleComment, { params })),
  )
  const shown = async () => (await list(fan, videoId)).data.comments[0]
  expect(await shown()).toMatchObject({ likes: 2, isLiked: true })
  await deleteAccountPermanently(app, fan)
  expect((await list(author, videoId)).data.comments[0]?.likes).toBe(1)
})
