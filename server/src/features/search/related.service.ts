import type { RelatedBy } from '../../db/paging.ts'
import type { Db } from '../../db/sql.ts'
import { listSimilarWords } from './dictionary.queries.ts'
import type { VideoOrder } from './order.ts'
import { countUp, findPage, type MatchPage } from './page.service.ts'
import { combine, type Term, toMatch } from './query.ts'
import type { Wanted } from './search.queries.ts'
import { canCorrect, rankCorrections } from './spelling.ts'

/** Words that are looked at, ways to correct one, and videos that rare words may bring together. */
const considered = { words: 8, corrections: 3, videos: 500 } as const

interface Weighed {
  term: Term
  count: number
  isCorrected: boolean
}

/**
 * For a search that nothing matches: the same with its misspelled words corrected, or else whatever has any of
 * its words. Then the rare ones decide, because a common one would bring everything. A later page goes on with the
 * same as the first.
 */
export async function findRelated(
  db: Db,
  terms: Term[],
  wanted: Wanted,
  order: VideoOrder,
  limit: number,
): Promise<{ page: MatchPage; query: string } | undefined> {
  const unwanted = terms.filter((term) => term.isUnwanted)
  const asked = terms.filter((term) => !term.isUnwanted).slice(0, considered.words)
  const weighed: Weighed[] = []
  for (const term of asked) {
    const used = await weigh(db, term, unwanted, wanted)
    if (used) weighed.push(used)
  }
  const find = async (by: RelatedBy) => {
    const chosen = by === 'correction' ? weighed : rarest(weighed)
    const both = [...chosen.map(({ term }) => term), ...unwanted]
    const tsquery = combine(both, by === 'correction' ? '&' : '|')
    const page = tsquery && (await findPage(db, { ...wanted, ...tsquery }, order, limit))
    if (!page || page.total === 0) return undefined
    const next = page.next && { ...page.next, relatedBy: by }
    return { page: { ...page, ...(next && { next }) }, query: tsquery.query }
  }
  if (order.cursor?.relatedBy) return find(order.cursor.relatedBy)
  const isCorrected = weighed.some((one) => one.isCorrected) && weighed.length === asked.length
  return (isCorrected && (await find('correction'))) || find('words')
}

/** As many of the rarest words as bring no more than a good many videos; at least one. */
function rarest(weighed: Weighed[]): Weighed[] {
  let sum = 0
  return weighed
    .toSorted((a, b) => a.count - b.count)
    .filter(({ count }, i) => {
      sum += count
      return i === 0 || sum <= considered.videos
    })
}

/** The term if anything has it, or what it can have been meant for. */
async function weigh(db: Db, term: Term, unwanted: Term[], wanted: Wanted): Promise<Weighed | undefined> {
  const count = await countOf(db, term, unwanted, wanted)
  if (count > 0) return { term, count, isCorrected: false }
  if (!term.word || !canCorrect(term.word)) return undefined
  const words = rankCorrections(term.word, await listSimilarWords(db, term.word))
  if (words.length === 0) return undefined
  const matches = words.slice(0, considered.corrections).map((word) => toMatch(word))
  const match = `(${matches.join(' | ')})`
  const corrected = { ...term, match, candidates: match }
  const correctedCount = await countOf(db, corrected, unwanted, wanted)
  return correctedCount > 0 ? { term: corrected, count: correctedCount, isCorrected: true } : undefined
}

const countOf = (db: Db, term: Term, unwanted: Term[], wanted: Wanted) =>
  countUp(db, { ...wanted, ...combine([term, ...unwanted]) }, considered.videos)
