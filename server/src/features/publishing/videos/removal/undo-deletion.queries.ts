import type { Db } from '../../../../db/sql.ts'
import { batchSize } from '../../../core/removal/removal.queries.ts'

/** Hides the video, and keeps what is needed to show it again. */
export async function markVideoDeleted(db: Db, id: string, now: Date, undoUntil: Date): Promise<void> {
  await db`
    update videos set removed_at = ${now}, removed_from = owner_id, removed_visibility = visibility,
      undo_until = ${undoUntil}, owner_id = null, visibility = 'private'
    where id = ${id}`
}

/** Returns whether the video of this owner was deleted and could still be restored. */
export async function unmarkVideoDeleted(db: Db, id: string, ownerId: string, now: Date): Promise<boolean> {
  const [row] = await db`
    update videos set owner_id = removed_from, visibility = removed_visibility,
      removed_at = null, removed_from = null, removed_visibility = null, undo_until = null
    where id = ${id} and removed_from = ${ownerId} and undo_until > ${now} returning 1`
  return row !== undefined
}

/** Marks a batch of videos whose deletion can no longer be undone for the purge; returns the folders of their files. */
export async function detachDeletedVideos(db: Db, now: Date): Promise<string[]> {
  const rows = await db<{ folder: string; source_folder: string }[]>`
    update videos set removed_at = null, removed_from = null, removed_visibility = null, undo_until = null
    where id in (
      select id from videos where removed_at is not null and undo_until <= ${now}
      limit ${batchSize} for update skip locked)
    returning folder, regexp_replace(source_key, '/[^/]*$', '') as source_folder`
  return rows.flatMap((row) => [row.folder, row.source_folder])
}
