import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type AnyEndpoint, addressOf, api, type UncheckedInput, urlOf } from '@vireo/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/app/app.ts'
import { TestClient } from '../../../test/app/client.ts'
import { findValue, scrape } from '../../../test/app/metrics.ts'
import { rawRequest } from '../../../test/app/raw.ts'
import { createStatementCounter } from '../../../test/app/statements.ts'
import { addTweet } from '../../../test/content/tweets.ts'
import { addVideo } from '../../../test/content/videos.ts'
import { patiently } from '../../../test/patience.ts'
import { createContext } from '../../context/context.ts'
import { createPlaylist, put } from '../../features/library/playlists/test-kit.ts'
import { buildApp } from '../../program/app.ts'

/** Long enough that nothing expires during these tests. */
const freshMs = 600_000

let app: TestApp
/** Another process with the same database, and one that caches nothing. */
let other: string
let plain: string
const { onQuery, count: countStatements } = createStatementCounter()
const closers: (() => Promise<void>)[] = []
beforeAll(async () => {
  app = await createTestApp({}, { freshMs, onQuery })
  other = await listen(freshMs)
  plain = await listen(0)
})
afterAll(async () => {
  for (const close of closers) await close()
  await app.close()
})

async function listen(ms: number): Promise<string> {
  const server = await buildApp(app.context, { freshMs: ms })
  closers.push(async () => {
    server.server.closeAllConnections()
    await server.close()
  })
  return server.listen({ port: 0, host: '127.0.0.1' })
}

/** The same person at another process. */
function at(origin: string, client: TestClient): TestClient {
  const copy = new TestClient(origin)
  for (const [name, value] of client.cookies) copy.cookies.set(name, value)
  return copy
}

const change = (owner: TestClient, id: string, fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return owner.call(api.videos.update, { params: { id }, form })
}

