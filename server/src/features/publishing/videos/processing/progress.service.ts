import type { Context } from '../../../../context/context.ts'
import type { Db, Tx } from '../../../../db/sql.ts'
import { type CatchUp, type PersonalEvent, sendEvents } from '../../../../http/events.ts'
import { announceToSubscribers, notify } from '../../../people/notify/notify.service.ts'
import { findVideo, listProgress, markAnnounced, type ProgressRow } from '../videos.queries.ts'
import { toVideoProgress } from '../videos.view.ts'

const progressOf = (row: ProgressRow): PersonalEvent<'video-progress'> => ({
  name: 'video-progress',
  about: row.id,
  data: toVideoProgress(row),
})

/** Sends the state of a video to the open pages of its owner. */
export async function sendProgress(db: Db, videoId: string): Promise<void> {
  const row = await findVideo(db, videoId)
  if (row) await sendProgressEvents(db, [row])
}

export async function sendProgressEvents(
  db: Db,
  rows: (ProgressRow & { owner_id: string })[],
): Promise<void> {
  await sendEvents(
    db,
    rows.map((row) => ({ userId: row.owner_id, event: progressOf(row) })),
  )
}

/** The states of the person's videos that are unfinished or have changed since. */
export const catchUpOnVideos: CatchUp = async ({ sql }, viewerId, since) =>
  (await listProgress(sql, viewerId, since)).map(progressOf)

/** Call it whenever a video may have become public and playable: subscribers are notified once. */
export async function announceOnce(tx: Tx, videoId: string, now: Date): Promise<void> {
  if (await markAnnounced(tx, videoId, now)) await announceToSubscribers(tx, 'video', videoId)
}

/** Notifies the owner that a video is ready, or that it failed. */
export async function notifyOutcome(tx: Tx, videoId: string, now: Date): Promise<void> {
  await sendProgress(tx, videoId)
  const video = await findVideo(tx, videoId)
  const subject = { kind: 'video', id: videoId } as const
  if (video) await notify(tx, { userId: video.owner_id, kind: 'processing', subject }, now)
}

const reportEveryMs = 1000

/** Saves the percentage at most once a second, and sends it to the owner. */
export function reportProgress(
  { sql, log }: Context,
  videoId: string,
  save: (percent: number) => Promise<unknown>,
) {
  let lastAt = 0
  return (percent: number) => {
    if (percent >= 100 || Date.now() - lastAt < reportEveryMs) return
    lastAt = Date.now()
    save(percent)
      .then(() => sendProgress(sql, videoId))
      .catch((error: unknown) => log.warn({ err: error }, 'could not report progress'))
  }
}
