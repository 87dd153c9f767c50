import type { Db } from '../../../db/sql.ts'
import { type CatchUp, type PersonalEvent, tell } from '../../../http/events.ts'
import { findVideo, listProgress, type ProgressRow } from '../videos.queries.ts'
import { toVideoProgress } from '../videos.view.ts'

const progressOf = (row: ProgressRow): PersonalEvent<'video-progress'> => ({
  name: 'video-progress',
  about: row.id,
  data: toVideoProgress(row),
})

/** Tells its owner how a video stands. */
export async function tellProgress(db: Db, videoId: string): Promise<void> {
  const row = await findVideo(db, videoId)
  if (row) await tell(db, row.owner_id, progressOf(row))
}

/** The state of the person's videos that are unfinished or have changed since. */
export const catchUpOnVideos: CatchUp = async ({ sql }, viewerId, since) =>
  (await listProgress(sql, viewerId, since)).map(progressOf)
