import type { Db } from '../../../../db/sql.ts'
import {
  type IndexedWords,
  type Piece,
  readQuery,
  type Term,
  type TermOptions,
  toTerm,
} from './parse-search.ts'

interface SearchTerms {
  terms: Term[]
  /** A tsquery for the videos whose whole title is the text, without unwanted words. */
  titleMark?: string
}

/** Converts the search text to terms of the index. */
export async function readTerms(
  db: Db,
  text: string,
  options: TermOptions = { shortestPrefix: 2, withForms: true },
): Promise<SearchTerms> {
  const pieces = readQuery(text)
  if (pieces.length === 0) return { terms: [] }
  const words = await readIndexedWords(db, pieces, options)
  const terms = pieces.flatMap((piece, i) => {
    const indexed = words[i]
    return (indexed && toTerm(piece, indexed, i === pieces.length - 1, options)) ?? []
  })
  return { terms, ...(words[0] && { titleMark: words[0].title_mark }) }
}

/** The words of each text as the index contains them, and the stems of single words. */
async function readIndexedWords(
  db: Db,
  pieces: Piece[],
  { withForms }: TermOptions,
): Promise<(IndexedWords & { title_mark: string })[]> {
  const texts = pieces.map(({ text }) => text)
  const title = pieces.flatMap(({ text, isUnwanted }) => (isUnwanted ? [] : [text])).join(' ')
  const stems = withForms
    ? db`case cardinality(words) when 1 then search_stems_of(words[1]) else '{}' end`
    : db`'{}'::text[]`
  return db<(IndexedWords & { title_mark: string })[]>`
    select words, ${stems} as stems, search_title_mark(${title}) as title_mark
    from unnest(${texts}::text[]) with ordinality as t (text, place)
    cross join lateral (select search_words(text, true) as words offset 0) as folded
    order by place`
}
