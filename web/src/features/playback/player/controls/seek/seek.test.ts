import { expect, test } from 'vitest'
import { chapterBeside } from './seek.ts'

const chapters = [0, 20, 40].map((start) => ({ start, title: `From ${start}` }))

test.each([
  [0, 1, 20],
  [20, 1, 40],
  [45, 1, undefined],
  [45, -1, 40],
  [42, -1, 20],
  [10, -1, 0],
  [1, -1, 0],
] as const)('at %d s, the chapter in direction %d begins at %s', (seconds, direction, start) => {
  expect(chapterBeside(chapters, seconds, direction)?.start).toBe(start)
})
