import { api, type PageRoute, type ReportPeriod, routeOf } from '@vireo/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import { codeOf } from '../../../../test/app/client.ts'
import { createStatementCounter } from '../../../../test/app/statements.ts'
import { addTweet } from '../../../../test/content/tweets.ts'
import { addVideo } from '../../../../test/content/videos.ts'
import { dumpDatabase } from '../../../../test/database/dump.ts'
import { newId } from '../../../lib/ids.ts'
import { createPlaylist } from '../../library/playlists/test-kit.ts'
import { sweepExpiredJob } from '../../lifecycle/housekeeping/housekeeping.jobs.ts'
import { staff } from '../moderation/test-kit.ts'
import { createViewCounter, pathsPerDay } from './page-views.service.ts'

let app: TestApp
const { onQuery, count } = createStatementCounter()
let admin: Awaited<ReturnType<typeof staff>>
beforeAll(async () => {
  app = await createTestApp({ TRUST_PROXY: 'true' }, { onQuery })
  admin = await staff(app, 'admin')
})
afterAll(() => app.close())
beforeEach(async () => {
  // So that no test runs past midnight.
  app.clock.stop()
  await app.context.sql`truncate page_views`
})

const day = 24 * 3600
let addresses = 0

function send(body: Record<string, unknown>, headers: Record<string, string> = {}) {
  addresses += 1
  const from = { 'x-forwarded-for': `2001:db8:0:${addresses.toString(16)}::1` }
  return app.visitor().callUnchecked(api.pageViews.recordView, { body, headers: { ...from, ...headers } })
}
const view = (path: string, route: string = routeOf(path), headers?: Record<string, string>) =>
  send({ route, path }, headers)

const rowsOf = async () =>
  (
    await app.context.sql<{ row: string }[]>`
    select route || ' ' || path || ' ' || count as row from page_views order by 1`
  ).map(({ row }) => row)

async function reportOf(days?: ReportPeriod) {
  const { status, data } = await admin.call(api.pageViews.report, { query: days ? { days } : {} })
  expect(status).toBe(200)
  return data
}

const today = () => app.clock.now().toISOString().slice(0, 10)
const toMidnight = () => app.clock.advance(day - ((app.clock.now().getTime() / 1000) % day))

describe('a page view', () => {
  it('is counted by its route and path, even when many arrive at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => view('/tweets')))
    for (const { status, data } of answers) expect([status, data]).toEqual([200, { isCounted: true }])
    await view('/')
    await app.createPerson('Robin')
    await view('/profile/Robin')
    await view('/profile/robin')
    await view('/profile/robin/tweets')
    expect(await rowsOf()).toEqual([
      '/ / 1',
      '/profile/{username} /profile/robin 2',
      '/profile/{username}/tweets /profile/robin/tweets 1',
      '/tweets /tweets 20',
    ])
  })

  it('counts for the day in UTC, and a report includes days without views', async () => {
    toMidnight()
    app.clock.advance(-2)
    await view('/')
    const before = today()
    app.clock.advance(4)
    expect(today()).not.toBe(before)
    await view('/')
    await view('/')
    app.clock.advance(2 * day)
    const { days, total } = await reportOf(7)
    expect(days).toHaveLength(7)
    expect(days.map(({ views }) => views)).toEqual([0, 0, 0, 1, 2, 0, 0])
    expect([days[3]?.day, days[6]?.day, total]).toEqual([before, today(), 3])
  })

  it('is kept without query, hash and trailing slash', async () => {
    await view('/search?q=a+secret', '/search')
    await view('/unsubscribe#token', '/unsubscribe')
    await view('/auth/', '/auth')
    expect(await rowsOf()).toEqual(['/auth /auth 1', '/search /search 1', '/unsubscribe /unsubscribe 1'])
  })

  it('needs one statement for any kind of page, and one more for the first view of a day', async () => {
    const { videoId } = await addVideo(app)
    const { tweetId } = await addTweet(app)
    const statementsFor = (path: string) => count(() => view(path))
    app.clock.advance(day)
    expect(await statementsFor('/')).toBe(2)
    for (const path of [
      '/',
      `/watch/${videoId}`,
      `/watch/${newId()}`,
      `/tweet/${tweetId}`,
      '/profile/x',
      '/x',
    ])
      expect([path, await statementsFor(path)]).toEqual([path, 1])
  })

  it('is not counted for those who send DNT or GPC', async () => {
    for (const name of ['dnt', 'sec-gpc'])
      expect((await view('/', '/', { [name]: '1' })).data).toEqual({ isCounted: false })
    expect(await rowsOf()).toEqual([])
    await view('/', '/', { dnt: '0' })
    expect(await rowsOf()).toEqual(['/ / 1'])
  })

  it.each([
    ['a route that there is not', { route: '/no-such-page', path: '/no-such-page' }],
    ['a route of another path', { route: '/', path: '/tweets' }],
    ['a known page as an unknown one', { route: 'not found', path: '/tweets' }],
    ['an unknown page as a known one', { route: '/watch/{videoId}', path: '/watch/1/2' }],
    ['no route', { path: '/tweets' }],
    ['no path', { route: '/tweets' }],
    ['a path that is none', { route: 'not found', path: 'tweets' }],
    ['the text that stands for other paths', { route: 'not found', path: '(other)' }],
    ['what no browser has in a path', { route: 'not found', path: '/\u202eabc' }],
    ['a space', { route: 'not found', path: '/a b' }],
    ['a path that is too long', { route: 'not found', path: `/${'x'.repeat(300)}` }],
    ['a number', { route: '/', path: 7 }],
    ['a list', { route: ['/'], path: ['/'] }],
  ])('is refused with %s', async (_what, body) => {
    expect(codeOf(await send(body))).toEqual([400, 'request.invalid'])
    expect(await rowsOf()).toEqual([])
  })

  it('is refused as a beacon of plain text, and from another site', async () => {
    const path = '/api/v1/insights/view'
    const body = JSON.stringify({ route: '/', path: '/' })
    const text = await app.visitor().fetch(path, { method: 'POST', body })
    const headers = { origin: 'https://elsewhere.example', 'content-type': 'application/json' }
    const foreign = await app.visitor().fetch(path, { method: 'POST', headers, body })
    expect([text.status, foreign.status]).toEqual([415, 403])
    expect(await rowsOf()).toEqual([])
  })
})

