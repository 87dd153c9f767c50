import type { Tx } from '../../../../db/sql.ts'
import { requestMove } from '../files/moves/move-files.jobs.ts'
import { countVideos } from '../videos.queries.ts'
import { lockOwnedVideo, markVideoTakenDown, unmarkVideoTakenDown } from './take-down.queries.ts'

/** Hides a video and its files until it is restored or purged. Returns false if it does not exist. */
export async function takeDownVideo(tx: Tx, id: string, now: Date): Promise<boolean> {
  const video = await lockOwnedVideo(tx, id)
  if (!video) return false
  await markVideoTakenDown(tx, id, now)
  // Otherwise a bucket or a CDN would still serve the files.
  if (video.visibility !== 'private') await requestMove(tx, video)
  await countVideos(tx, video.owner_id)
  return true
}

/** Returns false if the video was not removed. */
export async function restoreVideo(tx: Tx, id: string): Promise<boolean> {
  const ownerId = await unmarkVideoTakenDown(tx, id)
  if (!ownerId) return false
  await countVideos(tx, ownerId)
  return true
}
