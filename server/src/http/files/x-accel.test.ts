import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/app/app.ts'
import { rawRequest } from '../../../test/app/raw.ts'
import { root } from '../../../test/conventions/sources.ts'

// `npm run drill -- nginx` tests how nginx handles the header with deploy/nginx.conf.
const key = 'avatars/someone/160.webp'
const own = { PUBLIC_URL: 'https://videos.example.org', CORS_ORIGINS: 'https://app.example.org' }
let plain: TestApp
let behindNginx: TestApp
beforeAll(async () => {
  plain = await createTestApp(own)
  // The same files, so that ETag and Last-Modified can be compared.
  const { DATA_DIR, X_ACCEL_PREFIX } = { DATA_DIR: plain.config.dataDir, X_ACCEL_PREFIX: '/protected-media/' }
  behindNginx = await createTestApp({ ...own, DATA_DIR, X_ACCEL_PREFIX })
  await plain.context.storage.putBytes(key, Buffer.from('0123456789abcdefghij'), 'image/webp')
})
afterAll(() => Promise.all([plain.close(), behindNginx.close()]))

async function ask(
  app: TestApp,
  headers: Record<string, string>,
  { method = 'GET', path = `/media/${key}` },
) {
  const answer = await rawRequest(app.origin, path, { method, headers })
  const { date, 'x-request-id': id, ...rest } = answer.headers
  return { status: answer.status, headers: rest, text: answer.text }
}

const etagOf = async () => String((await ask(plain, {}, { method: 'HEAD' })).headers.etag)

it.each([
  ['a whole file', {}],
  ['a part', { range: 'bytes=5-9' }],
  ['the end', { range: 'bytes=-3' }],
  ['a part beyond the end', { range: 'bytes=10-999' }],
  ['a copy that is old', { 'if-none-match': '"older"' }],
  ['a page of another origin', { origin: 'https://app.example.org' }],
])('nginx gets the location of the file: %s', async (_, headers) => {
  const { status, headers: described } = await ask(plain, headers, {})
  // nginx sets these for the file, and accept-ranges only for a whole one.
  const nginxHeaders = ['content-length', 'content-range', ...(status === 200 ? ['accept-ranges'] : [])]
  for (const name of nginxHeaders) delete described[name]
  const answer = await ask(behindNginx, headers, {})
  expect(answer).toEqual({
    status: 200,
    headers: { ...described, 'content-length': '0', 'x-accel-redirect': `/protected-media/${key}` },
    text: '',
  })
})

it('nginx gets the location of the rest of a file while it is still the same', async () => {
  const headers = { range: 'bytes=5-', 'if-range': await etagOf() }
  expect((await ask(behindNginx, headers, {})).headers['x-accel-redirect']).toBe(`/protected-media/${key}`)
})

it.each([
  ['HEAD', {}, { method: 'HEAD' }],
  ['HEAD of a part', { range: 'bytes=0-4' }, { method: 'HEAD' }],
  ['a part outside the file', { range: 'bytes=20-' }, {}],
  ['two parts', { range: 'bytes=0-1,4-5' }, {}],
  ['a part that ends before it begins', { range: 'bytes=5-2' }, {}],
  ['another unit', { range: 'lines=0-4' }, {}],
  ['the rest of an older file', { range: 'bytes=0-4', 'if-range': '"older"' }, {}],
  ['a missing file', {}, { path: '/media/avatars/someone/320.webp' }],
  ['a missing video', {}, { path: '/media/videos/someone/360.mp4' }],
  ['the path of nginx', {}, { path: `/protected-media/${key}` }],
])('the response is the same as without nginx: %s', async (_, headers, request) => {
  const answer = await ask(behindNginx, headers, request)
  expect(answer).toEqual(await ask(plain, headers, request))
  expect(answer.headers).not.toHaveProperty('x-accel-redirect')
})

it('a file that the browser has cached is not sent again', async () => {
  const headers = { 'if-none-match': await etagOf() }
  const answer = await ask(behindNginx, headers, {})
  expect(answer).toEqual(await ask(plain, headers, {}))
  expect(answer.status).toBe(304)
})

it('a client cannot request it with a header', async () => {
  const headers = { 'x-accel-redirect': '/protected-media/', 'x-accel-prefix': '/protected-media/' }
  const answer = await ask(plain, headers, {})
  expect([answer.text, answer.headers['x-accel-redirect']]).toEqual(['0123456789abcdefghij', undefined])
})

it('deploy/nginx.conf repeats every header that nginx itself would leave out', async () => {
  const config = readFileSync(join(root, 'deploy/nginx.conf'), 'utf8')
  const repeated = [...config.matchAll(/add_header (\S+) \$upstream_http_(\w+);/g)].map(
    ([, name = '', variable]) => {
      expect(variable).toBe(name.toLowerCase().replaceAll('-', '_'))
      return name.toLowerCase()
    },
  )
  const kept = [
    'content-type',
    'content-disposition',
    'accept-ranges',
    'cache-control',
    'set-cookie',
    'expires',
  ]
  const ownHeaders = ['connection', 'content-length', 'date', 'last-modified', 'x-accel-redirect']
  const { headers } = await rawRequest(behindNginx.origin, `/media/${key}`, {
    headers: { origin: 'https://app.example.org' },
  })
  const known = [...repeated, ...kept, ...ownHeaders]
  expect(Object.keys(headers).filter((name) => !known.includes(name))).toEqual([])
})
