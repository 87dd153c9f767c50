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
  expect(startPosition(resumeAt, 60)).toBe(start)
})
