import { type AnyEndpoint, api, urlOf } from '@vireo/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import type { TestClient } from '../../../../test/app/client.ts'
import { addVideo } from '../../../../test/content/videos.ts'
import { combine, readQuery, toTerm } from './words/parse-search.ts'

let app: TestApp
let robin: TestClient
let videoId: string
beforeAll(async () => {
  app = await createTestApp()
  robin = await app.signedIn()
  videoId = (await addVideo(app)).videoId
})
afterAll(() => app.close())

const searchText = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '-',
        '"',
        '“',
        '»',
        "'",
        ':*',
        '&',
        '|',
        '!',
        '<->',
        '\\',
        '%',
        '_',
        '\0',
        'über',
        '猫',
        'ß',
        '-"',
      ),
      fc.constantFrom(' ', ' ', '\t', '\n'),
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.lorem({ maxCount: 2 }),
      fc.integer({ min: 2, max: 40 }).map((length) => 'ab"-'.repeat(length)),
    ),
    { maxLength: 40 },
  )
  .map((pieces) => pieces.join('').toWellFormed())

it('any search text has a bounded number of pieces and words, whose query cannot be left', () => {
  fc.assert(
    fc.property(searchText, fc.boolean(), (text, withForms) => {
      const pieces = readQuery(text)
      expect(pieces.length).toBeLessThanOrEqual(16)
      // Folding leaves letters and digits only.
      const words = (piece: string) => piece.match(/[\p{L}\p{N}]+/gu) ?? []
      const terms = pieces.flatMap((piece, i) => {
        const indexed = { words: words(piece.text), stems: words(piece.text).slice(0, 1) }
        return toTerm(piece, indexed, i === pieces.length - 1, { shortestPrefix: 2, withForms }) ?? []
      })
      const query = combine(terms)?.query ?? ''
      expect(query.length).toBeLessThan(10_000)
      expect(query.replace(/'[\p{L}\p{N}]+'/gu, '')).toMatch(/^[():*&|!<> A-]*$/)
    }),
    { numRuns: 1000, endOnFailure: true },
  )
})

/** Answers with a page, or with a refusal of the input. */
async function expectPageOrRefusal(endpoint: AnyEndpoint, input: object) {
  const address = urlOf(endpoint, input)
  const { status } = await robin.fetch(address, {}, app.injectedFetch)
  expect([200, 400], `${status} ${address.slice(0, 300)}`).toContain(status)
}

it('any search text is answered', async () => {
  const lists = fc.constantFrom<AnyEndpoint>(api.videos.list, api.tweets.list)
  await fc.assert(
    fc.asyncProperty(lists, searchText, (endpoint, query) =>
      expectPageOrRefusal(endpoint, { query: { query } }),
    ),
    { numRuns: 60, endOnFailure: true, timeout: 30_000 },
  )
})

const id = fc.oneof(fc.uuid(), fc.string())
const value = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.date({ noInvalidDate: true }).map((date) => date.toJSON()),
  fc.constantFrom('-infinity', '0044-03-15', '99999-01-01', 1e300, -1, 2 ** 53, '\0', null, [], {}),
  fc.string(),
)
const cursor = fc.oneof(
  fc
    .tuple(
      value,
      id,
      fc.array(fc.oneof(fc.constantFrom('words', 'correction'), fc.jsonValue()), { maxLength: 2 }),
    )
    .map(([place, row, extra]) => Buffer.from(JSON.stringify([place, row, ...extra])).toString('base64url')),
  fc.string({ maxLength: 100 }).map((text) => text.toWellFormed()),
  fc.json({ maxDepth: 40 }).map((text) => Buffer.from(text).toString('base64url').slice(0, 2000)),
)

const namesOf = (schema?: object) =>
  Object.keys((schema as { properties?: object } | undefined)?.properties ?? {})

it('any cursor is answered with a page or a refusal, in every list', async () => {
  const lists = Object.values(api)
    .flatMap((group): AnyEndpoint[] => Object.values(group))
    .filter(({ query }) => namesOf(query).includes('cursor'))
  expect(lists.length).toBeGreaterThan(10)
  const sorting = fc.constantFrom(
    {},
    { sortBy: 'views' },
    { sortBy: 'duration' },
    { query: 'a' },
    { sortType: 'asc' },
  )
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...lists), cursor, sorting, async (endpoint, text, extra) => {
      const params = Object.fromEntries(namesOf(endpoint.params).map((name) => [name, videoId]))
      const { status } = await robin.fetch(
        urlOf(endpoint, { params, query: { cursor: text, ...extra } }),
        {},
        app.injectedFetch,
      )
      expect([200, 400, 404], endpoint.path).toContain(status)
    }),
    { numRuns: 200, endOnFailure: true, timeout: 30_000 },
  )
})
