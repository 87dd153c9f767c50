/** Matches @username, but not within an e-mail address or a name on another site (@name@site). */
export const mentionPattern = String.raw`(?<![\p{L}\p{N}_@./])@[a-z0-9_.]{3,30}(?![\p{L}\p{N}_.]*@)(?![\p{L}\p{N}_])`

/** The username in a match of the pattern, without a full stop that ends the sentence. */
export function mentionedName(found: string): string | undefined {
  const name = found.slice(1).replace(/\.+$/, '')
  return name.length >= 3 ? name : undefined
}

/** The usernames that a text mentions, spelled as in the text. */
export const mentionsIn = (text: string): string[] =>
  [...text.matchAll(new RegExp(mentionPattern, 'giu'))].flatMap(([found]) => mentionedName(found) ?? [])
