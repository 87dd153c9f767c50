import { expect, test } from 'vitest'
import { isSpeed, speedLabel, speeds, stepSpeed } from './speeds.ts'

test('there are exactly the five speeds of the specification', () => {
  expect(speeds).toEqual([0.5, 1, 1.25, 1.5, 2])
})

test.each([
  [1, 1, 1.25],
  [1, -1, 0.5],
  [2, 1, 2],
  [0.5, -1, 0.5],
  [1.1, 1, 1.25],
  [1.1, -1, 1],
] as const)('stepping from %d in direction %d gives %d', (current, direction, next) => {
  expect(stepSpeed(current, direction)).toBe(next)
})

test('only the five speeds are recognised as speeds', () => {
  expect(isSpeed(1.25)).toBe(true)
  expect(isSpeed(0.75)).toBe(false)
  expect(isSpeed('1')).toBe(false)
  expect(speedLabel(1.5)).toBe('1.5×')
})
