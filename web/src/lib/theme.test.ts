import { expect, test } from 'vitest'
import { parseTheme } from './theme.ts'

test('only light and dark are restored from storage', () => {
  expect(parseTheme('light')).toBe('light')
  expect(parseTheme('dark')).toBe('dark')
  expect(parseTheme('blue')).toBeUndefined()
  expect(parseTheme(null)).toBeUndefined()
})
