/** @username; not a part of an e-mail address, and not someone of another site (@name@site). */
export const mentionPattern = String.raw`(?<![\p{L}\p{N}_@./])@[a-z0-9_.]{3,30}(?![\p{L}\p{N}_.]*@)(?![\p{L}\p{N}_])`

/** The full stop of a sentence is not a part of a name. */
export const mentionedName = (found: string) => found.slice(1).replace(/\.+$/, '')

/** The usernames that a text mentions, as they are written in it. */
export const mentionsIn = (text: string): string[] =>
  [...text.matchAll(new RegExp(mentionPattern, 'giu'))]
    .map(([found]) => mentionedName(found))
    .filter((name) => name.length >= 3)