describe('a response that is the same for all visitors', () => {
  it('is made once, and sent from memory in the encoding that each accepts', async () => {
    const { videoId } = await addVideo(app, { title: 'Shared '.repeat(10) })
    const path = urlOf(api.videos.get, { params: { id: videoId } })
    const ask = (accepted?: string, known?: string) => {
      const headers = {
        ...(accepted && { 'accept-encoding': accepted }),
        ...(known && { 'if-none-match': known }),
      }
      return rawRequest(app.origin, path, { headers })
    }
    await app.waitForPgNotifications()
    const first = await ask()
    for (const accepted of ['br', 'gzip']) await ask(accepted)
    const statements = await countStatements(async () => {
      const [br, gzip, again] = [await ask('gzip, br'), await ask('gzip;q=1, br;q=0'), await ask()]
      expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip'])
      expect(br.headers.vary).toBe('accept-encoding, cookie')
      expect(brotliDecompressSync(br.bytes).toString()).toBe(first.text)
      expect(gunzipSync(gzip.bytes).toString()).toBe(first.text)
      expect(again.text).toBe(first.text)
      const { 'x-request-id': one, date: _, ...headers } = first.headers
      const { 'x-request-id': two, date: __, ...repeated } = again.headers
      expect(repeated).toEqual(headers)
      expect(two).not.toBe(one)
      const known = await ask('br', String(first.headers.etag))
      expect([known.status, known.text]).toEqual([304, ''])
    })
    expect(statements).toBe(0)
  })

  it('is repeated without any hook and counted by its route, until the server is about to stop', async () => {
    const { videoId } = await addVideo(app)
    const server = await buildApp(app.context, { freshMs })
    const hooked: string[] = []
    server.addHook('onRequest', async ({ id }) => void hooked.push(id))
    const origin = await server.listen({ port: 0, host: '127.0.0.1' })
    const path = urlOf(api.videos.get, { params: { id: videoId } })
    const route = addressOf(api.videos.get)
    const counted = async (status: number) =>
      findValue(await scrape(origin), 'vireo_http_requests_total', {
        method: 'GET',
        route,
        status: String(status),
      }) ?? 0
    const [whole, notModified] = [await counted(200), await counted(304)]
    await app.waitForPgNotifications()
    const first = await rawRequest(origin, path)
    hooked.length = 0
    const again = await rawRequest(origin, path)
    const known = await rawRequest(origin, path, { headers: { 'if-none-match': String(first.headers.etag) } })
    expect([again.status, known.status]).toEqual([200, 304])
    expect(hooked).toEqual([])
    await expect.poll(() => counted(200), patiently).toBe(whole + 2)
    expect(await counted(304)).toBe(notModified + 1)

    // A load balancer that watches /readyz makes the server wait until it has noticed.
    await rawRequest(origin, '/readyz')
    hooked.length = 0
    const stopping = server.shutdown.close(5000)
    const last = await rawRequest(origin, path)
    expect(hooked).toEqual([last.headers['x-request-id']])
    await rawRequest(origin, '/readyz')
    await stopping
  })

  it('is made once for simultaneous requests', async () => {
    const [one, many] = [await addVideo(app), await addVideo(app)]
    await app.waitForPgNotifications()
    const read = (id: string) => new TestClient(app.origin).call(api.videos.get, { params: { id } })
    const once = await countStatements(() => read(one.videoId))
    const statements = await countStatements(() =>
      Promise.all(Array.from({ length: 20 }, () => read(many.videoId))),
    )
    expect(statements).toBe(once)
  })

  it('is dropped at once by the process that changes it, and by the others when they are notified', async () => {
    const owner = await app.signedIn()
    const { videoId } = await addVideo(app, { ownerId: owner.person.id, title: 'Before' })
    const title = async (origin: string) => {
      const answer = await new TestClient(origin).call(api.videos.get, { params: { id: videoId } })
      return answer.status === 200 ? answer.data.title : answer.status
    }
    await app.waitForPgNotifications()
    expect([await title(app.origin), await title(other)]).toEqual(['Before', 'Before'])
    for (const changed of ['After', 'Later', 'At last']) {
      await change(owner, videoId, { title: changed })
      expect(await title(app.origin)).toBe(changed)
      await app.waitForPgNotifications()
      expect(await title(other)).toBe(changed)
    }
    await change(owner, videoId, { visibility: 'private' })
    expect(await title(app.origin)).toBe(404)
    await app.waitForPgNotifications()
    expect(await title(other)).toBe(404)
  })

  it('is dropped by the process that changes it even if the connection for notifications was just lost', async () => {
    const { sql } = app.context
    const listListeners = async () => {
      const rows = await sql<{ pid: number }[]>`
        select pid from pg_stat_activity where datname = current_database() and query ilike 'listen %'`
      return rows.map(({ pid }) => pid)
    }
    const others = await listListeners()
    const context = await createContext(app.config, app.context.log)
    const server = await buildApp({ ...context, clock: app.clock }, { freshMs })
    const origin = await server.listen({ port: 0, host: '127.0.0.1' })
    const signedIn = await app.signedIn()
    const owner = at(origin, signedIn)
    const { videoId } = await addVideo(app, { ownerId: signedIn.person.id, title: 'Before' })
    const read = () => new TestClient(origin).call(api.videos.get, { params: { id: videoId } })
    await read()
    const [listener = 0] = (await listListeners()).filter((pid) => !others.includes(pid))
    await sql`select pg_terminate_backend(${listener}, 10000)`
    await change(owner, videoId, { title: 'After' })
    expect((await read()).data?.title).toBe('After')
    await server.close()
    await context.close()
  })

  it('stays cached after a minor change, such as a like', async () => {
    const person = await app.signedIn()
    const { videoId } = await addVideo(app)
    const read = () => app.visitor().call(api.videos.get, { params: { id: videoId } })
    await app.waitForPgNotifications()
    await read()
    await person.call(api.likes.toggleVideo, { params: { videoId } })
    await app.waitForPgNotifications()
    expect(await countStatements(read)).toBe(0)
    // What others do not see changes no response either.
    await person.call(api.hidden.addVideo, { params: { videoId } })
    expect(await countStatements(read)).toBe(0)
    await app.context.sql`update videos set title = 'Changed' where id = ${videoId}`
    await app.waitForPgNotifications()
    expect(await countStatements(read)).toBeGreaterThan(0)
  })

  it('is not reused if its creation started before a change', async () => {
    const owner = await app.signedIn()
    const { videoId } = await addVideo(app, { ownerId: owner.person.id })
    const read = async () => (await app.visitor().call(api.videos.get, { params: { id: videoId } })).status
    // The response is half made: the video has been read, and the next step waits for this lock.
    const held = await app.context.sql.reserve()
    await held`begin`
    await held`lock table subscriptions in access exclusive mode`
    const early = read()
    const waiting = () => app.context.sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(waiting, patiently).toHaveLength(1)
    await change(owner, videoId, { visibility: 'private' })
    await app.waitForPgNotifications()
    await held`rollback`
    held.release()
    expect(await early).toBe(200)
    expect(await read()).toBe(404)
  })

  it.each([
    ['a suspension', (id: string) => app.context.sql`update users set suspended_at = now() where id = ${id}`],
    ['a removal', (id: string) => app.context.sql`update videos set owner_id = null where owner_id = ${id}`],
  ])('is dropped after %s in the database', async (_name, act) => {
    const { videoId, ownerId } = await addVideo(app)
    const status = async () => (await app.visitor().call(api.videos.get, { params: { id: videoId } })).status
    expect(await status()).toBe(200)
    await act(ownerId)
    expect(await status()).toBe(404)
  })
})

