import type { Db } from '../../../db/sql.ts'
import { findMatches, type SearchOrder } from './matches/find-matches.service.ts'
import type { MatchPage } from './matches/find-page.service.ts'
import type { VideoQuery } from './matches/match.fragments.ts'
import { estimateMatches, hasManyHits } from './matches/sample-documents.queries.ts'
import type { RelatedBy, SearchCursor } from './matches/search-cursor.ts'
import { countMatches } from './matches/sort-matches.queries.ts'
import { listSimilarWords } from './words/dictionary.queries.ts'
import { combine, type Term, toMatch } from './words/parse-search.ts'
import { readTerms } from './words/read-terms.queries.ts'
import { canCorrect, rankCorrections } from './words/spelling.ts'

/** The most words, corrections per word, and videos that rare words may find together. */
const maxConsidered = { words: 8, corrections: 3, videos: 500 } as const

interface CountedTerm {
  term: Term
  count: number
  isCorrected: boolean
}

interface Related {
  page: MatchPage
  query: string
  relatedBy: RelatedBy
  /** The search text with misspelled words corrected, if all its words are found so. */
  corrected?: string
}

interface RelatedOrder extends SearchOrder {
  cursor?: SearchCursor | undefined
  /** Whether the words are meant as they are. */
  isExact?: boolean | undefined
}

/**
 * For a search without matches: repeats it with misspelled words corrected, or else finds videos with any of the rare
 * words, because a common word would match too much. Later pages search in the same way as the first.
 */
export async function findRelated(
  db: Db,
  terms: Term[],
  wanted: VideoQuery,
  order: RelatedOrder,
  limit: number,
): Promise<Related | undefined> {
  const unwanted = terms.filter((term) => term.isUnwanted)
  const wantedTerms = terms.filter((term) => !term.isUnwanted).slice(0, maxConsidered.words)
  const searchFor = (term: Term) => ({ ...wanted, ...combine([term, ...unwanted]) })
  const counts = await countApproximately(db, wantedTerms.map(searchFor))
  const countedTerms: CountedTerm[] = []
  for (const [i, term] of wantedTerms.entries()) {
    const count = counts[i] ?? 0
    if (count > 0) countedTerms.push({ term, count, isCorrected: false })
    else if (!order.isExact) countedTerms.push(...(await correctTerm(db, term, searchFor)))
  }
  const relatedBy = order.cursor?.relatedBy
  const isCorrected =
    countedTerms.some((term) => term.isCorrected) && countedTerms.length === wantedTerms.length
  if (isCorrected && relatedBy !== 'words') {
    const words = [...countedTerms.map(({ term }) => term), ...unwanted]
    const found = await findCorrected(db, words, wanted, order, limit)
    if (found || relatedBy) return found
  }
  const tsquery = combine([...chooseRarest(countedTerms).map(({ term }) => term), ...unwanted], '|')
  const page = tsquery && (await findMatches(db, { ...wanted, ...tsquery }, undefined, order, limit))
  return page && page.total > 0 ? { page, query: tsquery.query, relatedBy: 'words' } : undefined
}

/** Searches for the corrected text as if it had been typed. */
async function findCorrected(
  db: Db,
  words: Term[],
  wanted: VideoQuery,
  order: SearchOrder,
  limit: number,
): Promise<Related | undefined> {
  const corrected = words.map(({ typed }) => typed).join(' ')
  const { terms, titleMark } = await readTerms(db, corrected)
  const tsquery = combine(terms)
  if (!tsquery) return undefined
  const page = await findMatches(db, { ...wanted, ...tsquery }, titleMark, order, limit)
  return page.total > 0 ? { page, query: tsquery.query, relatedBy: 'correction', corrected } : undefined
}

/** The rarest words, as many as match at most `maxConsidered.videos` together; at least one. */
function chooseRarest(countedTerms: CountedTerm[]): CountedTerm[] {
  let sum = 0
  return countedTerms
    .toSorted((a, b) => a.count - b.count)
    .filter(({ count }, i) => {
      sum += count
      return i === 0 || sum <= maxConsidered.videos
    })
}

/** The likeliest correction of a term without matches: that with the fewest mistakes, then the most matches. */
async function correctTerm(
  db: Db,
  term: Term,
  searchFor: (term: Term) => VideoQuery,
): Promise<CountedTerm[]> {
  if (!term.word || !canCorrect(term.word)) return []
  const similar = rankCorrections(term.word, await listSimilarWords(db, term.word))
    .slice(0, maxConsidered.corrections)
    .map(({ word, mistakes }) => ({ mistakes, term: replaceWord(term, word, toMatch(word)) }))
  if (similar.length === 0) return []
  const anyOf = replaceWord(term, '', `(${similar.map((each) => each.term.match).join(' | ')})`)
  const isAnyCommon = (await estimateIfMany(db, searchFor(anyOf))) !== undefined
  const searches = similar.map((each) => searchFor(each.term))
  const counts = isAnyCommon
    ? await countApproximately(db, searches)
    : await countMatches(db, searches, maxConsidered.videos)
  return similar
    .map((each, i) => ({ ...each, count: counts[i] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => a.mistakes - b.mistakes || b.count - a.count)
    .slice(0, 1)
    .map(({ term, count }) => ({ term, count, isCorrected: true }))
}

const replaceWord = (term: Term, typed: string, match: string): Term => ({
  ...term,
  typed,
  match,
  indexMatch: match,
  exactMatch: match,
})

/** The number of matches of each search; approximate if there are more than are considered. */
async function countApproximately(db: Db, searches: VideoQuery[]): Promise<number[]> {
  const estimated: (number | undefined)[] = []
  for (const wanted of searches) estimated.push(await estimateIfMany(db, wanted))
  const others = searches.filter((_, i) => estimated[i] === undefined)
  const counted = await countMatches(db, others, maxConsidered.videos)
  return estimated.map((count) => count ?? counted.shift() ?? 0)
}

/** The approximate number of matches if there are more than are considered. */
async function estimateIfMany(db: Db, wanted: VideoQuery): Promise<number | undefined> {
  // The sample contains all channels, so it cannot be used for a single one.
  if (wanted.ownerId) return undefined
  const estimate = await estimateMatches(db, wanted)
  const matches = estimate.matches * estimate.scale
  if (matches > maxConsidered.videos) return matches
  // Of very many hits, the first few of the index are less representative than the sample.
  if (!hasManyHits(estimate)) return undefined
  // A common word is not misspelled, even if none of the sample passes the filters. A phrase of such words may be.
  return wanted.query === wanted.indexQuery ? Math.max(1, matches) : matches
}
