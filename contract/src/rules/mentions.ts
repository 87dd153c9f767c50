/** @username; not a part of an e-mail address, and not someone of another site (@name@site). */
export const mentionPattern = String.raw`(?<![\p{L}\p{N}_@./])@[a-z0-9_.]{3,30}(?![\p{L}\p{N}_.]*@)(?![\p{L}\p{N}_])`

/** The name in what the pattern found: the full stop of a sentence is not a part of it. */
export function mentionedName(found: string): string | undefined {
  const name = found.slice(1).replace(/\.+$/, '')
  return name.length >= 3 ? name : undefined
}

/** The usernames that a text mentions, as they are written in it. */
export const mentionsIn = (text: string): string[] =>
  [...text.matchAll(new RegExp(mentionPattern, 'giu'))].flatMap(([found]) => mentionedName(found) ?? [])
