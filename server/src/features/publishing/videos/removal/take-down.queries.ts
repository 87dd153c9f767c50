import type { Db } from '../../../../db/sql.ts'
import { type ShownVideoRow, withOwner } from '../lists/shown-videos.queries.ts'
import type { VideoRow } from '../videos.queries.ts'

/** For moderators, who may see videos of any visibility. */
export async function loadVideosForReview(db: Db, ids: string[]): Promise<ShownVideoRow[]> {
  return ids.length > 0
    ? db<ShownVideoRow[]>`select ${withOwner(db, undefined)} where v.id = any(${ids}::uuid[])`
    : []
}

export async function lockOwnedVideo(db: Db, id: string): Promise<VideoRow | undefined> {
  const [row] = await db<VideoRow[]>`
    select * from videos where id = ${id} and owner_id is not null for no key update`
  return row
}

export async function markVideoTakenDown(db: Db, id: string, now: Date): Promise<void> {
  await db`
    update videos set removed_at = ${now}, removed_from = owner_id, removed_visibility = visibility,
      owner_id = null, visibility = 'private'
    where id = ${id}`
}

/** Returns the owner; undefined if the video was not taken down. */
export async function unmarkVideoTakenDown(db: Db, id: string): Promise<string | undefined> {
  const [row] = await db<{ owner_id: string }[]>`
    update videos set owner_id = removed_from, visibility = removed_visibility,
      removed_at = null, removed_from = null, removed_visibility = null
    where id = ${id} and removed_at is not null and undo_until is null returning owner_id`
  return row?.owner_id
}
