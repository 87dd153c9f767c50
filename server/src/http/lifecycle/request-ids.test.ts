import { api } from '@vireo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/app/app.ts'
import { findValue, scrape } from '../../../test/app/metrics.ts'
import { uploadForm } from '../../../test/content/videos.ts'
import { patiently } from '../../../test/patience.ts'

let app: TestApp
const lines: Record<string, unknown>[] = []
const logTo = { write: (line: string) => void lines.push(JSON.parse(line)) }
beforeAll(async () => {
  // With a worker, because it counts the jobs that it runs.
  app = await createTestApp({ LOG_LEVEL: 'info' }, { logTo, hasWorker: true })
})
afterAll(() => app.close())

const of = (id: string | null) => lines.filter(({ reqId }) => reqId === id)

it('the request of an upload, all of its jobs and ffmpeg log the same id', async () => {
  const owner = await app.signedIn()
  const answer = await owner.call(api.videos.upload, { form: await uploadForm('tiny') })
  const id = answer.headers.get('x-request-id')
  const jobs = () => of(id).flatMap(({ job, msg }) => (msg === 'job done' ? [job] : []))
  const expected = [
    'videos:make-playable',
    'videos:make-extras',
    'videos:make-ladder',
    'videos:make-storyboard',
  ]
  await expect.poll(jobs, patiently).toEqual(expect.arrayContaining(expected))
  expect(of(id).some(({ msg }) => msg === 'request completed')).toBe(true)
  expect(of(id).some(({ msg }) => msg === 'ffprobe done')).toBe(true)
  expect(of(id).filter(({ msg }) => msg === 'ffmpeg done').length).toBeGreaterThanOrEqual(4)
  const nameless = lines.filter(({ program, reqId }) => program && !reqId)
  expect(nameless).toEqual([])

  // Their durations are counted as well.
  const samples = await scrape(app.origin)
  const transcodes = (kind: string) => findValue(samples, 'vireo_transcodes_total', { kind, outcome: 'done' })
  expect([transcodes('playable'), transcodes('ladder')]).toEqual([1, 1])
  expect(findValue(samples, 'vireo_transcodes_running', { kind: 'ladder' })).toBe(0)
  expect(findValue(samples, 'vireo_transcode_seconds_total', { kind: 'ladder' })).toBeGreaterThan(0)
  const seconds = findValue(samples, 'vireo_transcoded_video_seconds_total', { kind: 'ladder' })
  expect(seconds).toBeCloseTo(answer.data.duration, 0)
  const job = { task: 'videos:make-ladder', outcome: 'done' }
  expect(findValue(samples, 'vireo_job_duration_seconds_count', job)).toBe(1)
})

it('log lines of a feature during a request have its id, once', async () => {
  const texts: string[] = []
  const other = await createTestApp(
    { LOG_LEVEL: 'trace' },
    { logTo: { write: (line) => void texts.push(line) } },
  )
  try {
    const someone = await other.signedIn()
    const { log, storage } = other.context
    storage.check = async () => log.warn('from deep inside')
    const { headers } = await someone.fetch('/readyz')
    const id = headers.get('x-request-id') ?? 'none'
    const deep = texts.filter((text) => text.includes('from deep inside'))
    expect(deep.map((text) => JSON.parse(text).reqId)).toEqual([id])
    for (const text of texts) expect(text.match(/"reqId"/g)?.length ?? 0).toBeLessThanOrEqual(1)
  } finally {
    await other.close()
  }
})

it('the id of a proxy is kept only if proxies are trusted, and only if it is harmless', async () => {
  const idOf = async (origin: string, sent: string) => {
    const { headers } = await fetch(`${origin}/healthz`, { headers: { 'x-request-id': sent } })
    return headers.get('x-request-id')
  }
  const given = '4bf92f3577b34da6a3ce929d0e0e4736'
  expect(await idOf(app.origin, given)).not.toBe(given)
  const trusting = await createTestApp({ TRUST_PROXY: '1' })
  try {
    expect(await idOf(trusting.origin, given)).toBe(given)
    for (const wrong of ['short', 'x'.repeat(101), 'spaces are not ok', '<script>alert(1)</script>'])
      expect(await idOf(trusting.origin, wrong)).toMatch(/^[0-9a-f-]{36}$/)
  } finally {
    await trusting.close()
  }
})
