import { expect, test } from 'vitest'
import { safeNext } from './next.ts'

test('one returns to a path of this site', () => {
  expect(safeNext('/settings')).toBe('/settings')
  expect(safeNext('/search/?q=a#b')).toBe('/search/?q=a#b')
})

test.each([
  null,
  '',
  'settings',
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  '/%2e//evil.example',
  '/./\\evil.example',
  '/.//',
  '/auth/?next=/x',
  '/api/v1/user/google',
])('and to the home page instead of %s', (next) => {
  expect(safeNext(next)).toBe('/')
})
