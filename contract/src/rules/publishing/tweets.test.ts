import { describe, expect, it } from 'vitest'
import { limits } from '../../limits.ts'
import { altTextRule, tweetLength, tweetRule, tweetText } from './tweets.ts'

describe('a tweet’s length', () => {
  it.each([
    ['', 0],
    ['  a b  ', 3],
    ['é', 1],
    ['e\u0301', 1],
    ['👍🏽', 1],
    ['👩‍👩‍👧‍👦', 1],
    ['🏴󠁧󠁢󠁥󠁮󠁧󠁿🇸🇪', 2],
    ['क्षि', 1],
    ['日本語', 3],
    ['a\r\nb', 3],
  ])('of %j is %i', (text, length) => expect(tweetLength(text)).toBe(length))
})

describe('a tweet’s text', () => {
  it.each([
    ['', 'Content is required'],
    [' \n\t\u00a0', 'Content is required'],
    ['\u200b\u200d\u2060\ufeff', 'Content is required'],
    ['.', undefined],
    ['👍', undefined],
    [' x'.repeat(140), undefined],
    ['x'.repeat(281), 'Tweet must be at most 280 characters'],
    [`  ${'x'.repeat(280)}\n`, undefined],
    ['🏴󠁧󠁢󠁥󠁮󠁧󠁿'.repeat(280), undefined],
    [`a${'\u0301'.repeat(5000)}`, 'Tweet must be at most 8192 bytes'],
  ])('is accepted or refused with a reason: case %#', (text, message) =>
    expect(tweetRule(text)).toBe(message),
  )

  it('is trimmed, and its line ends are normalised', () => {
    expect(tweetText(' a\r\n\r\nb ')).toBe('a\n\nb')
  })
})

it('the description of an image has a maximum length', () => {
  expect(altTextRule('')).toBeUndefined()
  expect(altTextRule('x'.repeat(limits.altTextLength))).toBeUndefined()
  expect(altTextRule('x'.repeat(limits.altTextLength + 1))).toBe(
    'Description must be at most 1000 characters',
  )
})
