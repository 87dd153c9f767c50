import { expect, it } from 'vitest'
import { mentionAtCaret } from './mention-at-caret.ts'

/** The | marks the caret. */
function found(marked: string) {
  const caret = marked.indexOf('|')
  const value = marked.replace('|', '')
  return mentionAtCaret({ value, selectionStart: caret, selectionEnd: caret })?.name
}

it.each([
  ['@r|', 'r'],
  ['Hello @Rob.in_7|, how are you', 'Rob.in_7'],
  ['(@robin|)', 'robin'],
  ['One\n@two|', 'two'],
])('%j completes %j', (text, name) => {
  expect(found(text)).toBe(name)
})

it.each(['@|', 'robin@exam|', '@robin |', '@ro|bin', 'https://example.org/@ro|', '@@ro|', '@rö|'])(
  'nothing is completed in %j',
  (text) => {
    expect(found(text)).toBeUndefined()
  },
)

it('nothing is completed while text is selected', () => {
  expect(mentionAtCaret({ value: '@robin', selectionStart: 2, selectionEnd: 6 })).toBeUndefined()
})
