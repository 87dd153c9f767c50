import { addressOf, api } from '@vireo/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../../test/app/app.ts'
import type { TestClient } from '../../../../../test/app/client.ts'
import { checksumOf, idOf, offsetOf, openUpload } from '../../../../../test/content/uploads.ts'

let app: TestApp
let robin: TestClient
let location: string
beforeAll(async () => {
  app = await createTestApp()
  robin = await app.signedIn()
  location = await openUpload(robin, 100)
})
afterAll(() => app.close())

const numbers = fc.oneof(
  fc.integer().map(String),
  fc.constantFrom('', '0', '-0', '00', '1e3', '0x10', '100.0', 'NaN', 'Infinity', '9007199254740993', '1, 2'),
  fc.string({ unit: 'grapheme-ascii', maxLength: 30 }),
)
const words = fc.oneof(
  fc.string({ unit: 'grapheme-ascii', maxLength: 200 }),
  fc.base64String({ maxLength: 200 }),
  fc.constantFrom('a', 'a a a', 'a YQ==,a YQ==', ',', ' ', 'filename =', `filename ${'A'.repeat(4000)}`),
)
const optional = (value: fc.Arbitrary<string>) => fc.option(value, { nil: undefined, freq: 3 })

const checksums = fc.oneof(
  words,
  fc.constantFrom('sha1', 'sha1 ', 'sha1 AAAA', 'sha512 AAAA', 'md5 1B2M2Y8AsgTpgAmY7PhCfg=='),
  fc
    .uint8Array({ minLength: 20, maxLength: 20 })
    .map((bytes) => `sha1 ${Buffer.from(bytes).toString('base64')}`),
)

const headersOf = fc.record({
  'tus-resumable': fc.oneof({ weight: 4, arbitrary: fc.constant('1.0.0') }, { weight: 1, arbitrary: words }),
  'upload-offset': optional(numbers),
  'upload-length': optional(numbers),
  'upload-metadata': optional(words),
  'upload-checksum': optional(checksums),
  'upload-defer-length': optional(fc.constantFrom('1', '0', 'x')),
  'upload-concat': optional(fc.constantFrom('partial', 'final;/a /b', 'x')),
  'content-type': optional(fc.constantFrom('application/offset+octet-stream', 'text/plain', 'x')),
})
const request = fc.record({
  method: fc.constantFrom('POST', 'PATCH', 'HEAD', 'DELETE'),
  headers: headersOf,
  body: fc.option(fc.uint8Array({ maxLength: 200 }), { nil: undefined }),
  isOwn: fc.boolean(),
})

const unofferedExtension = {
  method: 'POST',
  headers: {
    ...{ 'tus-resumable': '1.0.0', 'upload-length': '5', 'upload-concat': 'partial' },
    ...{ 'upload-offset': undefined, 'upload-metadata': undefined, 'upload-checksum': undefined },
    ...{ 'upload-defer-length': undefined, 'content-type': undefined },
  },
  body: undefined,
  isOwn: true,
} as const

/** Values of headers have no space around them, which `fetch` would remove. */
const given = (headers: Record<string, string | undefined>) =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value.trim()]])),
  )

it('malformed requests for resumable uploads get 4xx, and other uploads stay as they are', async () => {
  await fc.assert(
    fc.asyncProperty(request, async ({ method, headers, body, isOwn }) => {
      const path =
        method === 'POST'
          ? addressOf(api.uploads.open)
          : isOwn
            ? `${location}x`
            : '/api/v1/video/uploads/unknown'
      const sent = method === 'HEAD' || !body ? {} : { body: new Uint8Array(body) }
      const answer = await robin.fetch(path, { method, headers: given(headers), ...sent })
      // Refused, or an upload with valid headers.
      if (answer.status === 201) await app.context.sql`delete from uploads where id <> ${idOf(location)}`
      else expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
    }),
    { numRuns: 100, endOnFailure: true, timeout: 30_000, examples: [[unofferedExtension]] },
  )
  expect(await offsetOf(robin, location)).toEqual({ status: 200, offset: 0 })
})

it('requests to continue an upload with any headers move it only by the bytes that are acknowledged', async () => {
  let offset = 0
  await fc.assert(
    fc.asyncProperty(
      headersOf,
      fc.boolean(),
      fc.boolean(),
      fc.uint8Array({ maxLength: 3 }),
      async (other, isValid, isChecked, bytes) => {
        const valid = { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' }
        const headers = given({ ...other, ...(isValid && valid), ...(isChecked && checksumOf(bytes)) })
        const init = { method: 'PATCH', headers, body: new Uint8Array(bytes) }
        const { status } = await robin.fetch(location, init)
        expect(status === 204 || (status >= 400 && status < 500), `status ${status}`).toBe(true)
        if (status === 204) offset += bytes.length
        expect((await offsetOf(robin, location)).offset).toBe(offset)
      },
    ),
    { numRuns: 40, endOnFailure: true, timeout: 30_000 },
  )
})
