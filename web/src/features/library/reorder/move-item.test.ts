import { expect, test } from 'vitest'
import { moveItem } from './move-item.ts'

const letters = [...'abcde']

test('an item is moved up, down and to the ends', () => {
  expect(moveItem(letters, 3, 1).join('')).toBe('adbce')
  expect(moveItem(letters, 0, 4).join('')).toBe('bcdea')
  expect(moveItem(letters, 4, 0).join('')).toBe('eabcd')
  expect(moveItem(letters, 2, 2).join('')).toBe('abcde')
})
