import { api } from '@vireo/contract'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/app/app.ts'
import { rawRequest } from '../../../test/app/raw.ts'
import { addVideo } from '../../../test/content/videos.ts'
import { ToolError } from '../../media/run/tool-error.ts'
import { buildApp } from '../../program/app.ts'

let app: TestApp
const lines: string[] = []
beforeAll(async () => {
  app = await createTestApp(
    { LOG_LEVEL: 'error' },
    { logTo: { write: (line: string) => void lines.push(line) } },
  )
})
afterAll(() => app.close())

const login = '/api/v1/user/login'
const post = (body: string, type = 'application/json', path = login) =>
  app.visitor().fetch(path, { method: 'POST', headers: { 'content-type': type }, body })

const codes: Record<number, string> = {
  400: 'request.invalid',
  404: 'request.not-found',
  413: 'request.too-large',
  415: 'request.wrong-media-type',
  500: 'server.failed',
}

/** Checks that a response is an error envelope, and returns its message. */
async function messageOf(response: Response, status: number): Promise<string> {
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(response.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  const { message, ...rest } = (await response.json()) as Record<string, unknown>
  expect(rest).toEqual({ statuscode: status, data: null, success: false, code: codes[status] })
  return String(message)
}

describe('every error is an envelope', () => {
  it.each(['{', '{"username": }', 'null,', '{"a": 1} trailing'])(
    '400 for the malformed JSON %j',
    async (body) => {
      expect(await messageOf(await post(body), 400)).toMatch(/JSON/)
    },
  )

  it('400 for an empty body that is declared as JSON', async () => {
    await messageOf(await post(''), 400)
  })

  it('400 for a body that tries to pollute the prototype', async () => {
    await messageOf(await post('{"__proto__": {"isAdmin": true}}'), 400)
  })

  it.each([
    ['GET', '/api/v1/no/such/call'],
    ['POST', '/api/v1/no/such/call'],
    ['GET', '/api/v1/user/login'],
    ['DELETE', '/api/v1/user/login'],
    ['GET', '/api'],
    ['GET', '/api/v2/user/current-user'],
    ['GET', '/media/avatars/nothing/160.webp'],
    ['POST', '/'],
  ])('404 for %s %s', async (method, path) => {
    expect(await messageOf(await app.visitor().fetch(path, { method }), 404)).toBe('Not found')
  })

  it('413 for a body over 256 KB', async () => {
    const body = JSON.stringify({ username: 'x', password: 'x'.repeat(256 * 1024) })
    expect(await messageOf(await post(body), 413)).toBe('The request is too large')
  })

  it.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded'])(
    '415 for a body of %s',
    async (type) => {
      expect(await messageOf(await post('username=x', type), 415)).toMatch(/^Unsupported Media Type/)
    },
  )

  it.each([
    '/api/v1/user/channel/%zz',
    '/api/v1/user/channel/%E0%A4%A',
    `/api/v1/user/channel/${'x'.repeat(501)}`,
  ])('404 for an address that cannot be decoded: %s', async (path) => {
    const answer = await rawRequest(app.origin, path)
    expect(answer.status).toBe(404)
    expect(JSON.parse(answer.text)).toEqual({
      statuscode: 404,
      message: 'Not found',
      data: null,
      success: false,
      code: 'request.not-found',
    })
  })
})

describe('an unexpected failure', () => {
  it('is a generic 500 with the request’s id; the log has the details under that id', async () => {
    const person = await app.createPerson()
    await app.context.sql`alter table subscriptions rename to hidden`
    try {
      const response = await app.visitor().fetch(`/api/v1/user/channel/${person.username}`)
      const message = await messageOf(response, 500)
      const id = response.headers.get('x-request-id')
      expect(message).toBe(`Something went wrong (request ${id})`)
      const logged = lines.map((line) => JSON.parse(line)).filter(({ reqId }) => reqId === id)
      expect(logged).toMatchObject([
        { msg: 'request failed', err: { message: expect.stringContaining('subscriptions') } },
      ])
    } finally {
      await app.context.sql`alter table hidden rename to subscriptions`
    }
    expect(await app.visitor().call(api.accounts.channel, { params: person })).toMatchObject({ status: 200 })
  })

  it('must not be cached', async () => {
    const response = await app.visitor().fetch('/api/v1/user/current-user')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })
})

it('a program that takes too long to check a file is a 503 that says when to try again', async () => {
  const server = await buildApp(app.context)
  onTestFinished(() => server.close())
  server.post('/checked-file', () => Promise.reject(new ToolError('ffprobe', 'timeout')))
  const { statusCode, headers, json } = await server.inject({ method: 'POST', url: '/checked-file' })
  expect([statusCode, headers['retry-after']]).toEqual([503, '60'])
  expect(json()).toMatchObject({ code: 'server.busy', success: false })
})

it('a violated foreign key is a 404 if the liked item was deleted meanwhile, and a 500 anywhere else', async () => {
  const client = await app.signedIn()
  const { videoId } = await addVideo(app)
  const like = () => client.call(api.likes.toggleVideo, { params: { videoId } })
  const breakColumn = (column: string) =>
    app.context.sql.unsafe(`
      create or replace function break_like() returns trigger language plpgsql as $$
      begin new.${column} := gen_random_uuid(); return new; end $$;
      create or replace trigger break_like before insert on video_likes
        for each row execute function break_like()`)
  await breakColumn('video_id')
  expect(await like()).toMatchObject({ status: 404, message: 'Not found' })
  await breakColumn('user_id')
  expect(await like()).toMatchObject({ status: 500 })
})
