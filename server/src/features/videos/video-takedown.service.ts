import type { Tx } from '../../db/sql.ts'
import { requestMove } from './files/move-files.jobs.ts'
import { lockOwnedVideo, markRemoved, unmarkRemoved } from './video-takedown.queries.ts'
import { countVideos } from './videos.queries.ts'

export { loadVideosForReview } from './video-takedown.queries.ts'

/** Hides a video until it is restored or purged, with its files. Answers whether it was there. */
export async function takeDownVideo(tx: Tx, id: string, now: Date): Promise<boolean> {
  const video = await lockOwnedVideo(tx, id)
  if (!video) return false
  await markRemoved(tx, id, now)
  // A bucket or a CDN would go on serving the files.
  if (video.visibility !== 'private') await requestMove(tx, video)
  await countVideos(tx, video.owner_id)
  return true
}

/** Answers false if it was not removed. */
export async function restoreVideo(tx: Tx, id: string): Promise<boolean> {
  const ownerId = await unmarkRemoved(tx, id)
  if (!ownerId) return false
  await countVideos(tx, ownerId)
  return true
}
