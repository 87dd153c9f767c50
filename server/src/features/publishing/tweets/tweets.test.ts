import { api, limits, type QueryOf } from '@vireo/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import { addTweet, postTweet, smallPicture, tweetForm } from '../../../../test/content/tweets.ts'
import { encodeCursor } from '../../../db/paging.ts'
import { newId } from '../../../lib/ids.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(() => app.clock.advance(61))
afterAll(() => app.close())

type ListQuery = QueryOf<typeof api.tweets.list>
const list = (query: ListQuery, client = app.visitor()) => client.call(api.tweets.list, { query })
const contents = async (query: ListQuery) => (await list(query)).data.docs.map((tweet) => tweet.content)

describe('posting', () => {
  it('keeps the text as typed, and shows it to everyone with its author and images', async () => {
    const robin = await app.signedIn(undefined, 'Robin Poster')
    const content = 'Здравствуй & <b>"мир"</b>\n@maya https://example.org/?a=1&b=2 👩‍👩‍👧‍👦'
    const form = tweetForm({ content: `  ${content}\n`, alt1: ' A red square ' }, [
      await smallPicture(),
      await smallPicture(),
    ])
    const answer = await robin.call(api.tweets.create, { form })
    expect(answer).toMatchObject({ status: 200, message: 'Tweet uploaded Successfully' })
    const { tweet } = answer.data
    expect(tweet).toMatchObject({
      content,
      likes: 0,
      isLiked: false,
      isEdited: false,
      repliesCount: 0,
      owner: { _id: robin.person.id, fullname: 'Robin Poster', username: robin.person.username },
    })
    expect(tweet.pictures.map(({ alt, width, height }) => [alt, width, height])).toEqual([
      ['A red square', 64, 48],
      ['', 64, 48],
    ])
    expect(tweet.image).toBe(tweet.pictures[0]?.url)
    const shown = await app.visitor().call(api.tweets.get, { params: { id: tweet._id } })
    expect(shown.data.tweet).toEqual(tweet)
    expect((await list({ userId: robin.person.id })).data.docs).toEqual([tweet])
  })

  it('counts user-perceived characters: 280 family emoji are accepted, 281 letters are not', async () => {
    const robin = await app.signedIn()
    const families = '👩‍👩‍👧‍👦'.repeat(limits.tweetLength)
    expect((await postTweet(robin, families)).content).toBe(families)
    const form = tweetForm({ content: 'x'.repeat(limits.tweetLength + 1) }, [await smallPicture()])
    const refused = await robin.call(api.tweets.create, { form })
    expect(refused).toMatchObject({ status: 400, message: 'Tweet must be at most 280 characters' })
  })

  it.each([
    ['no content', undefined, 'Content is required'],
    ['spaces', ' \n\t ', 'Content is required'],
    ['signs that nobody sees', '\u200b\u2060', 'Content is required'],
    ['a letter under a tower of accents', `a${'\u0301'.repeat(6000)}`, 'Tweet must be at most 8192 bytes'],
  ])('refuses %s', async (_what, content, message) => {
    const robin = await app.signedIn()
    const refused = await robin.call(api.tweets.create, {
      form: tweetForm({ content }, [await smallPicture()]),
    })
    expect(refused).toMatchObject({ status: 400, message })
    expect(refused.envelope.errors).toEqual([{ field: 'content', message }])
  })

  it('requires a session and a form, and is limited to ten times a minute', async () => {
    const form = async () => tweetForm({ content: 'Again' }, [await smallPicture()])
    expect((await app.visitor().call(api.tweets.create, { form: await form() })).status).toBe(401)
    const robin = await app.signedIn()
    expect((await robin.callUnchecked(api.tweets.create, { body: { content: 'Hi' } })).status).toBe(415)
    const answers = await Promise.all(
      Array.from({ length: 12 }, async () => robin.call(api.tweets.create, { form: await form() })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(2)
  })

  it('notifies the subscribers of the channel', async () => {
    const [robin, fan] = [await app.signedIn(undefined, 'Robin Poster'), await app.signedIn()]
    await fan.call(api.subscriptions.toggle, { params: { channelId: robin.person.id } })
    await postTweet(robin)
    const notifications = (await (await fan.fetch('/api/notifications')).json()) as object[]
    expect(notifications[0]).toMatchObject({ name: 'Robin Poster', action: 'posted a new tweet' })
  })
})

describe('the list', () => {
  it('is newest first and pages by cursor without gaps or repeats while others post', async () => {
    const { id: ownerId } = await app.createPerson()
    for (let i = 0; i < 5; i++) await addTweet(app, { ownerId, content: `Number ${i}` })
    const first = await list({ userId: ownerId, limit: 2 })
    await addTweet(app, { ownerId, content: 'Late' })
    const second = await list({ userId: ownerId, limit: 3, cursor: first.data.nextCursor ?? '' })
    const seen = [...first.data.docs, ...second.data.docs].map((tweet) => tweet.content)
    expect(seen).toEqual([4, 3, 2, 1, 0].map((i) => `Number ${i}`))
    expect(second.data.nextCursor).toBeNull()
    expect((await contents({ limit: 1 }))[0]).toBe('Late')
    expect((await contents({ userId: ownerId, sortType: 'asc' }))[0]).toBe('Number 0')
  })

  const byLikes = ['3 has 2', '0 has 2', '2 has 1', '4 has 0', '1 has 0']
  const byAge = ['4 has 0', '3 has 2', '2 has 1', '1 has 0', '0 has 2']
  it.each([
    ['likes', byLikes],
    ['views', byLikes],
    ['createdAt', byAge],
    ['duration', byAge],
    ['title', byAge],
  ] as const)('can be sorted by %s, where equal tweets are listed once each', async (sortBy, expected) => {
    const { id: ownerId } = await app.createPerson()
    const likes = [2, 0, 1, 2, 0]
    for (const [i, count] of likes.entries()) {
      const { tweetId } = await addTweet(app, { ownerId, content: `${i} has ${count}` })
      await app.context.sql`update tweets set likes_count = ${count} where id = ${tweetId}`
    }
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const query: ListQuery = { userId: ownerId, sortBy, limit: 2, ...(cursor && { cursor }) }
      const { data } = await list(query)
      seen.push(...data.docs.map((tweet) => tweet.content))
      cursor = data.nextCursor
    } while (cursor)
    expect(seen).toEqual(expected)
  })

  it('can be searched, with any text handled safely', async () => {
    const { id: userId } = await app.createPerson()
    await addTweet(app, { ownerId: userId, content: 'A Blackbird in the rain' })
    await addTweet(app, { ownerId: userId, content: 'A wren' })
    expect(await contents({ userId, query: 'blackbird' })).toEqual(['A Blackbird in the rain'])
    for (const query of ["'", '(', 'a & | !', '%', '*', '\\', '👩‍👧', 'x '.repeat(5000)])
      expect((await list({ query })).status, query.slice(0, 20)).toBe(200)
  })

  it.each([
    ['sortBy', { sortBy: 'content' }],
    ['sortType', { sortType: 'up' }],
    ['limit', { limit: 0 }],
    ['limit', { limit: 10_000 }],
    ['cursor', { cursor: 'bm9uc2Vuc2U' }],
    ['cursor', { cursor: encodeCursor({ value: 'no date', id: newId() }) }],
    ['cursor', { cursor: encodeCursor({ value: '2026-01-01', id: 'no id' }) }],
    ['cursor', { sortBy: 'likes', cursor: encodeCursor({ value: 1e99, id: newId() }) }],
    ['cursor', { sortBy: 'likes', cursor: encodeCursor({ value: '2026-01-01', id: newId() }) }],
  ])('refuses an invalid %s by name: %j', async (field, query) => {
    const answer = await list(query as ListQuery)
    expect(answer.status).toBe(400)
    expect(answer.envelope.errors?.[0]?.field).toBe(field)
  })

  it('of an unknown person is empty', async () => {
    for (const userId of ['nonsense', newId()])
      expect((await list({ userId })).data).toEqual({ docs: [], nextCursor: null })
  })
})

describe('changing and deleting', () => {
  it('is for the author: a changed tweet is marked as edited, and a deleted one is removed with its files', async () => {
    const robin = await app.signedIn()
    const tweet = await postTweet(robin, 'Frist')
    const params = { id: tweet._id }
    const changed = await robin.call(api.tweets.update, { params, body: { content: ' First ' } })
    expect(changed).toMatchObject({ status: 200, message: 'Tweet updated successfully' })
    expect(changed.data.tweet).toMatchObject({ content: 'First', isEdited: true, pictures: tweet.pictures })
    expect(changed.data.tweet.createdAt).toBe(tweet.createdAt)
    const url = tweet.pictures[0]?.url ?? ''
    expect(tweet.image).toBe(url)
    // It is not fetched before it is deleted, because the server keeps a file open for a while.
    expect(await app.context.storage.stat(url.replace('/media/', ''))).toBeDefined()

    const removed = await robin.call(api.tweets.remove, { params })
    expect(removed).toMatchObject({ status: 200, message: 'Tweet deleted successfully', data: null })
    expect((await app.visitor().call(api.tweets.get, { params })).message).toBe('Tweet not found')
    await app.runJobs()
    expect((await app.visitor().fetch(url)).status).toBe(404)
    expect((await robin.call(api.tweets.remove, { params })).status).toBe(404)
  })

  it('is refused to others, and for unknown tweets to everyone', async () => {
    const [robin, other] = [await app.signedIn(), await app.signedIn()]
    const { tweetId: id } = await addTweet(app, { ownerId: robin.person.id })
    const body = { content: 'Mine now' }
    expect((await other.call(api.tweets.update, { params: { id }, body })).status).toBe(403)
    expect((await other.call(api.tweets.remove, { params: { id } })).status).toBe(403)
    expect((await app.visitor().call(api.tweets.remove, { params: { id } })).status).toBe(401)
    for (const unknown of ['nonsense', newId(), '%00', 'x'.repeat(400)]) {
      const params = { id: unknown }
      expect((await robin.call(api.tweets.get, { params })).status).toBe(404)
      expect((await robin.call(api.tweets.update, { params, body })).status).toBe(404)
      expect((await robin.call(api.tweets.remove, { params })).status).toBe(404)
    }
    expect((await app.visitor().call(api.tweets.get, { params: { id } })).data.tweet.content).toBe('A tweet')
  })

  it.each([
    [{}, 'Content is required'],
    [{ content: ' ' }, 'Content is required'],
    [{ content: 'x'.repeat(281) }, 'Tweet must be at most 280 characters'],
    [{ content: 7 }, 'content must be string'],
    [{ content: ['a'] }, 'content must be string'],
    [{ content: 'a\0b' }, 'content must not contain a NUL character'],
  ])('refuses the text of %j', async (body, message) => {
    const robin = await app.signedIn()
    const { tweetId: id } = await addTweet(app, { ownerId: robin.person.id })
    const refused = await robin.callUnchecked(api.tweets.update, { params: { id }, body })
    expect(refused).toMatchObject({ status: 400, message })
  })

  it('deletes once if it is requested twice at once', async () => {
    const robin = await app.signedIn()
    const { tweetId: id } = await addTweet(app, { ownerId: robin.person.id })
    const answers = await Promise.all([1, 2, 3].map(() => robin.call(api.tweets.remove, { params: { id } })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
  })
})
