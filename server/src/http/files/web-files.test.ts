import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/app/app.ts'
import { rawRequest } from '../../../test/app/raw.ts'

const content = '<!-- a page -->'.repeat(100)
const head = '<title>Vireo</title><meta name="description" content="Videos." />'
const page = `<!doctype html>${head}<body>${content}</body>`
const script = `export const greeting = 'hello' // ${'padding '.repeat(300)}`
let root: string
let app: TestApp
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'vireo-web-'))
  await mkdir(join(root, 'assets/embed'), { recursive: true })
  await mkdir(join(root, 'insights'))
  for (const [name, text] of [
    ['index.html', page],
    ['assets/index-Ab12Cd34.js', script],
    ['assets/embed/embed-Ab12Cd34.js', script],
    ['insights/script.js', script],
  ] as const) {
    await writeFile(join(root, name), text)
    await writeFile(join(root, `${name}.br`), brotliCompressSync(text))
    await writeFile(join(root, `${name}.gz`), gzipSync(text))
  }
  const watch = {
    path: '^/watch/([\\w-]+)/?$',
    links: ['</a.js>; rel=modulepreload', '</b.js>; rel=modulepreload'],
  }
  const settings = { path: '^/settings.*$', links: ['</c.js>; rel=modulepreload'] }
  await writeFile(join(root, 'preload.json'), JSON.stringify([watch, settings]))
  await writeFile(join(root, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  app = await createTestApp({}, { webRoot: root, documentDeadlineMs: 20_000 })
})
afterAll(async () => {
  await app.close()
  await rm(root, { recursive: true })
})

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.visitor().fetch(path, { headers, method })

describe('an address of a page', () => {
  it.each(['/', '/auth/', '/auth', '/reset-password', '/settings', '/search/?q=a.b', '/index.html'])(
    '%s is answered with the app’s page, revalidated each time',
    async (path) => {
      const response = await get(path)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toMatch(/^text\/html/)
      expect(response.headers.get('cache-control')).toBe('no-cache')
      expect(await response.text()).toContain(content)
    },
  )

  it.each([
    '/watch/0198',
    '/profile/robin.reed',
    '/insights',
    '/no/such/page',
    '/apiary',
    '/about.html',
    '/profile/%E0%A4%A',
  ])('%s, which does not exist, is answered with the app’s page and the status 404', async (path) => {
    const response = await get(path)
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toMatch(/^text\/html/)
    expect(await response.text()).toContain(content)
  })

  it('sends preload hints for the page, but none for an address that only looks similar', async () => {
    const linkOf = async (path: string) => (await get(path)).headers.get('link')
    const expected = '</a.js>; rel=modulepreload, </b.js>; rel=modulepreload'
    expect([await linkOf('/watch/0198-a'), await linkOf('/watch/0198-a/?t=3')]).toEqual([expected, expected])
    expect(await linkOf('/settings/profile?a=b')).toBe('</c.js>; rel=modulepreload')
    for (const path of ['/', '/watch/', '/watch/a%0d%0aSet-Cookie:x', '/watch/a>;', '/x/watch/0198'])
      expect(await linkOf(path)).toBe(null)
  })

  it('answers HEAD as well', async () => {
    const response = await get('/settings', {}, 'HEAD')
    expect([response.status, await response.text()]).toEqual([200, ''])
  })

  it('is not sent again to a browser that has it cached', async () => {
    const etag = String((await rawRequest(app.origin, '/settings')).headers.etag)
    const again = await rawRequest(app.origin, '/settings', { headers: { 'if-none-match': etag } })
    expect([again.status, again.text]).toEqual([304, ''])
  })
})

