import { fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import { listenTo } from '../../../../test/app/events.ts'
import { findValue, parseMetrics, scrape } from '../../../../test/app/metrics.ts'
import { rawRequest } from '../../../../test/app/raw.ts'
import { openUpload } from '../../../../test/content/uploads.ts'
import { addVideo } from '../../../../test/content/videos.ts'
import { listFiles, read } from '../../../../test/conventions/sources.ts'
import { patiently } from '../../../../test/patience.ts'
import { connect } from '../../../db/sql.ts'
import { buildHealthApp } from '../../../http/lifecycle/health.ts'
import { enqueue } from '../../../jobs/define-job.ts'
import { secondsAfter } from '../../../lib/clock.ts'
import { newId } from '../../../lib/ids.ts'
import { findFreePort } from '../../../lib/net/free-port.ts'
import { poolOf } from '../../../program/worker.ts'
import { removeFolderJob } from '../../core/files/files.jobs.ts'
import { makeLadderJob } from '../../publishing/videos/processing/ladder/ladder.jobs.ts'
import { measureStorageJob } from '../site-storage/site-storage.jobs.ts'
import { serveMetrics } from './metrics.routes.ts'
import { createScrape } from './metrics.service.ts'

let app: TestApp
const statements: string[] = []
beforeAll(async () => {
  // Responses are cached long enough for a second visitor to get the same one, and jobs stay as they are.
  const onQuery = (text: string) => statements.push(text)
  app = await createTestApp({}, { freshMs: 600_000, onQuery })
})
afterAll(() => app.close())

const requests = 'vireo_http_requests_total'

describe('requests', () => {
  it('are counted by route and status, including those that are answered from memory', async () => {
    const { videoId } = await addVideo(app)
    const path = `/api/v1/video/id/${videoId}`
    for (let i = 0; i < 3; i++) await app.visitor().fetch(path)
    await app.visitor().fetch(`/api/v1/video/id/${newId()}`)
    const samples = await scrape(app.origin)
    const route = '/api/v1/video/id/:id'
    expect(findValue(samples, requests, { method: 'GET', route, status: '200' })).toBe(3)
    expect(findValue(samples, requests, { method: 'GET', route, status: '404' })).toBe(1)
    const name = 'vireo_http_request_duration_seconds'
    expect(findValue(samples, `${name}_count`, { method: 'GET', route })).toBe(4)
    expect(findValue(samples, `${name}_bucket`, { method: 'GET', route, le: '+Inf' })).toBe(4)
    expect(findValue(samples, `${name}_sum`, { method: 'GET', route })).toBeGreaterThan(0)
    expect(findValue(samples, 'vireo_cache_requests_total', { cache: 'answers', result: 'hit' })).toBe(2)
  })

  it('for addresses that do not exist are all counted together', async () => {
    for (const path of ['/api/v1/nowhere', '/api/v2/nothing?x=1', '/media/videos'])
      await app.visitor().fetch(path)
    await app.visitor().fetch('/api/v1/nowhere', { method: 'DELETE' })
    const samples = await scrape(app.origin)
    const unknown = { route: 'unknown', status: '404' }
    expect(findValue(samples, requests, { ...unknown, method: 'GET' })).toBeGreaterThanOrEqual(2)
    expect(findValue(samples, requests, { ...unknown, method: 'DELETE' })).toBe(1)
  })

  it('leave no address, name or id in the labels', async () => {
    const someone = await app.signedIn('petrel', 'Storm Petrel')
    const { videoId } = await addVideo(app, { ownerId: someone.person.id, title: 'Shearwaters' })
    await app.visitor().fetch('/api/v1/user/channel/petrel')
    await app.visitor().fetch('/profile/petrel')
    await app.visitor().fetch(`/watch/${videoId}`)
    await app.visitor().fetch('/api/v1/video?query=Shearwaters')
    const labels = (await scrape(app.origin)).flatMap((sample) => Object.values(sample.labels))
    expect(labels.filter((label) => /petrel|shearwater|nowhere|127\.0|[0-9a-f-]{36}/i.test(label))).toEqual(
      [],
    )
    const routes = new Set((await scrape(app.origin)).flatMap(({ labels: { route } }) => route ?? []))
    expect([...routes].filter((route) => !/^(unknown|page|\/[\w/:.*-]*)$/.test(route))).toEqual([])
  })
})

it('shows the queue: waiting jobs, the age of the oldest, and failed jobs', async () => {
  const { sql } = app.context
  const payload = { videoId: newId(), run: 'x' }
  await enqueue(sql, removeFolderJob, { folder: 'videos/x' })
  await sql`update graphile_worker._private_jobs set attempts = max_attempts, locked_at = null`
  await enqueue(sql, makeLadderJob, payload, { runAt: secondsAfter(new Date(), -60) })
  await enqueue(sql, makeLadderJob, payload)
  const samples = await scrape(app.origin)
  const count = (pool: string, state: string) => findValue(samples, 'vireo_jobs', { pool, state })
  expect([count('light', 'failed'), count('heavy', 'waiting'), count('push', 'waiting')]).toEqual([1, 2, 0])
  expect(findValue(samples, 'vireo_jobs_oldest_waiting_seconds', { pool: 'heavy' })).toBeGreaterThanOrEqual(
    60,
  )
  expect(findValue(samples, 'vireo_jobs_oldest_waiting_seconds', { pool: 'push' })).toBe(0)
})

it('counts no more than 20,000 jobs of a long queue', async () => {
  const { sql } = app.context
  onTestFinished(async () => void (await sql`delete from graphile_worker._private_jobs`))
  await enqueue(sql, removeFolderJob, { folder: 'videos/x' })
  await sql`
    insert into graphile_worker._private_jobs (task_id, payload)
    select task_id, payload
    from (select task_id, payload from graphile_worker._private_jobs limit 1) job, generate_series(1, 20_500)`
  const counts = (await scrape(app.origin)).filter(({ name }) => name === 'vireo_jobs')
  expect(counts.reduce((sum, { value }) => sum + value, 0)).toBe(20_000)
})

it('shows uploads, open streams, connections, the disk and the size of videos', async () => {
  const { sql } = app.context
  const someone = await app.signedIn()
  await openUpload(someone, 5000)
  const stream = await listenTo(someone, 'notification')
  const { videoId } = await addVideo(app)
  const parts = { source: 10, 'source/parts-x/1': 5, 'first-x': 1, 'ladder-x': 100, 'extras/preview': 7 }
  for (const [part, bytes] of Object.entries(parts))
    await sql`insert into video_bytes (video_id, part, bytes) values (${videoId}, ${part}, ${bytes})`
  const run = { signal: AbortSignal.timeout(60_000), isStopping: () => false }
  await measureStorageJob.handler(app.context, {}, { ...run, attempt: 1, isLastAttempt: true, priority: 0 })
  const samples = await scrape(app.origin)
  const storage = (kind: string) => findValue(samples, 'vireo_storage_bytes', { kind })
  expect([storage('sources'), storage('streams'), storage('extras')]).toEqual([15, 101, 7])
  expect(findValue(samples, 'vireo_uploads')).toBe(1)
  expect(findValue(samples, 'vireo_uploads_bytes')).toBe(5000)
  expect(findValue(samples, 'vireo_event_streams')).toBe(1)
  expect(findValue(samples, 'vireo_disk_free_bytes')).toBeGreaterThan(0)
  expect(findValue(samples, 'vireo_database_connections_max')).toBe(20)
  expect(findValue(samples, 'vireo_database_up')).toBe(1)
  stream.close()
  await expect.poll(async () => findValue(await scrape(app.origin), 'vireo_event_streams'), patiently).toBe(0)
})

it('queries the database once for simultaneous requests', async () => {
  const scrapeOnce = createScrape(app.context, { caches: {}, poolOf })
  statements.length = 0
  await Promise.all([scrapeOnce(), scrapeOnce(), scrapeOnce()])
  expect(statements.filter((text) => text.includes('storage_sizes'))).toHaveLength(1)
})

it('answers without the database, with the numbers of the process', async () => {
  const sql = connect(`postgres://nobody@127.0.0.1:${await findFreePort()}/nothing`)
  const other = fastify()
  try {
    serveMetrics(other, { ...app.context, sql }, { caches: {}, poolOf })
    const samples = parseMetrics((await other.inject('/metrics')).body)
    expect(findValue(samples, 'vireo_database_up')).toBe(0)
    expect(samples.filter(({ name }) => /^vireo_(jobs|uploads|storage)/.test(name))).toEqual([])
    expect(samples.filter(({ name }) => name === requests).length).toBeGreaterThan(0)
    expect(findValue(samples, 'process_resident_memory_bytes')).toBeGreaterThan(0)
  } finally {
    await other.close()
    await sql.end({ timeout: 0 })
  }
})

describe('access to the metrics', () => {
  /** The statuses for these requests with other settings. */
  async function statusesWith(settings: Partial<TestApp['config']>, headers: Record<string, string>[]) {
    const other = buildHealthApp(app.context)
    serveMetrics(other, { ...app.context, config: { ...app.config, ...settings } }, { caches: {}, poolOf })
    try {
      const origin = await other.listen({ port: 0, host: '127.0.0.1' })
      const answers = headers.map((sent) => rawRequest(origin, '/metrics', { headers: sent }))
      return (await Promise.all(answers)).map(({ status }) => status)
    } finally {
      await other.close()
    }
  }

  it('without a token only local programs are allowed, not requests that a local proxy forwards', async () => {
    const forwarded: Record<string, string>[] = [
      { 'x-forwarded-for': '203.0.113.7' },
      { forwarded: 'for=203.0.113.7' },
      { 'x-real-ip': '203.0.113.7' },
      { via: '1.1 proxy' },
      { host: 'videos.example.org' },
    ]
    expect(await statusesWith({}, [{}, { host: 'localhost:8000' }, ...forwarded])).toEqual([
      ...[200, 200],
      ...forwarded.map(() => 404),
    ])
    expect(await statusesWith({ trustProxy: true }, [{}])).toEqual([404])
    expect(await statusesWith({ publicUrl: 'https://videos.example.org' }, [{}])).toEqual([404])
    expect(await statusesWith({ publicUrl: 'http://localhost:8000' }, [{}])).toEqual([200])
  })

  it('with a token every request that sends it is allowed, from anywhere', async () => {
    const metricsToken = 'a-long-enough-secret'
    const far = { 'x-forwarded-for': '203.0.113.7', host: 'videos.example.org' }
    const answers = await statusesWith({ metricsToken, trustProxy: true }, [
      { ...far, authorization: `Bearer ${metricsToken}` },
      { ...far, authorization: `Bearer ${metricsToken}x` },
      { ...far, authorization: `Bearer ` },
      {},
    ])
    expect(answers).toEqual([200, 404, 404, 404])
  })

  it('the 404 is not cached for clients that have access', async () => {
    const refused = await app.visitor().fetch('/metrics', { headers: { 'x-forwarded-for': '203.0.113.7' } })
    expect(refused.status).toBe(404)
    expect((await app.visitor().fetch('/metrics')).status).toBe(200)
  })
})

describe('deploy', () => {
  const names = async () => {
    const text = await (await fetch(`${app.origin}/metrics`)).text()
    const types = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', type = '']) => ({
      name,
      type,
    }))
    const all = types.flatMap(({ name, type }) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
    )
    return { types, all }
  }
  const used = (path: string) => new Set(read(path).match(/\b(vireo|process|nodejs)_[a-z0-9_]+\b/g))

  it('uses only metrics that exist', async () => {
    const { all } = await names()
    const files = listFiles('deploy', /^deploy\/(grafana|prometheus).*\.(json|yml)$/)
    expect(files.length).toBeGreaterThan(1)
    for (const path of files)
      expect([path, [...used(path)].filter((name) => !all.includes(name))]).toEqual([path, []])
  })

  it('shows every metric of Vireo on the dashboard', async () => {
    const { types } = await names()
    const shown = [...used('deploy/grafana-dashboard.json')].map((name) =>
      name.replace(/_(bucket|sum|count)$/, ''),
    )
    const own = types.map(({ name }) => name).filter((name) => name.startsWith('vireo_'))
    expect(own.length).toBeGreaterThan(20)
    expect(own.filter((name) => !shown.includes(name))).toEqual([])
  })
})
