import { limits } from '../limits.ts'
import type { Rule } from './accounts.ts'

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
/** Spaces and signs without a shape: a text of nothing else would show as an empty tweet. */
const isBlank = (text: string) => /^[\p{Z}\p{Cc}\p{Cf}]*$/u.test(text)

/** A tweet's text as it is kept, whatever the line ends of the form that sent it. */
export const tweetText = (value: string) => value.replaceAll('\r\n', '\n').trim()

/** Characters as people see them: a family emoji or a letter with its accents is one. */
export function tweetLength(value: string): number {
  let count = 0
  for (const _ of graphemes.segment(tweetText(value))) count++
  return count
}

export const tweetRule: Rule = (value) => {
  if (isBlank(value)) return messages.contentRequired
  // A single visible character may be made of any number of signs, so the bytes have an end too.
  if (new TextEncoder().encode(tweetText(value)).length > limits.tweetBytes)
    return `Tweet must be at most ${limits.tweetBytes} bytes`
  if (tweetLength(value) > limits.tweetLength) return `Tweet must be at most ${limits.tweetLength} characters`
}

export const altTextRule: Rule = (value) => {
  if (value.trim().length > limits.altTextLength)
    return `Description must be at most ${limits.altTextLength} characters`
}

export const messages = {
  contentRequired: 'Content is required',
  imageRequired: 'Select a photo',
  tooManyImages: `At most ${limits.tweetImages} photos`,
} as const
