import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../../../context/context.ts'
import type { Tx } from '../../../../db/sql.ts'
import { enqueue, enqueueAll } from '../../../../jobs/define-job.ts'
import type { Logger } from '../../../../lib/logger.ts'
import { OutageError } from '../../../../lib/outage-error.ts'
import type { MediaFile } from '../../../../media/encode/stream-set.ts'
import type { Storage } from '../../../../media/storage/storage.ts'
import { claimForWork } from '../../../core/disk-space/disk-space.service.ts'
import { removeFolder } from '../../../core/files/files.jobs.ts'
import { type NewFile, storeFilesAndCommit } from '../../../core/files/files.service.ts'
import { findVideo, lockOwnVideo, lockVideo, type VideoRow } from '../videos.queries.ts'

const checkEveryMs = 1000

/**
 * Runs a step of processing. If the video is deleted meanwhile, the step is aborted, its failure is ignored, and what it
 * has published is removed.
 */
export async function runUnlessDeleted(
  context: Context,
  { id, folder, source_key }: VideoRow,
  signal: AbortSignal,
  step: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const { sql } = context
  const deleted = new AbortController()
  const abortIfDeleted = async () => {
    if (!(await findVideo(sql, id))) deleted.abort(new Error('The video was deleted'))
  }
  // A failed check is repeated a second later.
  const timer = setInterval(() => abortIfDeleted().catch(() => {}), checkEveryMs)
  const [outcome] = await Promise.allSettled([step(AbortSignal.any([signal, deleted.signal]))])
  clearInterval(timer)
  if (!(await findVideo(sql, id)))
    await enqueueAll(sql, removeFolder, [{ folder }, { folder: sourceFolder(source_key) }])
  else if (outcome.status === 'rejected') throw outcome.reason
}

/**
 * Claims space for a step of processing, which reads `key` and writes about `factor` times its size. A file that is not
 * on the local disk is copied there first.
 */
export async function claimForStep(
  context: Context,
  video: VideoRow,
  step: { name: string; key: string; factor: number },
): Promise<AsyncDisposable> {
  const size = (await context.storage.stat(step.key))?.size ?? 0
  const copies = context.storage.localPath(step.key) ? step.factor : step.factor + 1
  const bytes = Math.ceil(size * copies)
  return claimForWork(context, { id: `${step.name}:${video.id}`, videoId: video.id, bytes })
}

/** Of the source and of the parts that are made of it. */
export const sourceFolder = (sourceKey: string) => sourceKey.slice(0, sourceKey.lastIndexOf('/'))

/** A stored file as a local path: in place on a disk, a copy in the scratch folder otherwise. */
export async function localCopy(storage: Storage, key: string, scratch: string): Promise<string> {
  const inPlace = storage.localPath(key)
  if (inPlace) return inPlace
  const copy = join(scratch, 'source')
  await storage.download(key, copy)
  return copy
}

/** Runs a step that reads the video's files, and repeats it when they were moved while it ran. */
export async function withVideoFiles(
  context: Context,
  videoId: string,
  signal: AbortSignal,
  step: (video: VideoRow, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  for (;;) {
    const video = await findVideo(context.sql, videoId)
    if (!video) return
    try {
      return await runUnlessDeleted(context, video, signal, (stepSignal) => step(video, stepSignal))
    } catch (error) {
      if ((await findVideo(context.sql, videoId))?.folder === video.folder) throw error
    }
  }
}

/**
 * Puts files into the video's folder and then calls `commit` with the row locked. If the video was moved to another
 * folder meanwhile, the files are removed from the old one and put into the new one.
 */
export async function publishToVideo(
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
 * Stores files of the owner in a new folder within the video's, and again if the video was moved to another folder
 * meanwhile. Calls `commit` with the row locked.
 */
export async function storeInVideo(
  context: Context,
  place: { videoId: string; ownerId: string; folder: string },
  files: NewFile[],
  commit: (tx: Tx, video: VideoRow) => Promise<void>,
): Promise<void> {
  const { videoId, ownerId } = place
  const { folder } = await lockOwnVideo(context.sql, videoId, ownerId)
  try {
    await storeFilesAndCommit(context, `${folder}/${place.folder}`, files, async (tx) => {
      const video = await lockOwnVideo(tx, videoId, ownerId)
      if (video.folder !== folder) throw new FolderMovedError()
      await commit(tx, video)
    })
  } catch (error) {
    if (!(error instanceof FolderMovedError)) throw error
    await storeInVideo(context, place, files, commit)
  }
}

/**
 * Stores finished files of the scratch folder. Waits while the storage is unavailable, so that hours of encoding are not
 * repeated.
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

export const bytesOf = (files: MediaFile[]) => files.reduce((sum, { size }) => sum + size, 0)
