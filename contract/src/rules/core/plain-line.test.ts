import { expect, it } from 'vitest'
import { emailRule, fullnameRule } from '../people/accounts.ts'
import { plainLine } from './plain-line.ts'

it.each([
  ['an override', 'holiday\u202Egnp.exe', 'holidaygnp.exe'],
  ['embeddings and isolates', '\u202A\u202B\u2066\u2067\u2068one\u2069\u202C', 'one'],
  ['marks of direction', '\u200Eone\u200F \u061Ctwo', 'one two'],
  ['zero-width characters', 'Ro\u200Bbin\u2060\uFEFF\u00AD', 'Robin'],
  ['letters that look like nothing', '\u3164\u115F\u1160\uFFA0', ''],
  ['line breaks and control characters', 'one\r\ntwo\u0007\u2028three', 'one  two  three'],
])('a line loses %s', (_, text, line) => {
  expect(plainLine(text)).toBe(line)
})

it.each(['שלום עולם', 'مرحبا (2026)', 'می‌خواهم', 'क्‍ष', '👩‍👩‍👧 ❤️', 'Zoë Ångström', '\0'])(
  'a line keeps %j',
  (text) => {
    expect(plainLine(text)).toBe(text)
  },
)

it('a name of invisible letters is refused as empty; invisible letters around a name are accepted', () => {
  expect(fullnameRule('\u3164\u3164\u3164')).toBe('Full name is required')
  expect(fullnameRule('\u200FRobin\u200B Reed')).toBeUndefined()
})

it('an address may not contain characters that change the direction', () => {
  expect(emailRule('robin@exam\u202Eple.org')).toBe('Invalid email format')
})
