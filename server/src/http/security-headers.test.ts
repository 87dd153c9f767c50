import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../test/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const directives = (headers: Headers) =>
  Object.fromEntries(
    (headers.get('content-security-policy') ?? '').split(';').map((one) => {
      const [name = '', ...sources] = one.trim().split(' ')
      return [name, sources.sort()]
    }),
  )

it.each(['/', '/settings', '/api/v1/user/current-user', '/no/such/file.js', '/healthz'])(
  'nothing but the site’s own files may run on %s, and no site may frame it',
  async (path) => {
    const { headers } = await app.visitor().fetch(path)
    expect(directives(headers)).toEqual({
      'default-src': ["'self'"],
      'script-src': ["'self'"],
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
    // Over plain HTTP a promise of https would lock people out.
    expect(headers.get('strict-transport-security')).toBe(null)
  },
)

it('an https site asks browsers to keep to https, and media from elsewhere are allowed by name', async () => {
  const secure = await createTestApp({
    PUBLIC_URL: 'https://vireo.example',
    MEDIA_PUBLIC_URL: 'https://cdn.example/media',
  })
  try {
    const { headers } = await secure.visitor().fetch('/healthz')
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
    const policy = directives(headers)
    for (const name of ['img-src', 'media-src', 'connect-src'])
      expect(policy[name]).toContain('https://cdn.example')
    expect(policy['script-src']).toEqual(["'self'"])
  } finally {
    await secure.close()
  }
})
