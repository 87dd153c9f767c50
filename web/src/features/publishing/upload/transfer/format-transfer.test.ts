import { expect, test } from 'vitest'
import { formatTimeLeft, percentOf } from './format-transfer.ts'

test.each([
  [3, 'a few seconds left'],
  [31, '35 seconds left'],
  [58, '1 minute left'],
  [150, '3 minutes left'],
  [3600, '1 hour left'],
  [3900, '1 hour 5 minutes left'],
  [7300, '2 hours 2 minutes left'],
])('%d seconds read %s', (seconds, text) => {
  expect(formatTimeLeft(seconds)).toBe(text)
})

test('100 % is shown only when everything has been sent', () => {
  expect(percentOf(999_999, 1_000_000)).toBe(99)
  expect(percentOf(1_000_000, 1_000_000)).toBe(100)
  expect(percentOf(0, 0)).toBe(0)
})
