import { limits, playlistLimits, tweetLength } from '@vireo/contract'

// The longest texts that the rules accept, of characters that take three bytes each, with some that JSON, HTML and XML
// have to escape, and with words for the search.

const phrase = '"<&鸟\n飞过大海 kingfisher '

export const longest = (length: number) => phrase.repeat(Math.ceil(length / phrase.length)).slice(0, length)

/** As the rules for names ask: words of at most 16 letters. */
export const longestName = `${'翠鸟飞过大海岸边树林夜空晨光中间'} `.repeat(12).slice(0, 199)

/** As many chapters as fit, each with a title of one character. */
export function longestChapters(): string {
  const lines: string[] = []
  for (let start = 0; ; start += 10) {
    const clock = `${Math.floor(start / 60)}:${String(start % 60).padStart(2, '0')}`
    lines.push(`${clock} &`)
    if (lines.join('\n').length > limits.videoDescriptionLength) return lines.slice(0, -1).join('\n')
  }
}

/** 280 visible characters of several code points each, up to the limit of bytes. */
export function longestTweet(): string {
  const family = '👨‍👩‍👧‍👦'
  const text = family.repeat(limits.tweetLength)
  return tweetLength(text) <= limits.tweetLength && Buffer.byteLength(text) <= limits.tweetBytes
    ? text
    : longest(limits.tweetLength)
}

export const texts = {
  title: longest(limits.videoTitleLength),
  description: longest(limits.videoDescriptionLength),
  chapters: longestChapters(),
  comment: longest(limits.commentLength),
  report: longest(limits.reportTextLength),
  alt: longest(limits.altTextLength),
  bio: longest(limits.bioLength),
  location: longest(limits.locationLength),
  playlistName: longest(playlistLimits.nameLength),
  playlistDescription: longest(playlistLimits.descriptionLength),
  captionsName: longest(limits.captionsNameLength),
  heldWord: longest(limits.heldWordLength),
  tweet: longestTweet(),
  placeholder: `data:image/webp;base64,${'A'.repeat(370)}`,
} as const
