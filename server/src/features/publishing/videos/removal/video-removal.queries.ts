import type { Db } from '../../../../db/sql.ts'
import { batchSize, isDeleted } from '../../../core/removal/removal.queries.ts'
import type { MarkedRow } from '../../../core/removal/removal.ts'

export async function findDeletedVideo(db: Db, takenDownBefore: Date): Promise<MarkedRow | undefined> {
  const [row] = await db<{ id: string; removed_at: Date | null; folder: string; source_folder: string }[]>`
    select id, removed_at, folder, regexp_replace(source_key, '/[^/]*$', '') as source_folder from videos
    where id in (${isDeleted(db, 'videos', takenDownBefore)}) limit 1`
  return row && { id: row.id, folders: row.removed_at ? [row.folder, row.source_folder] : [] }
}

/** Detaches a batch of videos from their owner; returns the folders of their files. */
export async function detachVideos(db: Db, ownerId: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select id from videos where owner_id = ${ownerId} or removed_from = ${ownerId}
    order by id limit ${batchSize} for update`
  const videos = await db<{ folder: string; source_folder: string }[]>`
    update videos set owner_id = null, visibility = 'private',
      removed_at = null, removed_from = null, removed_visibility = null, undo_until = null
    where id = any(${rows.map((row) => row.id)})
    returning folder, regexp_replace(source_key, '/[^/]*$', '') as source_folder`
  return videos.flatMap((row) => [row.folder, row.source_folder])
}
