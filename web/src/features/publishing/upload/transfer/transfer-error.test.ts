import { DetailedError } from 'tus-js-client'
import { expect, test } from 'vitest'
import { maxTries, retryDelay, toTransferError } from './transfer-error.ts'

function errorWith(status: number, body: string, method = 'POST') {
  const request = { getMethod: () => method, getURL: () => '/uploads', getHeader: () => undefined }
  const response = { getStatus: () => status, getBody: () => body, getHeader: () => undefined }
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

test('a lost connection is retried without limit, a server error a few times, a refusal never', () => {
  expect(maxTries(0)).toBe(Number.POSITIVE_INFINITY)
  expect(maxTries(503)).toBe(Number.POSITIVE_INFINITY)
  expect(maxTries(500)).toBe(4)
  for (const status of [400, 401, 404, 413, 429, 507]) expect(maxTries(status)).toBe(1)
})

test('retry delays grow up to ten seconds', () => {
  expect([1, 2, 5, 6, 50].map(retryDelay)).toEqual([500, 1000, 8000, 10_000, 10_000])
})
