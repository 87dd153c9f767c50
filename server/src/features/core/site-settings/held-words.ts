/** Scripts without spaces between words: their words are found anywhere in a text. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/**
 * The form in which words are compared: without case and compatibility forms, without invisible characters and soft
 * hyphens, and with one space for each run of other characters than letters and digits. Upper case first, because only
 * that turns ß into SS.
 */
export const foldText = (text: string) =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()

/** Whether a text has one of the words, or phrases, as whole words. */
export function hasHeldWord(text: string, words: readonly string[]): boolean {
  const folded = ` ${foldText(text)} `
  return words.some((word) => {
    const wanted = foldText(word)
    return wanted !== '' && folded.includes(unspaced.test(wanted) ? wanted : ` ${wanted} `)
  })
}

/** Words that compare as equal are kept once, as they were typed first. */
export function uniqueWords(typed: string[]): string[] {
  const byFold = new Map<string, string>()
  for (const word of typed.map((text) => text.trim())) {
    const fold = foldText(word)
    if (fold && !byFold.has(fold)) byFold.set(fold, word)
  }
  return [...byFold.values()]
}

export const isSameList = (one: string[], other: string[]) =>
  one.length === other.length && one.every((word, index) => word === other[index])
