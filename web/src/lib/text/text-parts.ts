import { clockPattern, clockSeconds, mentionedName, mentionPattern } from '@vireo/contract'

/** A piece of text: plain, a link, a mention, a tag, or a timestamp of the text's video. */
type TextPart =
  | { type: 'text'; text: string }
  | { type: 'link'; text: string; href: string }
  | { type: 'mention'; text: string; username: string }
  | { type: 'tag'; text: string; tag: string }
  | { type: 'time'; text: string; seconds: number }

const address = String.raw`(?<address>(?<!\w)(?:https?:\/\/|www\.)[^\s<>"]+)`
/** 1:23, 12:34 or 1:02:03, but not part of a longer number, date or ratio. */
const time = String.raw`(?<time>(?<![\w:./-])${clockPattern}(?![\w:/-]|\.\d))`
/** Letters of any script, digits and underscores, but not only digits; not within a word, an address or an entity. */
const tag = String.raw`(?<![\p{L}\p{N}_&/#])#(?<tag>[\p{N}_]*\p{L}[\p{L}\p{M}\p{N}_]*)`
const pattern = new RegExp(`${address}|(?<mention>${mentionPattern})|${tag}|${time}`, 'giu')

/** Timestamps later than `duration` stay plain text; without a video, all of them do. */
export function textParts(text: string, duration = 0): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  const add = (part: TextPart, index: number) => {
    if (index > end) parts.push({ type: 'text', text: text.slice(end, index) })
    parts.push(part)
    end = index + part.text.length
  }
  for (const { index, groups } of text.matchAll(pattern)) {
    const part = partOf(groups ?? {}, duration)
    if (part) add(part, index)
  }
  if (end < text.length) parts.push({ type: 'text', text: text.slice(end) })
  return parts
}

function partOf(groups: Record<string, string | undefined>, duration: number): TextPart | undefined {
  if (groups.address) return linkOf(groups.address)
  if (groups.mention) return mentionOf(groups.mention)
  if (groups.tag) return { type: 'tag', text: `#${groups.tag}`, tag: groups.tag }
  return timeOf(groups.time ?? '', duration)
}

function mentionOf(found: string): TextPart | undefined {
  const username = mentionedName(found)
  return username ? { type: 'mention', text: `@${username}`, username } : undefined
}

function linkOf(found: string): TextPart | undefined {
  const text = withoutTail(found)
  const href = /^www\./i.test(text) ? `https://${text}` : text
  return URL.canParse(href) ? { type: 'link', text, href } : undefined
}

/** Removes the punctuation and closing bracket after a link. */
function withoutTail(found: string): string {
  let end = found.length
  let unopened = count(found, ')') - count(found, '(')
  for (; end > 0; end -= 1) {
    const last = found[end - 1] ?? ''
    if (last === ')' ? unopened <= 0 : !/[.,;:!?'’”»\]}]/u.test(last)) break
    if (last === ')') unopened -= 1
  }
  return found.slice(0, end)
}

const count = (text: string, character: string) => text.split(character).length - 1

function timeOf(text: string, duration: number): TextPart | undefined {
  const seconds = clockSeconds(text) ?? 0
  return seconds <= duration && duration > 0 ? { type: 'time', text, seconds } : undefined
}
