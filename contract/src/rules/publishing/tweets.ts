import { limits } from '../../limits.ts'
import type { Rule } from '../core/rule.ts'

/** Created on first use, because that takes 40 ms of a start. */
let graphemes: Intl.Segmenter | undefined
/** Only spaces and invisible characters, which would look like an empty tweet. */
const isBlank = (text: string) => /^[\p{Z}\p{Cc}\p{Cf}]*$/u.test(text)

/** A tweet's text as stored: trimmed, with \n as the line ending. */
export const tweetText = (value: string) => value.replaceAll('\r\n', '\n').trim()

/** In visible characters: a family emoji or a letter with its accents counts as one. */
export function tweetLength(value: string): number {
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  let count = 0
  for (const _ of graphemes.segment(tweetText(value))) count++
  return count
}

export const tweetRule: Rule = (value) => {
  if (isBlank(value)) return tweetMessages.contentRequired
  // A visible character can consist of any number of code points, so the bytes are limited too.
  if (new TextEncoder().encode(tweetText(value)).length > limits.tweetBytes)
    return `Tweet must be at most ${limits.tweetBytes} bytes`
  if (tweetLength(value) > limits.tweetLength) return `Tweet must be at most ${limits.tweetLength} characters`
}

export const altTextRule: Rule = (value) => {
  if (value.trim().length > limits.altTextLength)
    return `Description must be at most ${limits.altTextLength} characters`
}

export const tweetMessages = {
  contentRequired: 'Content is required',
  imageRequired: 'Select a photo',
  tooManyImages: `At most ${limits.tweetImages} photos`,
} as const

/** The form fields for the alternative texts, in the order of the images. */
export const altFields = ['alt1', 'alt2', 'alt3', 'alt4'] as const
