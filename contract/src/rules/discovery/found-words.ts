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
  const found = [...findWords(line, readQuery(query))]
  const start = startOfExcerpt(line, found[0])
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

/** The same as plain text, limited to about `length` letters: for many texts, for which the query is read once. */
export function createExcerpts(query: string): (text: string, length: number) => string {
  const wanted = query ? readQuery(query) : undefined
  return (text, length) => {
    if (text.length <= length) return text
    const line = wanted ? toLine(text) : text
    const [first] = wanted ? findWords(line, wanted) : []
    const start = startOfExcerpt(line, first)
    // Leaves out half of a surrogate pair.
    const part = line.slice(start, start + length).replace(/[\ud800-\udbff]$/, '')
    return `${start > 0 ? '… ' : ''}${part.trimEnd()}${start + length < line.length ? '…' : ''}`
  }
}

const toLine = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim()

type Place = [from: number, to: number]

function startOfExcerpt(line: string, [first]: Place | [] = []) {
  return first !== undefined && first > 2 * lead ? startOfWord(line, first - lead) : 0
}

/** The start of the word at this position, even in scripts without spaces. */
function startOfWord(line: string, position: number) {
  const words = new Intl.Segmenter(undefined, { granularity: 'word' }).segment(line)
  const { index = 0, segment } = words.containing(position) ?? {}
  return segment === ' ' ? index + 1 : index
}

/** The words of a search, folded. */
interface Wanted {
  words: string[]
  /** Those of scripts without spaces. */
  unspaced: string[]
  last: string | undefined
}

/** As many letters and words as the server searches for. */
const longest = { query: 1000, words: 16 } as const

/** The words to find, without words after a minus. */
function readQuery(query: string): Wanted {
  const text = query.slice(0, longest.query).replace(/(^|\s)-("[^"]*"?|\S+)/g, ' ')
  const words = (text.match(wordPattern) ?? []).slice(0, longest.words).map(fold)
  return { words, unspaced: words.filter((word) => unspaced.test(word)), last: words.at(-1) }
}

/** The positions of a search's words in a text. */
function* findWords(text: string, { words, unspaced: parts, last }: Wanted): Generator<Place> {
  for (const { 0: word, index } of text.matchAll(wordPattern)) {
    if (unspaced.test(word)) {
      const place = parts.length > 0 && findPart(word, index, parts)
      if (place) yield place
    } else {
      const folded = fold(word)
      const isFound = words.some(
        (other) => isForm(folded, other) || (other === last && folded.startsWith(other)),
      )
      if (isFound) yield [index, index + word.length]
    }
  }
}

/** Like the server's comparison: ignores case, and accents except those of unspaced scripts. */
const fold = (word: string) =>
  /^[a-z\d]+$/i.test(word)
    ? word.toLowerCase()
    : word
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

function findPart(word: string, start: number, wanted: string[]): Place | undefined {
  if (!wanted.some((part) => fold(word).includes(part))) return undefined
  let folded = ''
  // The position in the text of each letter of the folded word, as folding makes some longer.
  const places: number[] = []
  for (const { 0: letter, index } of word.matchAll(/./gu)) {
    folded += fold(letter)
    while (places.length < folded.length) places.push(start + index)
  }
  places.push(start + word.length)
  for (const part of wanted) {
    const at = folded.indexOf(part)
    const [from, to] = [places[at], places[at + part.length]]
    if (from !== undefined && to !== undefined) return [from, to]
  }
}
