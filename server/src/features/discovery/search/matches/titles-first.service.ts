import type { Db } from '../../../../db/sql.ts'
import type { VideoOrder } from '../../../publishing/videos/lists/video-order.fragments.ts'
import { cut, findMatchPage, type MatchPage } from './find-page.service.ts'
import type { VideoQuery } from './match.fragments.ts'
import type { MatchCursor } from './search-cursor.ts'
import { sortAllMatches } from './sort-matches.queries.ts'

/** If more videos have the same title, they are not put first. */
const maxTitles = 1000

/** Before the first video of the order by views, most viewed first. */
const start: MatchCursor = {
  value: Number.MAX_SAFE_INTEGER,
  id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
  part: 'others',
}

type TitlesOrder = VideoOrder & { cursor?: MatchCursor | undefined }

/**
 * A page of the matches by views that begins with the videos whose whole title is the searched text. The cursor says in
 * which of the two parts the next page begins; it says neither if there are no such videos.
 */
export async function findTitlesFirst(
  db: Db,
  wanted: VideoQuery,
  titleMark: string,
  order: TitlesOrder,
  limit: number,
): Promise<MatchPage> {
  const { cursor } = order
  if (cursor && !cursor.part) return findMatchPage(db, wanted, order, limit)
  if (cursor?.part === 'others') return findOthers(db, wanted, titleMark, order, limit)
  const withTitle = { ...wanted, query: titleMark, indexQuery: titleMark }
  const { total, found } = await sortAllMatches(db, withTitle, order, maxTitles, limit)
  if (!cursor && found.length === 0) return findMatchPage(db, wanted, order, limit)
  const titles = cut(found, limit)
  const room = limit - titles.found.length
  // At least one, to see whether there are others.
  const others = await findOthers(db, wanted, titleMark, { ...order, cursor: undefined }, Math.max(1, room))
  const counted = { total: total + others.total, isCapped: others.isCapped }
  if (titles.next) return { ...counted, found: titles.found, next: { ...titles.next, part: 'titles' } }
  if (room > 0) return { ...others, ...counted, found: [...titles.found, ...others.found] }
  const hasMore = others.found.length > 0 || others.next
  return { ...counted, found: titles.found, ...(hasMore && { next: start }) }
}

async function findOthers(
  db: Db,
  wanted: VideoQuery,
  titleMark: string,
  order: TitlesOrder,
  limit: number,
): Promise<MatchPage> {
  const without = (query: string) => `(${query}) & !${titleMark}`
  const others = { ...wanted, query: without(wanted.query), indexQuery: without(wanted.indexQuery) }
  const { next, ...page } = await findMatchPage(db, others, order, limit)
  return { ...page, ...(next && { next: { ...next, part: 'others' } }) }
}
