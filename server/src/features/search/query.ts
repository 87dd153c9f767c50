/** A piece of what somebody typed: a word, or several in quotes, wanted or not. */
interface Piece {
  text: string
  isPhrase: boolean
  isUnwanted: boolean
}

/** Nobody means more than this; it bounds what a search can cost. */
const longest = { text: 1000, pieces: 16, words: 16 } as const

/** Reads "phrases" and -words. Whatever else there is, is text. */
export function readQuery(text: string): Piece[] {
  const pieces: Piece[] = []
  const straight = text.slice(0, longest.text).replace(/[“”„«»]/g, '"')
  for (const [, minus, phrase, word] of straight.matchAll(/(-?)(?:"([^"]*)"?|([^\s"]+))/g)) {
    const piece = { text: phrase ?? word ?? '', isPhrase: phrase !== undefined, isUnwanted: minus === '-' }
    if (piece.text.trim()) pieces.push(piece)
  }
  return pieces.slice(0, longest.pieces)
}

/** A piece in the terms of the index. */
export interface Term {
  /** A part of a tsquery. */
  match: string
  /** The same without regard to the order of words and to where they stand, which the index does not know. */
  candidates: string
  isUnwanted: boolean
  /** Its last word, of which more may follow. */
  last: string
  /** The word, when it is a single one, whose spelling may be at fault. */
  word: string | undefined
}

interface TermOptions {
  /** A beginning that is shorter than this is taken for a whole word: too many words begin like that. */
  shortestPrefix: number
  /** Only where the index gives a word this weight. */
  weight?: 'A'
}

/** `words` are the piece's own, as the index folds them; the last piece may still be being typed. */
export function toTerm(
  { isPhrase, isUnwanted }: Piece,
  words: string[],
  isLast: boolean,
  { shortestPrefix, weight }: TermOptions,
): Term | undefined {
  const shown = words.slice(0, longest.words)
  const last = shown.at(-1)
  if (!last) return undefined
  const isOpen = isLast && !isPhrase && !isUnwanted && last.length >= shortestPrefix
  const matches = (where = '') =>
    shown.map((word, i) => toMatch(word, isOpen && i === shown.length - 1, where))
  return {
    match: `(${matches(weight).join(' <-> ')})`,
    candidates: `(${matches().join(' & ')})`,
    isUnwanted,
    last,
    word: shown.length === 1 && !isPhrase && !isUnwanted ? last : undefined,
  }
}

/** Folding leaves no quote and no backslash in a word, so none can get out of its quotes here. */
export function toMatch(word: string, isPrefix = false, weight = ''): string {
  // A lone letter of a script without spaces: any pair that begins with it.
  const isLetter = word.endsWith('*')
  const options = `${isPrefix || isLetter ? '*' : ''}${weight}`
  return `'${isLetter ? word.slice(0, -1) : word}'${options ? `:${options}` : ''}`
}

/** A tsquery, and one that the index answers by itself: whatever matches the first matches the second. */
export interface Tsquery {
  query: string
  candidates: string
}

/** Nothing when nothing is wanted: all that somebody does not want is no search. */
export function combine(terms: Term[], operator: '&' | '|' = '&'): Tsquery | undefined {
  const wanted = terms.filter((term) => !term.isUnwanted)
  if (wanted.length === 0) return undefined
  const join = (key: 'match' | 'candidates') => `(${wanted.map((term) => term[key]).join(` ${operator} `)})`
  const unwanted = terms.filter((term) => term.isUnwanted).map((term) => ` & !${term.match}`)
  const query = `${join('match')}${unwanted.join('')}`
  const isAnswered = terms.every(({ match, candidates }) => match === candidates)
  return { query, candidates: isAnswered ? query : join('candidates') }
}
