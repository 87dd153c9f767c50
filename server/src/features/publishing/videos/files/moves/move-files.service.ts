import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../../../../context/context.ts'
import type { Db } from '../../../../../db/sql.ts'
import { enqueue } from '../../../../../jobs/define-job.ts'
import { secondsAfter, systemClock } from '../../../../../lib/clock.ts'
import type { Storage } from '../../../../../media/storage/storage.ts'
import { findVideo, lockVideo, type VideoRow } from '../../videos.queries.ts'
import { isOwnerHidden, setFolder } from '../video-files.queries.ts'
import { clearOldFolderJob } from './clear-old-folder.jobs.ts'
import { copyFiles, listNames } from './copy-files.ts'

const pauseMs = 200
/**
 * The delays after which the old folder is removed: once no server has it cached, and again later, because a storage
 * may list files late and a killed step may have left some.
 */
const clearAfterSeconds = [5, 600, 3 * 24 * 3600]

interface Move {
  videoId: string
  from: string
  to: string
}

/** The row refers to the old folder until all files are in the new one. */
export async function moveVideoFiles(context: Context, move: Move, signal: AbortSignal): Promise<void> {
  const { sql, storage } = context
  const { videoId, from, to } = move
  const copied = new Set(await listNames(storage, to))
  for (;;) {
    const video = await findVideo(sql, videoId)
    // An earlier run of this job was killed after it had finished the move.
    if (video?.folder === to) return
    // Deleted, shown again, or moved by another job.
    if (!(await isMoveNeeded(sql, video, from))) return storage.removeFolder(to)
    await copyFiles(storage, from, to, copied, signal)
    const isDone = await sql.begin((tx) => finishMove(tx, storage, move, copied))
    if (isDone) return
    // A storage may list a removed file for a while.
    await sleep(pauseMs, undefined, { signal })
  }
}

async function isMoveNeeded(db: Db, video: VideoRow | undefined, from: string): Promise<boolean> {
  if (video?.folder !== from) return false
  return video.visibility === 'private' || (await isOwnerHidden(db, video.id))
}

/** Locks the row, so that no other step adds files to the old folder. Returns false if there is more to copy. */
async function finishMove(
  tx: Db,
  storage: Storage,
  { videoId, from, to }: Move,
  copied: Set<string>,
): Promise<boolean> {
  if (!(await isMoveNeeded(tx, await lockVideo(tx, videoId), from))) return false
  const names = new Set(await listNames(storage, from))
  if ([...names].some((name) => !copied.has(name))) return false
  for (const name of copied) {
    // The file was removed from the old folder after it had been copied.
    if (!names.has(name)) await storage.remove(to + name)
  }
  await setFolder(tx, videoId, to)
  for (const seconds of clearAfterSeconds) {
    const runAt = secondsAfter(systemClock.now(), seconds)
    await enqueue(tx, clearOldFolderJob, { videoId, folder: from }, { runAt })
  }
  return true
}
