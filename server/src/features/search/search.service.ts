import type { Owner } from '@vireo/contract'
import { encodeCursor } from '../../db/paging.ts'
import type { Db, Sql } from '../../db/sql.ts'
import { toOwner } from '../accounts/accounts.view.ts'
import { inSearch } from './bounded.ts'
import { findChannels } from './channels.queries.ts'
import type { VideoFilter } from './filters.ts'
import type { VideoOrder } from './order.ts'
import { findPage, type MatchPage } from './page.service.ts'
import { combine, readQuery, type Term, toTerm } from './query.ts'
import { findRelated } from './related.service.ts'
import { fixPlans, foldWords, type Wanted } from './search.queries.ts'

const channelsShown = 8

interface VideoSearch extends VideoOrder, VideoFilter {
  text: string
  ownerId?: string | undefined
  limit: number
}

interface VideoMatches {
  ids: string[]
  nextCursor: string | null
  related?: boolean
  users?: Owner[]
  totalDocs?: number
  isTotalCapped?: boolean
}

/** The ids of the listed videos that match, or of related ones. Besides its rows the first page tells of all. */
export async function searchVideos(sql: Sql, search: VideoSearch): Promise<VideoMatches> {
  return inSearch(sql, async (tx) => {
    const terms = await readTerms(tx, search.text)
    const tsquery = combine(terms)
    const isFirst = !search.cursor
    if (!tsquery) return { ids: [], nextCursor: null, ...(isFirst && tell(nothing, [])) }
    await fixPlans(tx)
    const wanted: Wanted = { ...search, ...tsquery }
    const wasRelated = search.cursor?.relatedBy !== undefined
    const exact = wasRelated ? nothing : await findPage(tx, wanted, search, search.limit)
    // Pages go on as the first began: nothing related follows what matches, nor the other way round.
    const isRelated = wasRelated || (isFirst && exact.total === 0)
    const related = isRelated ? await findRelated(tx, terms, wanted, search, search.limit) : undefined
    const page = related?.page ?? exact
    const channels = isFirst ? await findChannels(tx, related?.query ?? tsquery.query, channelsShown) : []
    return {
      ids: page.found.map((row) => row.id),
      nextCursor: page.next ? encodeCursor(page.next) : null,
      ...((wasRelated || related) && { related: true }),
      ...(isFirst && tell(page, channels.map(toOwner))),
    }
  })
}

const nothing: MatchPage = { total: 0, isCapped: false, found: [] }

const tell = ({ total, isCapped }: MatchPage, users: Owner[]) => ({
  users,
  totalDocs: total,
  isTotalCapped: isCapped,
})

/** A tsquery of the text, or nothing when it asks for nothing. */
export async function toTsquery(db: Db, text: string): Promise<string | undefined> {
  return combine(await readTerms(db, text))?.query
}

export async function readTerms(
  db: Db,
  text: string,
  options: Parameters<typeof toTerm>[3] = { shortestPrefix: 2 },
): Promise<Term[]> {
  const pieces = readQuery(text)
  if (pieces.length === 0) return []
  const words = await foldWords(
    db,
    pieces.map((piece) => piece.text),
  )
  return pieces.flatMap((piece, i) => toTerm(piece, words[i] ?? [], i === pieces.length - 1, options) ?? [])
}
