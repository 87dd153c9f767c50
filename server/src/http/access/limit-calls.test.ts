import { type AnyEndpoint, addressOf, api } from '@vireo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/app/app.ts'
import { postTweet } from '../../../test/content/tweets.ts'
import { addVideo } from '../../../test/content/videos.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const limited = Object.entries(api).flatMap(([group, calls]) =>
  Object.entries(calls).flatMap(([name, endpoint]: [string, AnyEndpoint]) =>
    endpoint.limit ? [{ name: `${group}.${name}`, endpoint, limit: endpoint.limit }] : [],
  ),
)

it('every call with a limit is refused beyond it, before its body is read, with the time to wait', async () => {
  const client = await app.signedIn()
  const { sql, clock } = app.context
  await sql`update users set role = 'admin' where id = ${client.person.id}`
  const resetsAt = new Date(clock.now().getTime() + 30_000)
  const rows = [...new Map(limited.map(({ limit }) => [limit.name, limit])).values()].map((limit) => ({
    key: `${limit.name}:${client.person.id}`,
    count: limit.max,
    resets_at: resetsAt,
  }))
  await sql`insert into rate_limits ${sql(rows)}`
  expect(limited.length).toBeGreaterThan(50)
  for (const { name, endpoint } of limited) {
    const path = addressOf(endpoint).replace(/:\w+/g, 'x')
    const headers = { 'content-type': 'application/json' }
    const { method } = endpoint
    const body = method === 'GET' ? undefined : '{ not even JSON'
    const response = await client.fetch(path, { method, headers, ...(body && { body }) })
    await response.body?.cancel()
    expect([response.status, Number(response.headers.get('retry-after')) > 0], name).toEqual([429, true])
  }
})

it('edits of one person are limited together, and those of others are not', async () => {
  const [busy, other] = [await app.signedIn(), await app.signedIn()]
  const { videoId } = await addVideo(app)
  const edits = await Promise.all(
    [busy, other].map(async (client) => {
      const body = { comment: 'Hello' }
      const added = await client.call(api.comments.addToVideo, { params: { videoId }, body })
      const params = { commentId: added.data.comment._id }
      return async () =>
        (await client.call(api.comments.updateOnVideo, { params, body: { comment: 'Hi' } })).status
    }),
  )
  const [edit, editElsewhere] = edits as [() => Promise<number>, () => Promise<number>]
  const max = api.comments.updateOnVideo.limit?.max ?? 0
  const statuses = await Promise.all(Array.from({ length: max + 5 }, edit))
  expect(statuses.filter((status) => status === 200)).toHaveLength(max)
  expect(statuses.filter((status) => status === 429)).toHaveLength(5)
  expect(await editElsewhere()).toBe(200)
  // Replies to tweets are edited by the same limit, tweets by another.
  const params = { commentId: 'x' }
  expect((await busy.call(api.comments.updateOnTweet, { params, body: { comment: 'Hi' } })).status).toBe(429)
  const tweet = await postTweet(busy, 'Hello')
  const edited = await busy.call(api.tweets.update, { params: { id: tweet._id }, body: { content: 'Hi' } })
  expect(edited.status).toBe(200)
  app.clock.advance(61)
  expect(await edit()).toBe(200)
})
