import { api, type PageRoute, type ReportPeriod } from '@vireo/contract'
import { routeOf } from '@vireo/contract/rules/pages'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/app.ts'
import { codeOf } from '../../../test/client.ts'
import { dumpDatabase } from '../../../test/dump.ts'
import { patiently } from '../../../test/patience.ts'
import { addVideo } from '../../../test/videos.ts'
import { enqueue } from '../../jobs/define-job.ts'
import { newId } from '../../lib/ids.ts'
import { sweepExpired } from '../housekeeping/housekeeping.jobs.ts'
import { staff } from '../moderation/test-kit.ts'
import { createPlaylist } from '../playlists/test-kit.ts'
import { pathsPerDay } from './insights.service.ts'

let app: TestApp
let admin: Awaited<ReturnType<typeof staff>>
beforeAll(async () => {
  app = await createTestApp({ TRUST_PROXY: 'true' })
  admin = await staff(app, 'admin')
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.context.sql`truncate page_views`
})

const day = 24 * 3600
let addresses = 0

function send(body: Record<string, unknown>, headers: Record<string, string> = {}) {
  addresses += 1
  const from = { 'x-forwarded-for': `2001:db8:0:${addresses.toString(16)}::1` }
  return app.visitor().call(api.insights.recordView, { body, headers: { ...from, ...headers } })
}
const view = (path: string, route: string = routeOf(path), headers?: Record<string, string>) =>
  send({ route, path }, headers)

const rowsOf = async () =>
  (
    await app.context.sql<{ row: string }[]>`
    select route || ' ' || path || ' ' || count as row from page_views order by 1`
  ).map(({ row }) => row)

async function reportOf(days?: ReportPeriod) {
  const { status, data } = await admin.call(api.insights.report, { query: days ? { days } : {} })
  expect(status).toBe(200)
  return data
}

const today = () => app.clock.now().toISOString().slice(0, 10)
const toMidnight = () => app.clock.advance(day - ((app.clock.now().getTime() / 1000) % day))

describe('a page view', () => {
  it('is counted by its route and path, also when many come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => view('/tweets')))
    for (const { status, data } of answers) expect([status, data]).toEqual([200, { isCounted: true }])
    await view('/')
    await view('/profile/robin')
    expect(await rowsOf()).toEqual(['/ / 1', '/profile/{username} /profile/robin 1', '/tweets /tweets 20'])
  })

  it('counts for the day that it is in UTC, and a report has every day, those without views as well', async () => {
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
    await view('/moderation/administrator#token', '/moderation/{tab}')
    await view('/auth/', '/auth')
    expect(await rowsOf()).toEqual([
      '/auth /auth 1',
      '/moderation/{tab} /moderation/administrator 1',
      '/search /search 1',
    ])
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

describe('of a page view is kept', () => {
  it('the day, the route, the path and a number, and nothing of the person anywhere', async () => {
    const { sql } = app.context
    const member = await app.signedIn()
    const headers = { 'x-forwarded-for': '203.0.113.77', 'user-agent': 'Rarebrowser/7.7' }
    const { headers: answer } = await member.call(api.insights.recordView, {
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
    expect(dump).toContain('page-view:')
    for (const secret of ['203.0.113', 'Rarebrowser', 'rarereferrer']) expect(dump).not.toContain(secret)
  })

  it('no address of an unlisted or private thing, however it is written', async () => {
    const owner = await app.signedIn()
    const { videoId: open } = await addVideo(app)
    const { videoId: unlisted } = await addVideo(app, { visibility: 'unlisted' })
    const { videoId: hidden } = await addVideo(app, { visibility: 'private' })
    const list = await createPlaylist(owner, { visibility: 'unlisted' })
    for (const id of [
      open,
      unlisted,
      hidden,
      hidden.toUpperCase(),
      `${unlisted})`,
      unlisted.replace('-', '%2D'),
    ])
      expect((await view(`/watch/${id}`)).data).toEqual({ isCounted: true })
    await view(`/playlist/${list}`)
    await view(`/unsubscribe%3Ftoken=abc`)
    expect(await rowsOf()).toEqual([
      '/playlist/{playlistId} (other) 1',
      '/watch/{videoId} (other) 5',
      `/watch/{videoId} /watch/${open} 1`,
      'not found (other) 1',
    ])
  })

  it('no more than so many paths of a day; further ones count under their route', async () => {
    const { sql } = app.context
    await sql`
      insert into page_views (day, route, path, count)
      select ${today()}, 'not found', '/made-up/' || i, 1 from generate_series(1, ${pathsPerDay - 1}::int) i`
    await view('/tweets')
    await view('/one-more')
    await view('/and-another')
    await view('/tweets')
    await view('/made-up/7')
    const [counts] = await sql`
      select count(*)::int as rows, sum(count)::int as views from page_views`
    expect(counts).toEqual({ rows: pathsPerDay + 1, views: pathsPerDay - 1 + 5 })
    const rows = await rowsOf()
    expect(rows).toContain('/tweets /tweets 2')
    expect(rows).toContain('not found (other) 2')
    expect(rows).toContain('not found /made-up/7 2')
    app.clock.advance(day)
    await view('/one-more')
    expect(await rowsOf()).toContain('not found /one-more 1')
  })

  it('what a network’s limit allows; the rest is answered alike but not counted', async () => {
    const { sql } = app.context
    const from = { 'x-forwarded-for': '198.51.100.9' }
    expect((await view('/', '/', from)).data).toEqual({ isCounted: true })
    await sql`update rate_limits set count = 1199 where key like 'page-view:%'`
    expect((await view('/', '/', from)).data).toEqual({ isCounted: true })
    const { status, data } = await view('/', '/', from)
    expect([status, data]).toEqual([200, { isCounted: false }])
    app.clock.advance(61)
    expect((await view('/', '/', from)).data).toEqual({ isCounted: true })
    expect(await rowsOf()).toEqual(['/ / 3'])
  })

  it('400 days of views', async () => {
    const { sql } = app.context
    const add = (daysAgo: number) => sql`
      insert into page_views (day, route, path, count)
      values (${today()}::date - ${daysAgo}::int, '/', '/', ${daysAgo})`
    await add(400)
    await add(401)
    await add(500)
    await enqueue(sql, sweepExpired, {})
    await vi.waitFor(async () => expect(await rowsOf()).toEqual(['/ / 400']), patiently)
  })
})

describe('the report', () => {
  const add = (daysAgo: number, route: PageRoute, path: string, count: number) => app.context.sql`
    insert into page_views (day, route, path, count)
    values (${today()}::date - ${daysAgo}::int, ${route}, ${path}, ${count})`

  it('has the total, and routes and paths with the most viewed first, of the days asked for', async () => {
    const id = newId()
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

  it('has no views, and every day, when there are none', async () => {
    const { total, days, routes, paths } = await reportOf(30)
    expect([total, days.length, routes, paths]).toEqual([0, 30, [], []])
  })

  it('takes 7, 30 or 90 days', async () => {
    for (const days of ['8', '0', '-7', '7.5', 'week', '365']) {
      const response = await admin.fetch(`/api/v1/insights/report?days=${days}`)
      expect([days, response.status]).toEqual([days, 400])
    }
  })

  it('is for administrators; for others there is no such call', async () => {
    for (const client of [app.visitor(), await app.signedIn(), await staff(app, 'moderator')])
      expect(codeOf(await client.call(api.insights.report))).toEqual([404, 'request.not-found'])
  })
})
