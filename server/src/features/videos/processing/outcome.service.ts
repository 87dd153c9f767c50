import type { Tx } from '../../../db/sql.ts'
import { announceNews, notify } from '../../notifications/notifications.service.ts'
import { findVideo, markAnnounced } from '../videos.queries.ts'
import { tellProgress } from './progress.service.ts'

/** To be called whenever a video may have become public and playable: subscribers are told of it once. */
export async function announceOnce(tx: Tx, videoId: string, now: Date): Promise<void> {
  if (await markAnnounced(tx, videoId, now)) await announceNews(tx, 'video', videoId)
}

/** Tells the owner that a video is ready, or that it failed. */
export async function tellOutcome(tx: Tx, videoId: string, now: Date): Promise<void> {
  await tellProgress(tx, videoId)
  const video = await findVideo(tx, videoId)
  const subject = { kind: 'video', id: videoId } as const
  if (video) await notify(tx, { userId: video.owner_id, kind: 'processing', subject }, now)
}
