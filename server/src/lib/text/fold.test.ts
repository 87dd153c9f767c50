import { expect, it } from 'vitest'
import { foldCase } from './fold.ts'

it.each([
  ['Robin.Reed', 'robin.reed'],
  [' Robin@Example.ORG ', 'robin@example.org'],
  // JavaScript, PostgreSQL and Turkish have different lower-case letters for these.
  ['vİctim', 'vİctim'],
  ['\u212Aevin', '\u212Aevin'],
  ['ΣΑΣ', 'ΣΑΣ'],
])('%j is compared as %j', (text, folded) => {
  expect(foldCase(text)).toBe(folded)
  expect(foldCase(folded)).toBe(folded)
})
