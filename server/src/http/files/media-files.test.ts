import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { truncate } from 'node:fs/promises'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/app/app.ts'
import { rawRequest } from '../../../test/app/raw.ts'

let app: TestApp
const path = '/media/avatars/someone/160.webp'
const bytes = Buffer.from('0123456789abcdefghij')
beforeAll(async () => {
  app = await createTestApp()
  await app.context.storage.putBytes('avatars/someone/160.webp', bytes, 'image/webp')
  await app.context.storage.putBytes(
    'avatars/someone/page.html',
    Buffer.from('<script>1</script>'),
    'text/html',
  )
})
afterAll(() => app.close())

const get = (headers: Record<string, string> = {}, method = 'GET') =>
  app.visitor().fetch(path, { method, headers })

describe('a stored file', () => {
  it('is sent whole, may be kept by browsers for ever, and can do nothing in a browser', async () => {
    const response = await get()
    expect(response.status).toBe(200)
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-length': '20',
      'cache-control': 'public, max-age=31536000, s-maxage=10, immutable',
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^"[^"]+"$/),
      'last-modified': expect.stringMatching(/ GMT$/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      // Other sites can show it, and a player in a sandboxed frame, which has no origin, can read it.
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
  })

  it('runs no script even when it is a page', async () => {
    const response = await app.visitor().fetch('/media/avatars/someone/page.html')
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('is not sent again to a browser that has it cached', async () => {
    const etag = (await get()).headers.get('etag') ?? ''
    const again = await get({ 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect((await get({ 'if-none-match': '"another"' })).status).toBe(200)
  })

  it('has its size sent to HEAD without its content', async () => {
    const response = await get({}, 'HEAD')
    expect([response.status, await response.text()]).toEqual([200, ''])
    expect(response.headers.get('content-length')).toBe('20')
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(response.headers.get('accept-ranges')).toBe('bytes')
  })
})

describe('a part of a file', () => {
  it.each([
    ['bytes=0-4', 'bytes 0-4/20', '01234'],
    ['bytes=15-', 'bytes 15-19/20', 'fghij'],
    ['bytes=-3', 'bytes 17-19/20', 'hij'],
    ['bytes=10-999', 'bytes 10-19/20', 'abcdefghij'],
    ['bytes=19-19', 'bytes 19-19/20', 'j'],
    ['bytes=-999', 'bytes 0-19/20', '0123456789abcdefghij'],
  ])('%s is answered with 206', async (range, contentRange, text) => {
    const response = await get({ range })
    expect([response.status, await response.text()]).toEqual([206, text])
    expect(response.headers.get('content-range')).toBe(contentRange)
    expect(response.headers.get('content-length')).toBe(String(text.length))
  })

  it.each(['bytes=20-', 'bytes=100-200', 'bytes=-0'])(
    '%s is answered with an uncacheable 416',
    async (range) => {
      const response = await get({ range })
      expect(response.status).toBe(416)
      expect(response.headers.get('content-range')).toBe('bytes */20')
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('etag')).toBe(null)
      expect(await response.json()).toMatchObject({ statuscode: 416, success: false })
    },
  )

  it.each(['bytes=5-2', 'bytes=0-1,4-5', 'bytes=a-b', 'bytes=-', 'lines=0-4'])(
    '%s is ignored, so the whole file is sent',
    async (range) => {
      const response = await get({ range })
      expect([response.status, await response.text()]).toEqual([200, bytes.toString()])
    },
  )

  it('is sent only while the file is still the one that the browser started to load', async () => {
    const etag = (await get()).headers.get('etag') ?? ''
    expect((await get({ range: 'bytes=0-4', 'if-range': etag })).status).toBe(206)
    expect((await get({ range: 'bytes=0-4', 'if-range': '"older"' })).status).toBe(200)
  })
})

describe('a large file', () => {
  const large = randomBytes(3 * 1024 * 1024 + 7)
  const address = '/media/avatars/someone/large.bin'
  const read = async (range: string) => {
    const { status, bytes } = await rawRequest(app.origin, address, { headers: { range } })
    expect(status).toBe(206)
    return bytes
  }
  beforeAll(() => app.context.storage.putBytes('avatars/someone/large.bin', large, 'video/mp4'))

  it('is sent in many parts at the same time, each with its own bytes, also to clients that stop reading', async () => {
    const starts = Array.from({ length: 24 }, (_, i) => i * 100_003)
    const left = starts.map((start) => {
      const client = request(`${app.origin}${address}`, { headers: { range: `bytes=${start}-` } }, (answer) =>
        answer.once('data', () => client.destroy()),
      )
      client.on('error', () => {})
      client.end()
      return once(client, 'close')
    })
    const parts = await Promise.all(starts.map((start) => read(`bytes=${start}-${start + 700_000}`)))
    for (const [i, start] of starts.entries())
      expect(parts[i]?.equals(large.subarray(start, start + 700_001)), `from ${start}`).toBe(true)
    await Promise.all(left)
    expect((await read('bytes=0-')).equals(large)).toBe(true)
  })

  it('closes the connection if it has become shorter, instead of looking complete', async () => {
    // The server keeps the file open for a second, which must not pass here.
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    onTestFinished(() => clock.mockRestore())
    await read('bytes=0-9')
    await truncate(app.context.storage.localPath('avatars/someone/large.bin') ?? '', 1024 * 1024)
    const answer = await app.visitor().fetch(address)
    expect(answer.headers.get('content-length')).toBe(String(large.length))
    await expect(answer.arrayBuffer()).rejects.toThrow()
  })
})

describe('nothing outside the storage can be reached', () => {
  it.each([
    '/media/../postgres.password',
    '/media/avatars/../../postgres.password',
    '/media/avatars/..%2f..%2fpostgres.password',
    '/media/%2e%2e/%2e%2e/etc/passwd',
    '/media/..%252f..%252fetc/passwd',
    '/media//etc/passwd',
    '/media/%2fetc%2fpasswd',
    '/media/avatars/..\\..\\postgres.password',
    '/media/avatars/..%5c..%5cpostgres.password',
    '/media/avatars/%00/160.webp',
    '/media/avatars/someone/160.webp%00.png',
    '/media/avatars/someone/',
    '/media/avatars/someone',
    '/media/.tmp/x',
    '/media/.types/avatars/someone/160.webp',
    '/media/',
    '/media',
    `/media/avatars/${'a/'.repeat(300)}x`,
  ])('by %s', async (address) => {
    const answer = await rawRequest(app.origin, address)
    expect(answer.status).toBe(404)
    expect(JSON.parse(answer.text)).toEqual({
      statuscode: 404,
      message: 'Not found',
      data: null,
      success: false,
      code: 'request.not-found',
    })
    expect(answer.headers['cache-control']).toBe('no-store')
  })
})
