import { expect, test } from 'vitest'
import { safeNext } from './safe-next.ts'

test('a path on this site is a safe address to return to', () => {
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
  '/\t/evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  '/%2e//evil.example',
  '/./\\evil.example',
  '/.//',
  '/auth/?next=/x',
  '/api/v1/user/google',
])('%s is replaced by the home page', (next) => {
  expect(safeNext(next)).toBe('/')
})
