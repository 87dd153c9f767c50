import { expect, test } from 'vitest'
import { passwordChangeProblem } from './password.tsx'

test.each([
  ['', 'Songbird8', 'Songbird8', 'Missing required field'],
  ['Songbird7', '', '', 'Missing required field'],
  ['Songbird7', 'Songbird8', '', 'Missing required field'],
  ['Songbird7', 'Songbird7', 'else', 'New password must be different from current one'],
  ['Songbird7', 'Songbird8', 'Songbird9', 'New password and confirm password do not match.'],
  ['Songbird7', 'short', 'short', 'Password must be at least 6 characters long.'],
  ['Songbird7', 'sixsix', 'sixsix', undefined],
])('from "%s" to "%s", confirmed as "%s": %s', (oldPassword, newPassword, confirm, problem) => {
  expect(passwordChangeProblem({ oldPassword, newPassword, confirm })).toBe(problem)
})