describe('stored page views contain', () => {
  it('the day, the route, the path and a count, and nothing about the person', async () => {
    const { sql } = app.context
    const member = await app.signedIn()
    const headers = { 'x-forwarded-for': '203.0.113.77', 'user-agent': 'Rarebrowser/7.7' }
    const { headers: answer } = await member.call(api.pageViews.recordView, {
      body: { route: '/settings', path: '/settings' },
      headers: { ...headers, referer: 'https://rarereferrer.example/' },
    })
    expect(answer.get('set-cookie')).toBe(null)
    const columns = await sql<{ name: string }[]>`
      select column_name as name from information_schema.columns where table_name = 'page_views' order by 1`
    expect(columns.map(({ name }) => name)).toEqual(['count', 'day', 'path', 'route'])
    const [row] = await sql`select day::text, route, path, count from page_views`
    expect(row).toEqual({ day: today(), route: '/settings', path: '/settings', count: 1 })
    const dump = await dumpDatabase(sql)
    for (const secret of ['203.0.113', 'Rarebrowser', 'rarereferrer']) expect(dump).not.toContain(secret)
  })

  it('only the paths of pages and of public items, in one spelling', async () => {
    const owner = await app.signedIn('owner')
    const ownerId = owner.person.id
    const { videoId } = await addVideo(app, { ownerId })
    const { videoId: unlisted } = await addVideo(app, { visibility: 'unlisted' })
    const { videoId: hidden } = await addVideo(app, { visibility: 'private' })
    const { videoId: unplayable } = await addVideo(app, { isPlayable: false })
    const { tweetId } = await addTweet(app, { ownerId })
    const list = await createPlaylist(owner, { visibility: 'public' })
    const unlistedList = await createPlaylist(owner, { visibility: 'unlisted' })
    const others = [unlisted, hidden, unplayable, tweetId, newId(), 'x', `${videoId})`, '%00']
    const counted = [videoId, videoId.toUpperCase(), ...others].map((id) => `/watch/${id}`)
    counted.push(`/WATCH/${videoId}`, `/watch/${videoId.replace('-', '%2D')}`)
    for (const id of [tweetId, videoId, newId(), 'x']) counted.push(`/tweet/${id}`)
    for (const id of [list, unlistedList, 'watch-later', newId()]) counted.push(`/playlist/${id}`)
    for (const name of ['owner', 'nobody', ownerId, '%6fwner']) counted.push(`/profile/${name}/playlists`)
    counted.push('/Tweets', '/moderation/log', '/moderation/x', '/unsubscribe%3Ftoken=abc', '/x1', '/x2/y')
    for (const path of counted) expect((await view(path)).data, path).toEqual({ isCounted: true })
    expect(await rowsOf()).toEqual([
      '/moderation/{tab} (other) 2',
      '/playlist/{playlistId} (other) 3',
      `/playlist/{playlistId} /playlist/${list} 1`,
      '/profile/{username}/playlists (other) 3',
      '/profile/{username}/playlists /profile/owner/playlists 1',
      '/tweet/{tweetId} (other) 3',
      `/tweet/{tweetId} /tweet/${tweetId} 1`,
      '/tweets /tweets 1',
      `/watch/{videoId} (other) ${others.length + 1}`,
      `/watch/{videoId} /watch/${videoId} 3`,
      'not found (other) 3',
    ])
  })

  it('a limited number of paths per day; further items are counted under their route', async () => {
    const { sql } = app.context
    const { videoId: known } = await addVideo(app)
    const { videoId: last } = await addVideo(app)
    const { videoId: oneMore } = await addVideo(app)
    app.clock.advance(day)
    await sql`
      insert into page_views (day, route, path, count)
      values (${today()}, '/watch/{videoId}', ${`/watch/${known}`}, 1)`
    await sql`
      insert into page_views (day, route, path, count)
      select ${today()}, '/watch/{videoId}', '/watch/' || gen_random_uuid(), 1
      from generate_series(3, ${pathsPerDay}::int)`
    for (const id of [last, oneMore, oneMore, known]) await view(`/watch/${id}`)
    await view('/tweets')
    const [counts] = await sql`
      select count(*)::int as rows, sum(count)::int as views from page_views`
    expect(counts).toEqual({ rows: pathsPerDay + 2, views: pathsPerDay - 1 + 5 })
    const rows = await rowsOf()
    expect(rows).toContain(`/watch/{videoId} /watch/${known} 2`)
    expect(rows).toContain(`/watch/{videoId} /watch/${last} 1`)
    expect(rows).toContain('/watch/{videoId} (other) 2')
    expect(rows).toContain('/tweets /tweets 1')
    app.clock.advance(day)
    await view(`/watch/${oneMore}`)
    expect(await rowsOf()).toContain(`/watch/{videoId} /watch/${oneMore} 1`)
  })

  it('a limited number of views per network; further views are accepted but not counted', async () => {
    const record = createViewCounter(app.context, 2)
    const from = (ip: string) => record({ route: '/', path: '/', ip })
    // A /64 is one network.
    expect([await from('2001:db8::1'), await from('2001:db8::2'), await from('2001:db8::3')]).toEqual([
      true,
      true,
      false,
    ])
    expect(await from('198.51.100.9')).toBe(true)
    app.clock.advance(61)
    expect(await from('2001:db8::1')).toBe(true)
    expect(await rowsOf()).toEqual(['/ / 4'])
  })

  it('the last 400 days', async () => {
    const { sql } = app.context
    const add = (daysAgo: number) => sql`
      insert into page_views (day, route, path, count)
      values (${today()}::date - ${daysAgo}::int, '/', '/', ${daysAgo})`
    await add(400)
    await add(401)
    await add(500)
    const run = { signal: AbortSignal.timeout(60_000), isStopping: () => false }
    await sweepExpiredJob.handler(app.context, {}, { ...run, attempt: 1, isLastAttempt: false, priority: 0 })
    expect(await rowsOf()).toEqual(['/ / 400'])
  })
})

