import { expect, test } from 'vitest'
import { startPosition } from './start-position.ts'

test.each([
  [undefined, 0],
  [0, 0],
  [Number.NaN, 0],
  [1.5, 0],
  [30, 30],
  [54, 54],
  [56, 0],
  [60, 0],
  [900, 0],
])('a one-minute video that was left at %s starts at %d', (resumeAt, start) => {
  expect(startPosition({ search: '', resumeAt, duration: 60 })).toBe(start)
})

test.each([
  ['?t=90', 90],
  ['?list=1&t=90s', 90],
  ['?t=1m30s', 90],
  ['?t=2m', 120],
  ['?t=1h2m3s', 3723],
  ['?t=0', 0],
])('with %s in the address a video starts there, wherever it was left', (search, start) => {
  expect(startPosition({ search, resumeAt: 30, duration: 4000 })).toBe(start)
})

test.each(['?t=', '?t=-5', '?t=1:30', '?t=1.5', '?t=abc', '?t=30s1m', '?t=4000', '?t=9h', '?time=90'])(
  '%s in the address is ignored',
  (search) => expect(startPosition({ search, resumeAt: 30, duration: 4000 })).toBe(30),
)
