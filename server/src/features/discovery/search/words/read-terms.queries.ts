import type { Db } from '../../../../db/sql.ts'
import { type IndexedWords, readQuery, type Term, type TermOptions, toTerm } from './parse-search.ts'

/** Converts the search text to terms of the index. */
export async function readTerms(
  db: Db,
  text: string,
  options: TermOptions = { shortestPrefix: 2, withForms: true },
): Promise<Term[]> {
  const pieces = readQuery(text)
  if (pieces.length === 0) return []
  const texts = pieces.map((piece) => piece.text)
  const words = await readIndexedWords(db, texts, options)
  return pieces.flatMap((piece, i) => {
    const indexed = words[i]
    return (indexed && toTerm(piece, indexed, i === pieces.length - 1, options)) ?? []
  })
}

/** The words of each text as the index contains them, and the stems of single words. */
async function readIndexedWords(
  db: Db,
  texts: string[],
  { withForms }: TermOptions,
): Promise<IndexedWords[]> {
  const stems = withForms
    ? db`case cardinality(words) when 1 then search_stems_of(words[1]) else '{}' end`
    : db`'{}'::text[]`
  return db<IndexedWords[]>`
    select words, ${stems} as stems
    from unnest(${texts}::text[]) with ordinality as t (text, place)
    cross join lateral (select search_words(text, true) as words offset 0) as folded
    order by place`
}
