import { expect, test } from 'vitest'
import { dateOf, groupByDay } from './days.ts'

/** The labels and times of watched videos, as shown at a given time in a time zone. */
const seen = (times: string[], now: string, timeZone: string) =>
  groupByDay(
    times.map((watchedAt) => ({ watchedAt })),
    dateOf(new Date(now), timeZone),
    timeZone,
  ).map(({ label, entries }) => [label, ...entries.map(({ watchedAt }) => watchedAt)])

test('the days are Today, Yesterday and dates', () => {
  const now = '2026-11-16T12:00:00Z'
  const times = [
    '2026-11-16T08:00:00Z',
    '2026-11-16T00:00:00Z',
    '2026-11-15T23:59:59Z',
    '2026-11-05T10:00:00Z',
  ]
  expect(seen(times, now, 'UTC')).toEqual([
    ['Today', times[0], times[1]],
    ['Yesterday', times[2]],
    ['November 5, 2026', times[3]],
  ])
  expect(seen(['2025-12-31T12:00:00Z'], '2026-01-02T12:00:00Z', 'UTC')[0]?.[0]).toBe('December 31, 2025')
  expect(seen(['2025-12-31T12:00:00Z'], '2026-01-01T00:00:00Z', 'UTC')[0]?.[0]).toBe('Yesterday')
})

test('days begin at midnight in the local time zone, not in UTC', () => {
  const now = '2026-11-16T12:00:00Z'
  const times = ['2026-11-16T04:00:00Z', '2026-11-15T20:00:00Z', '2026-11-15T16:00:00Z']
  expect(seen(times, now, 'America/New_York').map(([label]) => label)).toEqual(['Yesterday'])
  expect(seen(times, now, 'Asia/Tokyo').map(([label]) => label)).toEqual(['Today'])
  expect(seen(times, now, 'Pacific/Kiritimati').map(([label]) => label)).toEqual(['Yesterday'])
  expect(seen(times, now, 'Asia/Kolkata')).toEqual([
    ['Today', times[0], times[1]],
    ['Yesterday', times[2]],
  ])
})

test('a day of 23 or 25 hours is one day', () => {
  // New York: clocks go forward on March 8, 2026, and back on November 1, 2026.
  const zone = 'America/New_York'
  const spring = seen(['2026-03-08T05:00:00Z', '2026-03-08T04:59:59Z'], '2026-03-09T04:00:00Z', zone)
  expect(spring.map(([label]) => label)).toEqual(['Yesterday', 'March 7, 2026'])
  const autumn = seen(['2026-11-02T04:59:59Z', '2026-11-01T04:00:00Z'], '2026-11-02T05:00:00Z', zone)
  expect(autumn).toEqual([['Yesterday', '2026-11-02T04:59:59Z', '2026-11-01T04:00:00Z']])
  // At 01:30 on Sunday, 00:30 on Saturday is yesterday, although it is 25 hours ago.
  expect(seen(['2026-10-31T04:30:00Z'], '2026-11-01T05:30:00Z', zone)[0]?.[0]).toBe('Yesterday')
  // In Beirut the clocks go forward at midnight, so that day begins at 01:00.
  const beirut = seen(['2026-03-28T22:00:00Z', '2026-03-28T21:59:59Z'], '2026-03-29T10:00:00Z', 'Asia/Beirut')
  expect(beirut.map(([label]) => label)).toEqual(['Today', 'Yesterday'])
})

test('an entry slightly in the future, by the server’s clock, belongs to Today', () => {
  expect(seen(['2026-11-17T00:00:05Z'], '2026-11-16T23:59:58Z', 'UTC')[0]?.[0]).toBe('Today')
})
