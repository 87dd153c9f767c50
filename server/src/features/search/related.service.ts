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
 * its words. Then the rare ones decide, because a common one would bring everything.
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
  const find = async (chosen: Weighed[], operator: '&' | '|') => {
    const tsquery = combine([...chosen.map(({ term }) => term), ...unwanted], operator)
    const page = tsquery && (await findPage(db, { ...wanted, ...tsquery }, order, limit))
    return page && page.total > 0 ? { page, query: tsquery.query } : undefined
  }
  const isCorrected = weighed.some((one) => one.isCorrected) && weighed.length === asked.length
  const corrected = isCorrected ? await find(weighed, '&') : undefined
  if (corrected) return corrected
  return find(rarest(weighed), '|')
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
