import { expect, test } from 'vitest'
import { pageTitle } from './page-title.ts'

test('a page is named before the site, and the home page is the site', () => {
  expect(pageTitle('Settings')).toBe('Settings · Vireo')
  expect(pageTitle()).toBe('Vireo')
})
