import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/app/app.ts'

const page = `<!doctype html><script>let theme = \`dark\`</script><script type="module" src="/assets/a.js"></script>
<title>Vireo</title><meta name="description" content="Videos." /><body></body>`
/** The SHA-256 of the page's only inline script in base64, computed with `openssl`. */
const themeScript = "'sha256-pYH3QCeLMlgbkYKIlO5lRa8nVFNnnRwlPPtF3MRUrpQ='"
let webRoot: string
let app: TestApp
beforeAll(async () => {
  webRoot = await mkdtemp(join(tmpdir(), 'vireo-web-'))
  await writeFile(join(webRoot, 'index.html'), page)
  await writeFile(join(webRoot, 'preload.json'), '[]')
  app = await createTestApp({}, { webRoot })
})
afterAll(async () => {
  await app.close()
  await rm(webRoot, { recursive: true })
})

const directives = (headers: Headers) =>
  Object.fromEntries(
    (headers.get('content-security-policy') ?? '').split(';').map((one) => {
      const [name = '', ...sources] = one.trim().split(' ')
      return [name, sources.sort()]
    }),
  )

it.each(['/', '/settings', '/api/v1/user/current-user', '/no/such/file.js', '/healthz'])(
  'on %s only the site’s own files and the script of its page may run, and no other site may frame it',
  async (path) => {
    const { headers } = await app.visitor().fetch(path)
    expect(directives(headers)).toEqual({
      'default-src': ["'self'"],
      'script-src': ["'self'", themeScript],
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'blob:', 'data:'],
      'media-src': ["'self'", 'blob:'],
      'connect-src': ["'self'"],
      'worker-src': ["'self'", 'blob:'],
      'font-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
    })
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('x-powered-by')).toBe(null)
    // Over plain HTTP, Strict-Transport-Security would lock people out.
    expect(headers.get('strict-transport-security')).toBe(null)
  },
)

it('an https site sends HSTS, and its CSP allows the configured origin of media', async () => {
  const env = { PUBLIC_URL: 'https://vireo.example', MEDIA_PUBLIC_URL: 'https://cdn.example/media' }
  const secure = await createTestApp(env, { webRoot })
  try {
    const { headers } = await secure.visitor().fetch('/healthz')
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
    const policy = directives(headers)
    for (const name of ['img-src', 'media-src', 'connect-src'])
      expect(policy[name]).toContain('https://cdn.example')
    expect(policy['script-src']).toEqual(["'self'", themeScript])
  } finally {
    await secure.close()
  }
})
