import { once } from 'node:events'
import { addressOf, api, limits } from '@vireo/contract'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/app/app.ts'
import { Connection } from '../../../test/app/connection.ts'

let app: TestApp
let owner: Awaited<ReturnType<TestApp['signedIn']>>
let upload: string
beforeAll(async () => {
  app = await createTestApp()
  owner = await app.signedIn()
  const headers = { 'tus-resumable': '1.0.0', 'upload-length': '1000' }
  upload =
    (await owner.fetch(addressOf(api.uploads.open), { method: 'POST', headers })).headers.get('location') ??
    ''
})
afterAll(() => app.close())

const body = Buffer.alloc(8 * 1024 * 1024, 'x')
const session = () => ({ cookie: `vireo_session=${owner.cookies.get('vireo_session')}` })
const login = '/api/v1/user/login'
const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'multipart/form-data; boundary=x' }
const tus = {
  'tus-resumable': '1.0.0',
  'upload-offset': '0',
  'content-type': 'application/offset+octet-stream',
}

function open(to = app) {
  const connection = new Connection(to.origin)
  onTestFinished(() => void connection.socket.destroy())
  return connection
}

type Refusal = [status: number, what: string, method: string, path: () => string, headers: () => object]
const refusals: Refusal[] = [
  [413, 'too much JSON', 'POST', () => login, () => json],
  [415, 'a type that is not taken', 'POST', () => login, () => ({ 'content-type': 'text/plain' })],
  [403, 'a call from another site', 'POST', () => login, () => ({ ...json, origin: 'http://evil.example' })],
  [404, 'an unknown address', 'POST', () => '/api/v1/nothing', () => form],
  [413, 'too much JSON to an unknown address', 'POST', () => '/api/v1/nothing', () => json],
  [404, 'an unknown method', 'PUT', () => login, () => form],
  [404, 'an address that cannot be read', 'POST', () => '/api/v1/%zz', () => json],
  [404, 'a page', 'POST', () => '/', () => form],
  [401, 'a read with a body', 'GET', () => '/api/v1/user/current-user', () => json],
  [401, 'a stranger’s form', 'POST', () => '/api/v1/video/upload-video', () => form],
  [
    400,
    'a form without parts',
    'POST',
    () => '/api/v1/video/upload-video',
    () => ({ ...form, ...session() }),
  ],
  [401, 'a stranger’s resumable upload', 'PATCH', () => upload, () => tus],
  [
    404,
    'a resumable upload without an id',
    'PATCH',
    () => addressOf(api.uploads.open),
    () => ({ ...tus, ...session() }),
  ],
  [415, 'tus to another call', 'PATCH', () => '/api/v1/tweet/update/x', () => ({ ...tus, ...session() })],
  [
    404,
    'an upload that is not there',
    'PATCH',
    () => `${addressOf(api.uploads.open)}/x`,
    () => ({ ...tus, ...session() }),
  ],
  [409, 'the wrong offset', 'PATCH', () => upload, () => ({ ...tus, ...session(), 'upload-offset': '5' })],
  [413, 'more than was declared', 'PATCH', () => upload, () => ({ ...tus, ...session() })],
  [412, 'no version of tus', 'PATCH', () => upload, () => ({ ...tus, ...session(), 'tus-resumable': '' })],
  [
    413,
    'an upload that is too large',
    'POST',
    () => addressOf(api.uploads.open),
    () => ({ ...tus, ...session(), 'upload-length': limits.videoBytes + 1 }),
  ],
]

describe('a body that is refused before it has arrived is read to its end', () => {
  it.each(refusals)('%i for %s', async (status, _what, method, path, headers) => {
    const connection = open()
    await connection.sendHead({
      method,
      path: path(),
      headers: { ...headers(), 'content-length': body.length },
    })
    const sent = connection.send(body)
    expect((await connection.answer()).status).toBe(status)
    await sent
    await connection.sendHead({ method: 'GET', path: '/healthz' })
    expect(await connection.answer()).toMatchObject({ status: 200, body: '{"status":"ok"}' })
  })

  it.each([
    [413, 'too much JSON', 'POST', () => login, () => json],
    [413, 'more than was declared', 'PATCH', () => upload, () => ({ ...tus, ...session() })],
  ])('%i for %s of an unknown length', async (status, _what, method, path, headers) => {
    const connection = open()
    const chunked = { ...headers(), 'transfer-encoding': 'chunked' }
    await connection.sendHead({ method, path: path(), headers: chunked })
    const sent = connection.send(`${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`)
    expect((await connection.answer()).status).toBe(status)
    await sent
    await connection.sendHead({ method: 'GET', path: '/healthz' })
    expect((await connection.answer()).status).toBe(200)
  })
})

it('a connection that the client asked to close is closed once the body has been read', async () => {
  const connection = open()
  const headers = { ...json, connection: 'close', 'content-length': body.length }
  await connection.sendHead({ method: 'POST', path: login, headers })
  const sent = connection.send(body)
  expect((await connection.answer()).status).toBe(413)
  await sent
  await once(connection.socket, 'end')
})

it.each([
  ['size', { bytes: 1024 * 1024, ms: 600_000 }],
  ['time', { bytes: 1024 ** 4, ms: 500 }],
])('a refused body is read up to a limit of %s, then the connection ends', async (_what, drainLimits) => {
  const strict = await createTestApp({}, { drainLimits })
  onTestFinished(() => strict.close())
  const connection = open(strict)
  const headers = { ...json, 'content-length': 2 * body.length }
  await connection.sendHead({ method: 'POST', path: login, headers })
  const ended = once(connection.socket, 'end')
  await connection.send(body)
  expect((await connection.answer()).status).toBe(413)
  await ended
})
