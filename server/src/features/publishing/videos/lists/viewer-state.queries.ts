import type { Db } from '../../../../db/sql.ts'
import { isRecommended } from './recommended.access.ts'

/** What a list shows differently to a person. */
interface ViewerState {
  isHidden: boolean
  watchedSeconds: number | null
}

/** By id, for those videos that the person has hidden or watched. */
export async function findViewerStates(
  db: Db,
  viewerId: string,
  videos: { id: string; ownerId: string }[],
): Promise<Map<string, ViewerState>> {
  const [ids, owners] = [videos.map(({ id }) => id), videos.map(({ ownerId }) => ownerId)]
  const rows = await db<(ViewerState & { id: string })[]>`
    select * from (
      select v.id, not (${isRecommended(db, viewerId)}) as "isHidden",
        (select h.position from watch_history h where h.user_id = ${viewerId} and h.video_id = v.id) as "watchedSeconds"
      from unnest((select ${ids}::uuid[]), (select ${owners}::uuid[])) as v (id, owner_id)
    ) as state where "isHidden" or "watchedSeconds" > 0`
  return new Map(rows.map(({ id, ...state }) => [id, state]))
}
