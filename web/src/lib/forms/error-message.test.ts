import { defaultErrorMessage, tooManyRequestsMessage } from '@vireo/contract'
import { expect, test } from 'vitest'
import { ApiError } from '../api-client.ts'
import { codeMessageOf, limitedMessageOf, messageOf } from './error-message.ts'

const lost = new ApiError(0, 'client.no-answer', 'Network error, please try again.')

test('what the server or the connection says goes before the screen’s own words', () => {
  expect(
    messageOf(new ApiError(409, 'account.username-taken', 'This username is already taken'), 'Failed'),
  ).toBe('This username is already taken')
  expect(messageOf(lost, 'Failed')).toBe('Network error, please try again.')
})

test('the screen’s own words go before the generic ones', () => {
  expect(messageOf(new ApiError(502, 'client.unreadable', defaultErrorMessage), 'Failed')).toBe('Failed')
  expect(messageOf(new TypeError('x is undefined'), 'Failed')).toBe('Failed')
})

test('a limit is told in the same words whatever the server says', () => {
  expect(limitedMessageOf(new ApiError(429, 'auth.too-many', 'Please wait 42 seconds'), 'Failed')).toBe(
    tooManyRequestsMessage,
  )
  expect(limitedMessageOf(new ApiError(401, 'auth.wrong-credentials', 'Wrong'), 'Failed')).toBe('Wrong')
})

test('only a refusal means that the code was wrong', () => {
  expect(codeMessageOf(new ApiError(400, 'auth.code-invalid', 'No'), 'Wrong code')).toBe('Wrong code')
  expect(codeMessageOf(new ApiError(429, 'auth.too-many', 'Too many'), 'Wrong code')).toBe('Too many')
  expect(codeMessageOf(lost, 'Wrong code')).toBe('Network error, please try again.')
})
