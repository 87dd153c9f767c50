/** `at` is the position in the text. */
type TextPart = { at: number; text: string; isFound: boolean }

/** Scripts without spaces between words, in which any part of a word matches; at the end, the marks of kana. */
const unspaced =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Mymr}\u3099\u309a]/u
const wordPattern = /[\p{L}\p{N}\p{M}'’]+/gu
/** The number of letters shown before the first found word of a long text. */
const lead = 60

/** The beginning of a text, or the part around the first found word, with the found words as separate parts. */
export function excerptOf(text: string, query: string): TextPart[] {
  const line = toLine(text)
  const found = findWords(line, query)
  const start = startOfExcerpt(line, found)
  const parts: TextPart[] = start > 0 ? [{ at: 0, text: '… ', isFound: false }] : []
  let end = start
  for (const [from, to] of found) {
    if (from > end) parts.push({ at: end, text: line.slice(end, from), isFound: false })
    parts.push({ at: from, text: line.slice(from, to), isFound: true })
    end = to
  }
  if (end < line.length) parts.push({ at: end, text: line.slice(end), isFound: false })
  return parts
}

/** The same as plain text, limited to about `length` letters. */
export function excerptAround(text: string, query: string, length: number): string {
  if (text.length <= length) return text
  const line = query ? toLine(text) : text
  const start = startOfExcerpt(line, query ? findWords(line, query) : [])
  // Leaves out half of a surrogate pair.
  const part = line.slice(start, start + length).replace(/[\ud800-\udbff]$/, '')
  return `${start > 0 ? '… ' : ''}${part.trimEnd()}${start + length < line.length ? '…' : ''}`
}

const toLine = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim()

function startOfExcerpt(line: string, found: [from: number, to: number][]) {
  const first = found[0]?.[0] ?? 0
  return first > 2 * lead ? startOfWord(line, first - lead) : 0
}

/** The start of the word at this position, even in scripts without spaces. */
function startOfWord(line: string, position: number) {
  const words = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(line)
  const { index = 0, segment } = words.containing(position) ?? {}
  return segment === ' ' ? index + 1 : index
}

/** The positions of a search's words in a text. */
function findWords(text: string, query: string): [from: number, to: number][] {
  const wanted = wordsOf(query)
  const last = wanted.at(-1)
  const found: [number, number][] = []
  for (const { 0: word, index } of text.matchAll(wordPattern)) {
    if (unspaced.test(word)) found.push(...findParts(word, index, wanted))
    else {
      const folded = fold(word)
      const isFound = wanted.some(
        (other) => isForm(folded, other) || (other === last && folded.startsWith(other)),
      )
      if (isFound) found.push([index, index + word.length])
    }
  }
  return found
}

/** The words to find, without words after a minus. */
const wordsOf = (query: string) =>
  (query.replace(/(^|\s)-("[^"]*"?|\S+)/g, ' ').match(wordPattern) ?? []).map(fold)

/** Like the server's comparison: ignores case, and accents except those of unspaced scripts. */
const fold = (word: string) =>
  word
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, (mark) => (unspaced.test(mark) ? mark : ''))
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFC')

/** Whether they are the same, or long and different only in their endings. The server does not send its matches. */
function isForm(one: string, other: string) {
  if (one === other) return true
  let same = 0
  while (same < one.length && one[same] === other[same]) same++
  return same >= 4 && Math.max(one.length, other.length) - same <= 3
}

function findParts(word: string, start: number, wanted: string[]): [number, number][] {
  let folded = ''
  // The position in the text of each letter of the folded word, as folding makes some longer.
  const places: number[] = []
  for (const { 0: letter, index } of word.matchAll(/./gu)) {
    folded += fold(letter)
    while (places.length < folded.length) places.push(start + index)
  }
  places.push(start + word.length)
  for (const part of wanted.filter((one) => unspaced.test(one))) {
    const at = folded.indexOf(part)
    const [from, to] = [places[at], places[at + part.length]]
    if (from !== undefined && to !== undefined) return [[from, to]]
  }
  return []
}