describe('the report', () => {
  const add = (daysAgo: number, route: PageRoute, path: string, count: number) => app.context.sql`
    insert into page_views (day, route, path, count)
    values (${today()}::date - ${daysAgo}::int, ${route}, ${path}, ${count})`

  it('has the total, and the routes and paths by views, of the requested days', async () => {
    const { videoId: id } = await addVideo(app)
    await add(0, '/', '/', 3)
    await add(1, '/', '/', 4)
    await add(6, '/watch/{videoId}', `/watch/${id}`, 5)
    await add(6, '/watch/{videoId}', '(other)', 6)
    await add(7, '/tweets', '/tweets', 100)
    await add(29, '/tweets', '/tweets', 1000)
    await add(30, '/', '/', 10_000)
    expect(await reportOf(7)).toMatchObject({
      total: 18,
      routes: [
        { route: '/watch/{videoId}', views: 11 },
        { route: '/', views: 7 },
      ],
      paths: [
        { route: '/', path: '/', views: 7 },
        { route: '/watch/{videoId}', path: null, views: 6 },
        { route: '/watch/{videoId}', path: `/watch/${id}`, views: 5 },
      ],
    })
    const month = await reportOf()
    expect([month.total, month.days.length]).toEqual([1118, 30])
    expect(month.days[0]).toEqual({ day: expect.any(String), views: 1000 })
    const quarter = await reportOf(90)
    expect([quarter.total, quarter.days.length]).toEqual([11_118, 90])
  })

  it('has the titles of public items, and omits the path of an item while it is not public', async () => {
    const owner = await app.signedIn('changing')
    const { videoId } = await addVideo(app, { ownerId: owner.person.id })
    const { videoId: deleted } = await addVideo(app, { ownerId: owner.person.id })
    const { tweetId } = await addTweet(app, { ownerId: owner.person.id })
    const list = await createPlaylist(owner, { visibility: 'public' })
    const paths = [
      `/watch/${videoId}`,
      `/watch/${deleted}`,
      `/tweet/${tweetId}`,
      `/playlist/${list}`,
      '/profile/changing',
      '/tweets',
    ]
    for (const path of paths) await view(path)
    const { paths: first } = await reportOf(7)
    const titles = Object.fromEntries(first.map(({ path, title }) => [path, title]))
    const { data: video } = await owner.call(api.videos.get, { params: { id: videoId } })
    expect(titles[`/watch/${videoId}`]).toBe(video.title)
    expect(titles['/profile/changing']).toBe(owner.person.fullname)
    expect(titles[`/tweet/${tweetId}`]).toEqual(expect.any(String))
    expect(titles[`/playlist/${list}`]).toEqual(expect.any(String))
    expect(titles['/tweets']).toBeNull()
    const named = async () => (await reportOf(7)).paths.map(({ path }) => path).sort()
    expect(await named()).toEqual([...paths].sort())
    const change = (visibility: string) => {
      const form = new FormData()
      form.append('visibility', visibility)
      return owner.call(api.videos.update, { params: { id: videoId }, form })
    }
    for (const visibility of ['private', 'unlisted']) {
      expect((await change(visibility)).status).toBe(200)
      expect(await named()).not.toContain(`/watch/${videoId}`)
    }
    await owner.call(api.videos.remove, { params: { id: deleted } })
    await owner.call(api.tweets.remove, { params: { id: tweetId } })
    await owner.call(api.playlists.update, { params: { id: list }, body: { visibility: 'private' } })
    expect(await named()).toEqual(['/profile/changing', '/tweets'])
    await view(`/watch/${videoId}`)
    const { total, routes } = await reportOf(7)
    expect([total, routes[0]]).toEqual([7, { route: '/watch/{videoId}', views: 3 }])
    await change('public')
    const { paths: again } = await reportOf(7)
    expect(again).toContainEqual({
      route: '/watch/{videoId}',
      path: `/watch/${videoId}`,
      title: video.title,
      views: 1,
    })
    expect(again).toContainEqual({ route: '/watch/{videoId}', path: null, title: null, views: 1 })
    await app.context.sql`update users set suspended_at = now() where id = ${owner.person.id}`
    expect((await named()).filter(Boolean)).toEqual(['/tweets'])
  })

  it('lists public paths even if many others had more views', async () => {
    await app.context.sql`
      insert into page_views (day, route, path, count)
      select ${today()}, '/watch/{videoId}', '/watch/' || gen_random_uuid(), 9 from generate_series(1, 500)`
    await add(0, 'not found', '/made-up', 9)
    await add(0, '/watch/{videoId}', '/watch/no-id', 9)
    await add(0, '/tweets', '/tweets', 1)
    expect((await reportOf(7)).paths).toEqual([{ route: '/tweets', path: '/tweets', title: null, views: 1 }])
  })

  it('has every day with zero views when there are none', async () => {
    const { total, days, routes, paths } = await reportOf(30)
    expect([total, days.length, routes, paths]).toEqual([0, 30, [], []])
  })

  it('covers 7, 30 or 90 days', async () => {
    for (const days of ['8', '0', '-7', '7.5', 'week', '365']) {
      const response = await admin.fetch(`/api/v1/insights/report?days=${days}`)
      expect([days, response.status]).toEqual([days, 400])
    }
  })

  it('is for administrators, and a 404 for others', async () => {
    for (const client of [app.visitor(), await app.signedIn(), await staff(app, 'moderator')])
      expect(codeOf(await client.call(api.pageViews.report))).toEqual([404, 'request.not-found'])
  })
})
