/** `at` is its position. */
export type TextPart = { at: number; text: string; isFound: boolean }

/** Scripts without spaces between words, of which any part of a word is found; at the end, the marks of kana. */
const unspaced =
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Mymr}\u3099\u309a]/u
const wordPattern = /[\p{L}\p{N}\p{M}'’]+/gu
/** How much of a long text is shown before the first word that was found. */
const lead = 60

/** The beginning of a text, or the part around the first word that was found, with those words apart from the others. */
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

/** The same as plain text, of a long text only about that many letters. */
export function excerptAround(text: string, query: string, length: number): string {
  if (text.length <= length) return text
  const line = query ? toLine(text) : text
  const start = startOfExcerpt(line, query ? findWords(line, query) : [])
  // Half of a letter that consists of two is left out.
  const part = line.slice(start, start + length).replace(/[\ud800-\udbff]$/, '')
  return `${start > 0 ? '… ' : ''}${part.trimEnd()}${start + length < line.length ? '…' : ''}`
}

const toLine = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim()

function startOfExcerpt(line: string, found: [from: number, to: number][]) {
  const first = found[0]?.[0] ?? 0
  return first > 2 * lead ? startOfWord(line, first - lead) : 0
}

/** Of the word at this position, also in scripts without spaces. */
function startOfWord(line: string, position: number) {
  const words = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(line)
  const { index = 0, segment } = words.containing(position) ?? {}
  return segment === ' ' ? index + 1 : index
}

/** Where the words of a search are in a text. */
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

/** The words that are looked for: without those after a minus. */
const wordsOf = (query: string) =>
  (query.replace(/(^|\s)-("[^"]*"?|\S+)/g, ' ').match(wordPattern) ?? []).map(fold)

/** As the server compares words: without case, and without accents except those of unspaced scripts. */
const fold = (word: string) =>
  word
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, (mark) => (unspaced.test(mark) ? mark : ''))
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFC')

/** Whether they are the same, or long enough and different only in their endings: the server knows, but does not say. */
function isForm(one: string, other: string) {
  if (one === other) return true
  let same = 0
  while (same < one.length && one[same] === other[same]) same++
  return same >= 4 && Math.max(one.length, other.length) - same <= 3
}

function findParts(word: string, start: number, wanted: string[]): [number, number][] {
  let folded = ''
  // Where in the text each letter of the folded word comes from: folding makes some longer.
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
