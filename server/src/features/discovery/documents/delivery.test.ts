import { PassThrough } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { api } from '@vireo/contract'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { TestClient } from '../../../../test/app/client.ts'
import { rawRequest } from '../../../../test/app/raw.ts'
import { createStatementCounter } from '../../../../test/app/statements.ts'
import { addTweet } from '../../../../test/content/tweets.ts'
import { addVideo } from '../../../../test/content/videos.ts'
import { blockConnections } from '../../../../test/database/database.ts'
import { patiently } from '../../../../test/patience.ts'
import { createPlaylist } from '../../library/playlists/test-kit.ts'
import { createSite, open } from './test-kit.ts'

/** Long enough that no cached document expires, however slow the machine is. */
const freshMs = 600_000

let site: Awaited<ReturnType<typeof createSite>>
const { onQuery, count: countStatements } = createStatementCounter()
const logged: string[] = []
beforeAll(async () => {
  const logTo = new PassThrough()
  logTo.on('data', (line) => logged.push(String(line)))
  site = await createSite({ LOG_LEVEL: 'warn' }, { freshMs, onQuery, logTo })
})
afterAll(async () => {
  await site.close()
  // Any other line is a mistake, such as a response that was sent twice.
  expect(logged.filter((line) => !line.includes('no administrator'))).toEqual([])
})

const fetchRaw = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  rawRequest(site.origin, path, { headers, method })

describe('a visitor’s document', () => {
  it('is made once for all requests within a second, ignoring irrelevant parts of their addresses', async () => {
    const { videoId } = await addVideo(site)
    const once = await countStatements(() => open(site.visitor(), `/watch/${videoId}`))
    const again = await countStatements(() =>
      Promise.all(['?t=9', '/?list=x', '?t=9&utm=1'].map((end) => fetchRaw(`/watch/${videoId}${end}`))),
    )
    expect(once).toBeGreaterThan(0)
    expect(again).toBe(0)
  })

  it('shows a change at once', async () => {
    const owner = await site.signedIn()
    const { videoId } = await addVideo(site, { ownerId: owner.person.id, title: 'Before' })
    // Unlike the clients of the app, this one does not wait until the app has received the change.
    const visitor = new TestClient(site.origin)
    expect((await open(visitor, `/watch/${videoId}`)).title).toBe('Before · Vireo')
    const form = new FormData()
    form.set('visibility', 'private')
    await owner.call(api.videos.update, { params: { id: videoId }, form })
    expect((await open(visitor, `/watch/${videoId}`)).status).toBe(404)
  })

  it('shows a new name of its owner at once, also on pages without the response that contains it', async () => {
    const owner = await site.signedIn('teal', 'Before')
    const ownerId = owner.person.id
    const { videoId } = await addVideo(site, { ownerId, title: 'A teal' })
    const { tweetId } = await addTweet(site, { ownerId, content: 'A teal' })
    const playlistId = await createPlaylist(owner, { name: 'Teals', visibility: 'public' })
    const tabs = ['', '/tweets', '/playlists'].map((tab) => `/profile/teal${tab}`)
    const pages = [`/watch/${videoId}`, `/tweet/${tweetId}`, `/playlist/${playlistId}`, ...tabs]
    const visitor = new TestClient(site.origin)
    await site.waitForPgNotifications()
    for (const path of pages) expect((await open(visitor, path)).html, path).toContain('Before')
    await owner.call(api.accounts.updateAccount, { body: { fullname: 'After' } })
    for (const path of pages) expect((await open(visitor, path)).html, path).not.toContain('Before')
  })

  it('is cached no longer than the oldest response in it', async () => {
    const { videoId } = await addVideo(site, { title: 'Before' })
    const { sql } = site.context
    const now = performance.now.bind(performance)
    let passedMs = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + passedMs)
    onTestFinished(() => clock.mockRestore())
    const title = async () => (await open(site.visitor(), `/watch/${videoId}`)).title
    await site.visitor().call(api.videos.get, { params: { id: videoId } })
    passedMs += freshMs * 0.6
    expect(await title()).toBe('Before · Vireo')
    // Without a notification, as while the connection for notifications is lost.
    await sql`alter table videos disable trigger user`
    await sql`update videos set title = 'After' where id = ${videoId}`
    await sql`alter table videos enable trigger user`
    expect(await title()).toBe('Before · Vireo')
    passedMs += freshMs * 0.6
    expect(await title()).toBe('After · Vireo')
  })

  it('stays cached when a person changes something that no visitor sees', async () => {
    const person = await site.signedIn()
    const { videoId } = await addVideo(site)
    await open(site.visitor(), `/watch/${videoId}`)
    const view = await person.call(api.videos.recordView, {
      params: { id: videoId },
      body: { viewToken: 'x' },
    })
    const mark = await person.call(api.notifications.markAllRead, { body: {} })
    expect([view.status, mark.status]).toEqual([200, 200])
    expect(await countStatements(() => open(site.visitor(), `/watch/${videoId}`))).toBe(0)
  })

  it('is never sent to a signed-in person, nor theirs to a visitor', async () => {
    const owner = await site.signedIn()
    const { videoId } = await addVideo(site, { ownerId: owner.person.id, visibility: 'private' })
    const path = `/watch/${videoId}`
    expect([(await open(owner, path)).status, (await open(site.visitor(), path)).status]).toEqual([200, 404])
    const own = await open(owner, path)
    expect([own.status, own.headers.get('cache-control'), own.headers.get('etag')]).toEqual([
      200,
      'private, no-store',
      null,
    ])
    expect(own.headers.get('vary')).toBe('accept-encoding, cookie')
    const theirs = await open(site.visitor(), '/')
    expect(theirs.html).not.toContain('current-user')
    expect([theirs.headers.get('cache-control'), theirs.headers.get('vary')]).toEqual([
      'no-cache',
      'accept-encoding, cookie',
    ])
  })

  it('is not sent again to a browser that has it', async () => {
    const { headers } = await fetchRaw('/tweets')
    const known = await fetchRaw('/tweets', { 'if-none-match': `"x", ${headers.etag}` })
    expect([known.status, known.text]).toEqual([304, ''])
    expect((await fetchRaw('/tweets', { 'if-none-match': '"x"' })).status).toBe(200)
  })

  it('is compressed as the browser can read it, with its length', async () => {
    const plain = await fetchRaw('/tweets')
    expect(plain.headers['content-encoding']).toBeUndefined()
    const brotli = await fetchRaw('/tweets', { 'accept-encoding': 'gzip, deflate, br;q=0.9' })
    expect([brotli.headers['content-encoding'], brotliDecompressSync(brotli.bytes)]).toEqual([
      'br',
      plain.bytes,
    ])
    const gzip = await fetchRaw('/tweets', { 'accept-encoding': 'gzip, br;q=0' })
    expect([gzip.headers['content-encoding'], gunzipSync(gzip.bytes)]).toEqual(['gzip', plain.bytes])
    for (const { headers, bytes } of [plain, brotli, gzip])
      expect(Number(headers['content-length'])).toBe(bytes.length)
    const head = await fetchRaw('/tweets', {}, 'HEAD')
    expect([head.status, head.text, head.headers['content-length']]).toEqual([
      200,
      '',
      plain.headers['content-length'],
    ])
  })
})