describe('a signed-in person', () => {
  /** The calls whose responses visitors share, about things that the person has interacted with. */
  async function prepare() {
    const [creator, fan, stranger] = [await app.signedIn(), await app.signedIn(), await app.signedIn()]
    const { videoId } = await addVideo(app, { ownerId: creator.person.id, title: 'Kingfisher at dawn' })
    const hidden = await addVideo(app, { title: 'Hidden kingfisher' })
    await addVideo(app, { ownerId: fan.person.id, isPlayable: true, title: 'My kingfisher' })
    const { tweetId } = await addTweet(app, { ownerId: creator.person.id, content: 'Kingfishers' })
    const commentsOn = async (client: TestClient, comment: string) => {
      const { data } = await client.call(api.comments.addToVideo, { params: { videoId }, body: { comment } })
      return data.comment._id
    }
    const commentId = await commentsOn(creator, 'Thanks for watching')
    await commentsOn(stranger, 'Lovely')
    const playlistId = await createPlaylist(creator, { name: 'Birds', visibility: 'public' })
    await put(creator, playlistId, videoId)
    await fan.call(api.likes.toggleVideo, { params: { videoId } })
    await fan.call(api.likes.toggleTweet, { params: { tweetId } })
    await fan.call(api.likes.toggleComment, { params: { commentId } })
    await fan.call(api.subscriptions.toggle, { params: { channelId: creator.person.id } })
    await fan.call(api.history.add, { params: { videoId }, body: { position: 20 } })
    await fan.call(api.hidden.addVideo, { params: { videoId: hidden.videoId } })
    await fan.call(api.blocks.add, { params: { userId: stranger.person.id } })
    const calls: [AnyEndpoint, UncheckedInput][] = [
      [api.videos.list, {}],
      [api.videos.list, { query: { query: 'kingfisher' } }],
      [api.videos.list, { query: { userId: fan.person.id } }],
      [api.videos.get, { params: { id: videoId } }],
      [api.comments.listOfVideo, { params: { videoId } }],
      [api.comments.replies, { params: { commentId } }],
      [api.comments.listOfTweet, { params: { tweetId } }],
      [api.tweets.list, {}],
      [api.tweets.get, { params: { id: tweetId } }],
      [api.accounts.channel, { params: { username: creator.person.username } }],
      [api.playlists.get, { params: { id: playlistId } }],
      [api.playlists.listOfChannel, { params: { channelId: creator.person.id } }],
      [api.search.suggest, { query: { q: 'kingf' } }],
    ]
    return { people: [creator, fan, stranger, app.visitor()], calls, fan, videoId }
  }

  it('gets their own state, which nobody else gets, in any order of requests', async () => {
    const { people, calls } = await prepare()
    const ask = async (client: TestClient, [endpoint, input]: (typeof calls)[number]) => {
      const { status, envelope } = await client.callUnchecked(endpoint, input)
      // Different in each response.
      return JSON.stringify({ status, envelope }).replace(/"viewToken":"[^"]*"/, '')
    }
    let different = 0
    for (const call of calls) {
      const expected = await Promise.all(people.map((person) => ask(at(plain, person), call)))
      different += new Set(expected).size - 1
      const address = urlOf(...call)
      // Twice, in both orders, so that each follows each of the others.
      for (const order of [people, people.toReversed(), people])
        for (const person of order)
          expect(await ask(person, call), address).toBe(expected[people.indexOf(person)])
    }
    expect(different, 'the state of these people differs').toBeGreaterThanOrEqual(7)
  })

  it('needs only one small query if a visitor has just made the same request', async () => {
    const { calls, videoId } = await prepare()
    const person = await app.signedIn()
    for (const call of calls.slice(0, 5)) {
      await app.visitor().callUnchecked(...call)
      await person.callUnchecked(...call)
      expect(await countStatements(() => person.callUnchecked(...call)), urlOf(...call)).toBeLessThanOrEqual(
        1,
      )
    }
    // Their own click is counted at once.
    await person.call(api.likes.toggleVideo, { params: { videoId } })
    const { data } = await person.call(api.videos.get, { params: { id: videoId } })
    expect(data).toMatchObject({ isLiked: true, likes: 2 })
  })

  it('gets a response that no cache stores', async () => {
    const person = await app.signedIn()
    const { headers } = await person.call(api.videos.list, {})
    expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['no-store', null])
  })

  it('is signed out at once, here and in other processes, which cache sessions for a moment', async () => {
    const person = await app.signedIn()
    const [here, elsewhere] = [at(app.origin, person), at(other, person)]
    const status = async (client: TestClient) => {
      const cookies = new Map(person.cookies)
      for (const [name, value] of cookies) client.cookies.set(name, value)
      return (await client.call(api.notifications.settings, {})).status
    }
    await app.waitForPgNotifications()
    expect([await status(here), await status(elsewhere)]).toEqual([200, 200])
    const leaving = at(app.origin, person)
    await leaving.call(api.signIn.logout, {})
    expect(await status(here)).toBe(401)
    await app.waitForPgNotifications()
    expect(await status(elsewhere)).toBe(401)
  })
})
