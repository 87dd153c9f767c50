import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../../../context/context.ts'
import type { Tx } from '../../../../db/sql.ts'
import { enqueue } from '../../../../jobs/define-job.ts'
import type { Logger } from '../../../../lib/logger.ts'
import { OutageError } from '../../../../lib/outage-error.ts'
import type { MediaFile } from '../../../../media/encode/stream-set.ts'
import { removeFolder } from '../../../core/files/files.jobs.ts'
import { type NewFile, storeFilesAndCommit } from '../../../core/files/files.service.ts'
import { findVideo, lockOwnVideo, lockVideo, type VideoRow } from '../videos.queries.ts'

/** Finished files of the scratch folder `from`, to be stored in `dir` below the folder of the video. */
interface FinishedFiles {
  files: Pick<MediaFile, 'name' | 'contentType'>[]
  from: string
  dir: string
  signal: AbortSignal
}

/** Stores finished files in the video's folder, and then calls `commit` with the row locked. */
export async function publishToVideo(
  context: Context,
  videoId: string,
  { files, from, dir, signal }: FinishedFiles,
  commit: (tx: Tx, video: VideoRow) => Promise<void>,
): Promise<void> {
  const put = (folder: string) => publishFiles(context, files, from, `${folder}/${dir}`, signal)
  await putIntoVideo(context, videoId, put, commit)
}

/**
 * Puts files into the video's folder and then calls `commit` with the row locked. If the video was moved to another
 * folder meanwhile, the files are removed from the old one and put into the new one.
 */
export async function putIntoVideo(
  { sql }: Context,
  videoId: string,
  put: (folder: string) => Promise<void>,
  commit: (tx: Tx, video: VideoRow) => Promise<void>,
): Promise<void> {
  const putAndCommit = async (folder: string) => {
    await put(folder)
    return sql.begin(async (tx) => {
      const video = await lockVideo(tx, videoId)
      if (video?.folder !== folder) return false
      await commit(tx, video)
      return true
    })
  }
  for (;;) {
    const video = await findVideo(sql, videoId)
    if (!video) return
    const [outcome] = await Promise.allSettled([putAndCommit(video.folder)])
    const isCurrent = (await findVideo(sql, videoId))?.folder === video.folder
    if (!isCurrent) await enqueue(sql, removeFolder, { folder: video.folder })
    if (outcome.status === 'fulfilled' && outcome.value) return
    if (outcome.status === 'rejected' && isCurrent) throw outcome.reason
  }
}

class FolderMovedError extends Error {}

/**
 * Stores files of the owner in a new subfolder of the video's folder, and again if the video was moved to another
 * folder meanwhile. Calls `commit` with the row locked.
 */
export async function storeInVideo(
  context: Context,
  place: { videoId: string; ownerId: string; folder: string },
  files: NewFile[],
  commit: (tx: Tx, video: VideoRow) => Promise<void>,
): Promise<void> {
  const { videoId, ownerId } = place
  for (;;) {
    const { folder } = await lockOwnVideo(context.sql, videoId, ownerId)
    try {
      return await storeFilesAndCommit(context, `${folder}/${place.folder}`, files, async (tx) => {
        const video = await lockOwnVideo(tx, videoId, ownerId)
        if (video.folder !== folder) throw new FolderMovedError()
        await commit(tx, video)
      })
    } catch (error) {
      if (!(error instanceof FolderMovedError)) throw error
    }
  }
}

/**
 * Stores finished files of the scratch folder. Waits while the storage is unavailable, so that hours of encoding are
 * not repeated.
 */
export async function publishFiles(
  { storage, log }: Context,
  files: Pick<MediaFile, 'name' | 'contentType'>[],
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<void> {
  for (const file of files)
    await retryOutages(
      () => storage.putFile(`${to}/${file.name}`, join(from, file.name), file.contentType, { link: true }),
      { signal, log },
    )
}

const firstPauseMs = 1000
const longestPauseMs = 30_000

async function retryOutages(
  work: () => Promise<void>,
  { signal, log }: { signal: AbortSignal; log: Logger },
): Promise<void> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof OutageError) || signal.aborted) throw error
      log.warn({ err: error, pauseMs }, 'waiting for the store')
      await sleep(pauseMs, undefined, { signal })
    }
  }
}
