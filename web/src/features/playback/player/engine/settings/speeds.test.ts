import { expect, test } from 'vitest'
import { isSpeed, speedLabel, speeds, stepSpeed } from './speeds.ts'

test('there are the five speeds of the specification, and two between them', () => {
  expect(speeds).toEqual([0.5, 0.75, 1, 1.25, 1.5, 1.75, 2])
})

test.each([
  [1, 1, 1.25],
  [1, -1, 0.75],
  [1.5, 1, 1.75],
  [2, 1, 2],
  [0.5, -1, 0.5],
  [1.1, 1, 1.25],
  [1.1, -1, 1],
] as const)('stepping from %d in direction %d gives %d', (current, direction, next) => {
  expect(stepSpeed(current, direction)).toBe(next)
})

test('only these are recognised as speeds', () => {
  expect(isSpeed(1.25)).toBe(true)
  expect(isSpeed(0.8)).toBe(false)
  expect(isSpeed('1')).toBe(false)
  expect(speedLabel(1.5)).toBe('1.5×')
})
