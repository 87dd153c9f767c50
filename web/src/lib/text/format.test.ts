import { describe, expect, test } from 'vitest'
import {
  formatBytes,
  formatCount,
  formatDate,
  formatDateTime,
  formatDuration,
  formatJoined,
  formatRelativeTime,
} from './format.ts'

test.each([
  [0, '0:00'],
  [5.9, '0:05'],
  [65, '1:05'],
  [3599, '59:59'],
  [3600, '1:00:00'],
  [36_061, '10:01:01'],
  [Number.NaN, '0:00'],
])('a duration of %d s reads %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})

test.each([
  [0, '0'],
  [999, '999'],
  [1234, '1.2K'],
  [3_450_000, '3.5M'],
])('a count of %d reads %s', (count, text) => {
  expect(formatCount(count)).toBe(text)
})

describe('a relative time', () => {
  const now = Date.parse('2025-11-15T12:00:00Z')

  test.each([
    ['2025-11-15T11:59:30Z', 'just now'],
    ['2025-11-15T11:59:00Z', '1 minute ago'],
    ['2025-11-15T09:00:00Z', '3 hours ago'],
    ['2025-11-12T12:00:00Z', '3 days ago'],
    ['2025-11-01T12:00:00Z', '2 weeks ago'],
    ['2025-08-01T12:00:00Z', '3 months ago'],
    ['2023-08-01T12:00:00Z', '2 years ago'],
  ])('of %s reads %s', (date, text) => {
    expect(formatRelativeTime(date, now)).toBe(text)
  })

  test('reads just now when the date is missing, invalid or ahead of our clock', () => {
    expect(formatRelativeTime(undefined, now)).toBe('just now')
    expect(formatRelativeTime('soon', now)).toBe('just now')
    expect(formatRelativeTime('2025-11-15T12:00:20Z', now)).toBe('just now')
  })
})

test('the date of joining is shown as month and year', () => {
  expect(formatJoined('2025-03-15T12:00:00Z')).toBe('March 2025')
})

test.each([
  [0, '0 KB'],
  [640 * 1024, '640 KB'],
  [1000 * 1024, '1.0 MB'],
  [12.4 * 1024 ** 2, '12.4 MB'],
  [512 * 1024 ** 2, '512 MB'],
  [2 * 1024 ** 3, '2.0 GB'],
  [1.5 * 1024 ** 4, '1.5 TB'],
])('%d bytes read %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test('dates have one format, with the time where it matters', () => {
  const date = new Date(2025, 2, 5, 16, 5)
  expect(formatDate(date)).toBe('March 5, 2025')
  expect(formatDateTime(date).replace(/\s/g, ' ')).toBe('March 5, 2025 at 4:05 PM')
})
