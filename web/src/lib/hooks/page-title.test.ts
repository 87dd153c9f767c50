import { expect, test } from 'vitest'
import { pageTitle } from './page-title.ts'

test('a title is the name of the page and then of the site, and on the home page only of the site', () => {
  expect(pageTitle('Settings')).toBe('Settings · Vireo')
  expect(pageTitle()).toBe('Vireo')
})
