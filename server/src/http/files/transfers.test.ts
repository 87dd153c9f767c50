import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/app/app.ts'
import { rawRequest } from '../../../test/app/raw.ts'
import { patiently } from '../../../test/patience.ts'

const max = 3
const path = '/media/avatars/someone/film.mp4'
/** Much more than the buffers of a connection hold. */
const film = Buffer.alloc(32 * 1024 * 1024, 1)

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ TRANSFERS_PER_NETWORK: String(max), TRUST_PROXY: '1' })
  await app.context.storage.putBytes('avatars/someone/film.mp4', film, 'video/mp4')
})
afterAll(() => app.close())

const from = (ip: string) => ({ 'x-forwarded-for': ip })
/** Asks for a few bytes of the film. */
const askFrom = (ip: string) => rawRequest(app.origin, path, { headers: { ...from(ip), range: 'bytes=0-9' } })

/** Requests the whole film and reads nothing of it. */
async function stall(ip: string): Promise<ClientRequest> {
  const client = request(`${app.origin}${path}`, { headers: from(ip), agent: false })
  client.on('error', () => {})
  client.end()
  const [answer] = (await once(client, 'response')) as [IncomingMessage]
  expect(answer.statusCode).toBe(200)
  return client
}

it('one network loads a limited number of files at the same time, and others are not affected', async () => {
  const stalled = []
  for (let i = 0; i < max; i++) stalled.push(await stall('203.0.113.7'))
  const refused = await askFrom('203.0.113.7')
  expect([refused.status, refused.headers['retry-after'], refused.headers['cache-control']]).toEqual([
    429,
    '5',
    'no-store',
  ])
  expect(JSON.parse(refused.text)).toMatchObject({ statuscode: 429, code: 'request.too-many' })
  expect(refused.headers).not.toHaveProperty('etag')
  expect(refused.headers).not.toHaveProperty('content-range')
  // Neither a new port nor another address of the same customer is another network.
  expect((await askFrom('203.0.113.7:4711')).status).toBe(429)
  expect((await askFrom('203.0.113.8')).status).toBe(206)
  // A check without content is no transfer.
  const head = await rawRequest(app.origin, path, { method: 'HEAD', headers: from('203.0.113.7') })
  expect(head.status).toBe(200)
  stalled[0]?.destroy()
  await expect.poll(async () => (await askFrom('203.0.113.7')).status, patiently).toBe(206)
  for (const client of stalled) client.destroy()
})

it('finished transfers no longer count', async () => {
  for (let i = 0; i < 2 * max; i++) expect((await askFrom('198.51.100.1')).status).toBe(206)
  const together = await Promise.all(Array.from({ length: max }, () => askFrom('198.51.100.1')))
  expect(together.map(({ status }) => status)).toEqual(Array(max).fill(206))
})

it('all addresses of an IPv6 customer are one network', async () => {
  const stalled = await Promise.all(['::1', '::2', '::3'].map((end) => stall(`2001:db8:1:2${end}`)))
  expect((await askFrom('2001:db8:1:2::4')).status).toBe(429)
  expect((await askFrom('2001:db8:1:3::1')).status).toBe(206)
  for (const client of stalled) client.destroy()
})
