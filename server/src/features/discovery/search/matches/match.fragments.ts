import type { Db } from '../../../../db/sql.ts'
import type { VideoFilter } from '../../../publishing/videos/lists/video-filters.ts'
import type { Tsquery } from '../words/parse-search.ts'

/** The words and filters of a search. */
export interface VideoQuery extends VideoFilter, Tsquery {
  ownerId?: string | undefined
}

/** A video that matches, with its sort value. */
export interface VideoMatch {
  id: string
  value: Date | string | number
}

/** The conditions that an index can check. A document that passes them is a hit. */
export const isHit = (db: Db, { indexQuery, since, hasCaptions }: VideoQuery) => db`
  d.document @@ (${indexQuery}::tsquery ${hasCaptions ? db`&& ''':captions'''::tsquery` : db``}) ${since ? db`and d.created_at >= ${since}` : db``}`

/** The conditions that need the document of a hit. Few hits may be matches, so hits are counted first. */
export const isMatch = (db: Db, { query, duration }: VideoQuery) => db`
  (d.document @@ ${query}::tsquery
  ${duration ? db`and d.duration >= ${duration[0]} and d.duration < ${duration[1]}` : db``})`
