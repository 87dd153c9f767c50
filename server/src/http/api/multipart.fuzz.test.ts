import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/app/app.ts'
import type { TestClient } from '../../../test/app/client.ts'
import { sendRawForm } from '../../../test/content/uploads.ts'
import { patiently } from '../../../test/patience.ts'

let app: TestApp
let robin: TestClient
beforeAll(async () => {
  app = await createTestApp()
  robin = await app.signedIn()
})
afterAll(() => app.close())

const boundary = 'a-boundary'
const sendForm = (body: Uint8Array) => sendRawForm(robin, boundary, body)

/** A form that can be read, but is refused before its file is looked at, because it has no title. */
const validForm = (fileBytes: number) =>
  Buffer.from(
    [
      ['visibility', 'public'],
      ['other"; filename="b.txt', 'of no interest'],
      ['description', 'Two\r\nlines'],
      ['videofile"; filename="a.mp4', 'v'.repeat(fileBytes)],
    ]
      .map(
        ([name, value]) =>
          `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      )
      .join('')
      .concat(`--${boundary}--\r\n`),
  )

/** A share of the form's length. */
const position = fc.integer({ min: 0, max: 9999 }).map((n) => n / 10_000)
const change = fc.record({ at: position, byte: fc.integer({ min: 0, max: 255 }) })

/** Bytes are replaced, and maybe the end is missing. */
const brokenForm = fc
  .record({
    fileBytes: fc.constantFrom(10, 3000, 200_000),
    changes: fc.array(change, { minLength: 1, maxLength: 6 }),
    // Mostly in the headers: those of parts are at the start of a form with a large file.
    isAtStart: fc.boolean(),
    kept: fc.oneof(fc.constant(1), position),
  })
  .map(({ fileBytes, changes, isAtStart, kept }) => {
    const form = validForm(fileBytes)
    const length = isAtStart ? 300 : form.length
    for (const { at, byte } of changes) form[Math.floor(at * length)] = byte
    return form.subarray(0, Math.ceil(form.length * kept))
  })

/** Pieces of forms in any order. */
const shuffledForm = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        `--${boundary}`,
        `\r\n--${boundary}`,
        '--',
        '\r\n',
        '\r\n\r\n',
        'content-disposition: form-data; name="videofile"; filename="x"',
        'content-disposition: form-data; name="description"',
        'content-type: application/json',
        'content-disposition:',
        'x'.repeat(90_000),
      ),
      fc.string(),
    ),
    { maxLength: 12 },
  )
  .map((pieces) => Buffer.from(pieces.join('')))

const leftovers = async () => {
  const [row] = await app.context.sql<{ count: number }[]>`select count(*)::int as count from disk_claims`
  return row?.count
}

it('malformed forms of any kind are refused with 4xx, and leave no claimed space', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(brokenForm, shuffledForm), async (form) => {
      const status = await sendForm(form)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
    }),
    { numRuns: 100, endOnFailure: true, timeout: 30_000 },
  )
  await expect.poll(leftovers, patiently).toBe(0)
})
