import type { Db } from '../../../../db/sql.ts'
import {
  afterCursor,
  inOrder,
  sortValue,
  type VideoOrder,
} from '../../../publishing/videos/lists/video-order.fragments.ts'
import { isHit, isMatch, type VideoMatch, type VideoQuery } from './match.fragments.ts'

/** How many videos of the order are read for a page of a common word. */
const steps = 3000

/** The matches among the next videos of the order; stops at one more than `limit`. */
export async function walkOrder(
  db: Db,
  wanted: VideoQuery,
  order: VideoOrder,
  limit: number,
): Promise<VideoMatch[]> {
  return db<VideoMatch[]>`
    select v.id, ${sortValue(db, order)} as value
    from (
      select v.* from videos v where v.is_listed ${afterCursor(db, order)}
      order by ${inOrder(db, order)} limit ${steps}
    ) as v
    -- offset 0 keeps it a lookup per row, so that reading stops when the page is full.
    cross join lateral (select * from search_documents d where d.video_id = v.id offset 0) as d
    where ${isHit(db, wanted)} and ${isMatch(db, wanted)}
    order by ${inOrder(db, order)} limit ${limit + 1}`
}

/** The last video of a walk that did not fill its page; undefined if the walk reached the end of the order. */
export async function findLastStep(db: Db, order: VideoOrder): Promise<VideoMatch | undefined> {
  const [row] = await db<VideoMatch[]>`
    select v.id, ${sortValue(db, order)} as value from videos v
    where v.is_listed ${afterCursor(db, order)}
    order by ${inOrder(db, order)} offset ${steps - 1} limit 1`
  return row
}
