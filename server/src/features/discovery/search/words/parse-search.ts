// Text only, no database: `readQuery` comes before the statement of `read-terms.queries.ts`, `toTerm` and `combine`
// after.

/** A piece of the search text: a word or several in quotes, possibly unwanted. */
export interface Piece {
  text: string
  isPhrase: boolean
  isUnwanted: boolean
}

/** More is never needed, and this limits the cost of a search. */
const longest = { text: 1000, pieces: 16, words: 16 } as const

/** Reads "phrases" and -words. Everything else is plain text. */
export function readQuery(text: string): Piece[] {
  const pieces: Piece[] = []
  const straight = text.slice(0, longest.text).replace(/[“”„«»]/g, '"')
  for (const [, minus, phrase, word] of straight.matchAll(/(-?)(?:"([^"]*)"?|([^\s"]+))/g)) {
    const piece = { text: phrase ?? word ?? '', isPhrase: phrase !== undefined, isUnwanted: minus === '-' }
    if (piece.text.trim()) pieces.push(piece)
  }
  return pieces.slice(0, longest.pieces)
}

/** A piece as the index represents it. */
export interface Term {
  /** A part of a tsquery. */
  match: string
  /** The same without the order and the weight of the words, which the index does not contain. */
  indexMatch: string
  /** `match` without other forms of the word. */
  exactMatch: string
  isUnwanted: boolean
  /** Its last word, which may be incomplete. */
  last: string
  /** The word, if it is a single one that may be misspelled. */
  word: string | undefined
  /** As it was typed. */
  typed: string
}

export interface TermOptions {
  /** A shorter prefix counts as a whole word, because too many words begin with it. */
  shortestPrefix: number
  /** Matches only words with this weight in the index. */
  weight?: 'A'
  /** Also matches other forms of a word. */
  withForms?: boolean
}

/** The words of a piece as the index contains them, and the stems of a piece that is a single word. */
export interface IndexedWords {
  words: string[]
  stems: string[]
}

/** The last word of a search may be a prefix. Words in quotes and unwanted words must match exactly. */
export function toTerm(
  { text, isPhrase, isUnwanted }: Piece,
  { words, stems }: IndexedWords,
  isLast: boolean,
  { shortestPrefix, weight, withForms = false }: TermOptions,
): Term | undefined {
  const shown = words.slice(0, longest.words)
  const last = shown.at(-1)
  if (!last) return undefined
  const isOpen = isLast && !isPhrase && !isUnwanted && last.length >= shortestPrefix
  const matches = (where = '') =>
    shown.map((word, i) => toMatch(word, isOpen && i === shown.length - 1, where))
  const word = shown.length === 1 && !isPhrase && !isUnwanted ? last : undefined
  const forms = word && withForms ? stems.map((stem) => ` | ${toMatch(stem)}`).join('') : ''
  const exact = matches(weight).join(' <-> ')
  return {
    match: `(${exact}${forms})`,
    exactMatch: `(${exact})`,
    indexMatch: `(${matches().join(' & ')}${forms})`,
    isUnwanted,
    last,
    word,
    typed: `${isUnwanted ? '-' : ''}${isPhrase ? `"${text}"` : text}`,
  }
}

/** Folding leaves no quotes and backslashes in a word, so that no word can end its quotes here. */
export function toMatch(word: string, isPrefix = false, weight = ''): string {
  // A single letter of a script without spaces matches any pair of letters that begins with it.
  const isLetter = word.endsWith('*')
  const options = `${isPrefix || isLetter ? '*' : ''}${weight}`
  return `'${isLetter ? word.slice(0, -1) : word}'${options ? `:${options}` : ''}`
}

/** A tsquery, and one that the index alone can evaluate. Every match of the first also matches the second. */
export interface Tsquery {
  query: string
  indexQuery: string
  /** By which matches are compared, without other forms of words, of which documents have no places. */
  rankQuery: string
}

/** Undefined if there are only unwanted words, which cannot be searched for. */
export function combine(terms: Term[], operator: '&' | '|' = '&'): Tsquery | undefined {
  const wanted = terms.filter((term) => !term.isUnwanted)
  if (wanted.length === 0) return undefined
  const join = (key: 'match' | 'indexMatch' | 'exactMatch') =>
    `(${wanted.map((term) => term[key]).join(` ${operator} `)})`
  const unwanted = terms.filter((term) => term.isUnwanted).map((term) => ` & !${term.match}`)
  const query = `${join('match')}${unwanted.join('')}`
  const isAnswered = terms.every(({ match, indexMatch }) => match === indexMatch)
  return { query, indexQuery: isAnswered ? query : join('indexMatch'), rankQuery: join('exactMatch') }
}