it('a session that has ended is treated as a visitor, and its cookies are deleted', async () => {
  const person = await site.signedIn()
  await site.context.sql`delete from sessions where user_id = ${person.person.id}`
  const page = await open(person, '/')
  expect([page.status, Object.keys(page.answers)]).toEqual([200, ['/api/v1/video']])
  expect(person.cookies.has('vireo_session')).toBe(false)
})

it('opening a search page counts as one search', async () => {
  const { sql } = site.context
  const query = { query: 'wagtail' }
  for (const ask of [
    () => open(site.visitor(), '/search?q=wagtail'),
    () => site.visitor().call(api.videos.list, { query }),
  ]) {
    await sql`delete from rate_limits`
    await ask()
    const rows = await sql`select count from rate_limits where key like 'search:%'`
    expect(rows.map(({ count }) => count)).toEqual([1])
  }
})

it('the policy for scripts is as strict as for any other response', async () => {
  const policy = (await fetchRaw('/')).headers['content-security-policy']
  expect(policy).toBe((await fetchRaw('/healthz')).headers['content-security-policy'])
  expect(policy).toContain("script-src 'self';")
})

describe('a page without its data', () => {
  /** Expects the page without data, which then makes its calls itself. */
  const expectPlain = async (path: string, other: typeof site) => {
    const page = await open(other.visitor(), path)
    expect([page.status, page.title, page.answers]).toEqual([200, 'Vireo', {}])
  }

  it('is sent while the database is unavailable', async () => {
    const other = await createSite()
    const { databaseUrl, sql } = other.context
    const restore = await blockConnections(databaseUrl)
    try {
      await expectPlain('/', other)
    } finally {
      await restore()
      // An app that is closed while it connects again would leave that connection open.
      const listeners = () => sql`
        select from pg_stat_activity where datname = current_database() and query ilike 'listen%'`
      await expect.poll(listeners, patiently).toHaveLength(1)
      await other.close()
    }
  })

  it('is sent when reading takes too long, and then to others for a moment, without a query', async () => {
    const counter = createStatementCounter()
    const other = await createSite({}, { documentDeadlineMs: 300, onQuery: counter.onQuery })
    const { sql } = other.context
    const person = await other.signedIn()
    try {
      await sql.begin(async (tx) => {
        await tx`lock table videos in access exclusive mode`
        await expectPlain('/', other)
        const visit = () => counter.count(() => expectPlain('/', other))
        await expect.poll(visit, patiently).toBe(0)
        // Its cookie may have been renewed before the time was over.
        const { headers, title } = await open(person, '/')
        expect([title, headers.get('cache-control'), headers.get('vary')]).toEqual([
          'Vireo',
          'private, no-store',
          'accept-encoding, cookie',
        ])
      })
      const answers = async () => Object.keys((await open(other.visitor(), '/')).answers)
      await expect.poll(answers, patiently).toEqual(['/api/v1/video'])
    } finally {
      await other.close()
    }
  })

  it('is sent when there are too many searches, and makes the calls itself', async () => {
    const other = await createSite()
    const { sql } = other.context
    try {
      await open(other.visitor(), '/search?q=wagtail')
      await sql`update rate_limits set count = 10000`
      await expectPlain('/search?q=dipper', other)
    } finally {
      await other.close()
    }
  })
})