describe('an unknown address is never answered with a page', () => {
  it.each([
    '/api',
    '/api/',
    '/api/v1/no-such-call',
    '/api/v1/user/currentuser',
    '/media',
    '/media/avatars/x/160.webp',
    '/assets',
    '/assets/',
    '/assets/gone-Ab12Cd34.js',
    '/assets/no-extension',
    '/assets/embed',
    '/assets/index-Ab12Cd34.js.br',
    '/assets/%E0%A4%A',
    '/api/v1/user/channel/%E0%A4%A',
    '/gone.js',
    '/icons/gone.png',
    '/.env',
    '/index.html.br',
    '/index.html.gz',
  ])('at %s', async (path) => {
    const response = await get(path)
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({
      statuscode: 404,
      message: 'Not found',
      data: null,
      success: false,
      code: 'request.not-found',
    })
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('for the method %s', async (method) => {
    expect((await get('/settings', {}, method)).status).toBe(404)
  })

  it.each([
    '/../package.json',
    '/assets/../../package.json',
    '/%2e%2e/package.json',
    '/assets/..%2f..%2fpackage.json',
  ])('outside the folder of the web: %s', async (path) => {
    const { status, text } = await rawRequest(app.origin, path)
    expect(status).toBe(404)
    expect(text).not.toContain('"name"')
  })
})

describe('files', () => {
  const asset = '/assets/index-Ab12Cd34.js'

  it('with a hash in their name may be cached for ever', async () => {
    const response = await get(asset)
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-type')).toMatch(/^(text|application)\/javascript/)
    // A player in a sandboxed frame has no origin, so that its own files count as those of another site.
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })

  it('without a hash in their name are revalidated', async () => {
    const response = await get('/favicon.svg')
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(response.headers.get('content-type')).toBe('image/svg+xml')
  })

  it.each(['/insights/script.js', '/_vercel/insights/script.js'])(
    'that count page views may be cached for an hour, and are then revalidated: %s',
    async (path) => {
      const response = await get(path)
      expect(response.status).toBe(200)
      expect(await response.text()).toBe(script)
      expect(response.headers.get('cache-control')).toBe('public, max-age=3600')
      expect(response.headers.get('content-type')).toMatch(/^(text|application)\/javascript/)
      const etag = String((await rawRequest(app.origin, path)).headers.etag)
      const headers = { 'if-none-match': etag }
      expect((await rawRequest(app.origin, path, { headers })).status).toBe(304)
    },
  )

  it.each([
    [asset, script],
    ['/assets/embed/embed-Ab12Cd34.js', script],
    ['/insights/script.js', script],
    ['/_vercel/insights/script.js', script],
    ['/index.html', page],
  ])('are sent precompressed, in an encoding that the browser accepts: %s', async (path, text) => {
    const plain = await fetchBytes(path, 'identity')
    expect(plain).toMatchObject({ encoding: undefined, body: Buffer.from(text) })
    const brotli = await fetchBytes(path, 'br, gzip')
    expect(brotli.encoding).toBe('br')
    expect(brotli.body).toEqual(brotliCompressSync(text))
    expect(brotliDecompressSync(brotli.body).toString()).toBe(text)
    const gzip = await fetchBytes(path, 'gzip')
    expect(gzip.encoding).toBe('gzip')
    expect(gunzipSync(gzip.body).toString()).toBe(text)
    expect(brotli.vary).toContain('accept-encoding')
  })

  /** The bytes as they are on the wire: `fetch` would decompress them. */
  async function fetchBytes(path: string, encoding: string) {
    const { headers, bytes } = await rawRequest(app.origin, path, {
      headers: { 'accept-encoding': encoding },
    })
    return {
      encoding: headers['content-encoding'],
      vary: String(headers.vary).toLowerCase(),
      body: bytes,
    }
  }
})

it('without a built web, a page is answered with a plain 404 and the API works', async () => {
  const bare = await createTestApp({}, { webRoot: join(root, 'nothing') })
  try {
    expect((await bare.visitor().fetch('/')).status).toBe(404)
    expect((await bare.visitor().fetch('/healthz')).status).toBe(200)
  } finally {
    await bare.close()
  }
})
