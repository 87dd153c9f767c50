import type { Db } from '../../../db/sql.ts'
import type { VideoOrder } from '../../publishing/videos/lists/video-order.fragments.ts'
import { findMatchPage, type MatchPage } from './matches/find-page.service.ts'
import type { VideoQuery } from './matches/match.fragments.ts'
import { estimateMatches, hasManyHits } from './matches/sample-documents.queries.ts'
import type { RelatedBy, SearchCursor } from './matches/search-cursor.ts'
import { countMatches } from './matches/sort-matches.queries.ts'
import { listSimilarWords } from './words/dictionary.queries.ts'
import { combine, type Term, toMatch } from './words/parse-search.ts'
import { canCorrect, rankCorrections } from './words/spelling.ts'

/** The most words, corrections per word, and videos that rare words may find together. */
const maxConsidered = { words: 8, corrections: 3, videos: 500 } as const

interface CountedTerm {
  term: Term
  count: number
  isCorrected: boolean
}

/**
 * For a search without matches: repeats it with misspelled words corrected, or else finds videos with any of the rare
 * words, because a common word would match too much. Later pages search in the same way as the first.
 */
export async function findRelated(
  db: Db,
  terms: Term[],
  wanted: VideoQuery,
  order: VideoOrder & { cursor?: SearchCursor | undefined },
  limit: number,
): Promise<{ page: MatchPage; query: string; relatedBy: RelatedBy } | undefined> {
  const unwanted = terms.filter((term) => term.isUnwanted)
  const wantedTerms = terms.filter((term) => !term.isUnwanted).slice(0, maxConsidered.words)
  const searchFor = (term: Term) => ({ ...wanted, ...combine([term, ...unwanted]) })
  const counts = await countApproximately(db, wantedTerms.map(searchFor))
  const countedTerms: CountedTerm[] = []
  for (const [i, term] of wantedTerms.entries()) {
    const count = counts[i] ?? 0
    const used = count > 0 ? { term, count, isCorrected: false } : await correctTerm(db, term, searchFor)
    if (used) countedTerms.push(used)
  }
  const find = async (by: RelatedBy) => {
    const chosen = by === 'correction' ? countedTerms : chooseRarest(countedTerms)
    const both = [...chosen.map(({ term }) => term), ...unwanted]
    const tsquery = combine(both, by === 'correction' ? '&' : '|')
    const page = tsquery && (await findMatchPage(db, { ...wanted, ...tsquery }, order, limit))
    if (!page || page.total === 0) return undefined
    return { page, query: tsquery.query, relatedBy: by }
  }
  if (order.cursor?.relatedBy) return find(order.cursor.relatedBy)
  const isCorrected =
    countedTerms.some((term) => term.isCorrected) && countedTerms.length === wantedTerms.length
  return (isCorrected && (await find('correction'))) || find('words')
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

/** The correction of a term without matches, if that has any. */
async function correctTerm(
  db: Db,
  term: Term,
  searchFor: (term: Term) => VideoQuery,
): Promise<CountedTerm | undefined> {
  if (!term.word || !canCorrect(term.word)) return undefined
  const words = rankCorrections(term.word, await listSimilarWords(db, term.word))
  if (words.length === 0) return undefined
  const matches = words.slice(0, maxConsidered.corrections).map((word) => toMatch(word))
  const match = `(${matches.join(' | ')})`
  const corrected = { ...term, match, indexMatch: match }
  const [count = 0] = await countApproximately(db, [searchFor(corrected)])
  return count > 0 ? { term: corrected, count, isCorrected: true } : undefined
}

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
  // Of very many hits, the first few of the index are less representative than the sample.
  return matches > maxConsidered.videos || hasManyHits(estimate) ? matches : undefined
}
