import { defaultErrorMessage, tooManyRequestsMessage } from '@vireo/contract'
import { expect, test } from 'vitest'
import { ApiError } from '../api-client.ts'
import { codeMessageOf, limitedMessageOf, messageOf } from './error-message.ts'

const lost = new ApiError(0, 'client.no-answer', 'Network error, please try again.')

test('the message of the server or the connection takes precedence over the screen’s own', () => {
  expect(
    messageOf(new ApiError(409, 'account.username-taken', 'This username is already taken'), 'Failed'),
  ).toBe('This username is already taken')
  expect(messageOf(lost, 'Failed')).toBe('Network error, please try again.')
})

test('the screen’s own message takes precedence over the generic one', () => {
  expect(messageOf(new ApiError(502, 'client.unreadable', defaultErrorMessage), 'Failed')).toBe('Failed')
  expect(messageOf(new TypeError('x is undefined'), 'Failed')).toBe('Failed')
})

test('exceeding a limit has the same message with any response of the server', () => {
  expect(limitedMessageOf(new ApiError(429, 'auth.too-many', 'Please wait 42 seconds'), 'Failed')).toBe(
    tooManyRequestsMessage,
  )
  expect(limitedMessageOf(new ApiError(401, 'auth.wrong-credentials', 'Wrong'), 'Failed')).toBe('Wrong')
})

test('a code is called wrong only when the server refused it', () => {
  expect(codeMessageOf(new ApiError(400, 'auth.code-invalid', 'No'), 'Wrong code')).toBe('Wrong code')
  expect(codeMessageOf(new ApiError(429, 'auth.too-many', 'Too many'), 'Wrong code')).toBe('Too many')
  expect(codeMessageOf(lost, 'Wrong code')).toBe('Network error, please try again.')
})
