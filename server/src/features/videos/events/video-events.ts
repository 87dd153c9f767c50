import type { VideoProgress } from '@vireo/contract'
import type { Db } from '../../../db/sql.ts'
import { findVideo } from '../videos.queries.ts'
import { toVideoProgress } from '../videos.view.ts'

export const videoChannel = 'video_progress'

export interface VideoEvent {
  ownerId: string
  video: VideoProgress
}

/** Tells every process of the site how a video stands; in a transaction, once that is committed. */
export async function announceVideo(db: Db, videoId: string): Promise<void> {
  const row = await findVideo(db, videoId)
  if (!row) return
  const event: VideoEvent = { ownerId: row.owner_id, video: toVideoProgress(row) }
  await db`select pg_notify(${videoChannel}, ${JSON.stringify(event)})`
}
