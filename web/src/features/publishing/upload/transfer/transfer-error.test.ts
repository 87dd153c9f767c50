import { DetailedError } from 'tus-js-client'
import { expect, test } from 'vitest'
import { ApiError } from '../../../../lib/api-client.ts'
import { awaitedAfter, maxTries, retryAfterMs, retryDelay, toTransferError } from './transfer-error.ts'

function errorWith(status: number, body: string, method = 'POST', retryAfter?: string) {
  const request = { getMethod: () => method, getURL: () => '/uploads', getHeader: () => undefined }
  const response = { getStatus: () => status, getBody: () => body, getHeader: () => retryAfter }
  // @ts-expect-error tus declares no constructor for its error
  return new DetailedError('tus: unexpected response', null, request, response) as DetailedError
}

test('the server’s message is taken from the envelope', () => {
  const envelope = JSON.stringify({
    statuscode: 507,
    code: 'server.no-room',
    message: 'There is not enough room',
    data: null,
  })
  expect(toTransferError(errorWith(507, envelope))).toMatchObject({
    status: 507,
    code: 'server.no-room',
    message: 'There is not enough room',
  })
})

test('a response that is not an envelope gets a generic message', () => {
  expect(toTransferError(errorWith(502, '<html>Bad gateway'))).toMatchObject({
    status: 502,
    code: 'client.unreadable',
    message: 'Something went wrong',
  })
})

test('a session that ended is recognised although the response to HEAD has no body', () => {
  expect(toTransferError(errorWith(401, '', 'HEAD'))).toMatchObject({ code: 'auth.required' })
})

test('an error in the browser is not a transfer error', () => {
  expect(toTransferError(new Error('the file is gone'))).toBeUndefined()
})

const failed = (status: number, code: ApiError['code'] = 'client.unreadable') =>
  new ApiError(status, code, '')

test('a lost connection is retried without limit, a server error a few times, a refusal never', () => {
  expect(maxTries(0)).toBe(Number.POSITIVE_INFINITY)
  expect(maxTries(503)).toBe(Number.POSITIVE_INFINITY)
  expect(maxTries(500)).toBe(4)
  for (const status of [400, 401, 404, 413, 429, 507]) expect(maxTries(status)).toBe(1)
})

test('an open upload waits for room and for limits, which refuse to open another', () => {
  for (const isOpen of [false, true]) {
    expect([0, 503].map((status) => awaitedAfter(failed(status), isOpen))).toEqual(['waiting', 'waiting'])
    expect([400, 404, 500].map((status) => awaitedAfter(failed(status), isOpen))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  }
  const noRoom = failed(507, 'server.no-room')
  expect([awaitedAfter(noRoom, true), awaitedAfter(noRoom, false)]).toEqual(['no-room', undefined])
  for (const code of ['upload.too-many', 'request.too-many', 'client.unreadable'] as const) {
    const limited = failed(429, code)
    expect([awaitedAfter(limited, true), awaitedAfter(limited, false)]).toEqual(['too-many', undefined])
  }
})

test('retry delays grow up to ten seconds', () => {
  expect([1, 2, 5, 6, 50].map(retryDelay)).toEqual([500, 1000, 8000, 10_000, 10_000])
})

test('after too many requests the server says how long to wait, at most a minute', () => {
  const afterSeconds = (seconds?: string) => retryAfterMs(errorWith(429, '', 'PATCH', seconds))
  expect(['7', '0', '3600', undefined, 'Thu, 19 Nov 2026 10:00:00 GMT'].map(afterSeconds)).toEqual([
    7000, 0, 60_000, 0, 0,
  ])
  expect(retryAfterMs(errorWith(503, '', 'PATCH', '7')), 'the connection may be back earlier').toBe(0)
})
