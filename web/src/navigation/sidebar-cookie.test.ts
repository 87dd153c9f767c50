import { expect, test } from 'vitest'
import { isExpandedIn } from './sidebar-cookie.ts'

test('the sidebar is expanded unless the cookie says otherwise', () => {
  expect(isExpandedIn('')).toBe(true)
  expect(isExpandedIn('a=1; sidebar_state=true')).toBe(true)
  expect(isExpandedIn('a=1; sidebar_state=false; b=2')).toBe(false)
  expect(isExpandedIn('old_sidebar_state=false')).toBe(true)
})
