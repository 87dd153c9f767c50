import { setTimeout as sleep } from 'node:timers/promises'
import { t } from '@vireo/contract'
import type { Context } from '../../../../context/context.ts'
import type { Db } from '../../../../db/sql.ts'
import { defineJob, enqueue } from '../../../../jobs/define-job.ts'
import { secondsAfter, systemClock } from '../../../../lib/clock.ts'
import { newToken } from '../../../../lib/security/tokens.ts'
import type { Storage } from '../../../../media/storage/storage.ts'
import { StorageMissingError } from '../../../../media/storage/storage-errors.ts'
import { listCaptions } from '../captions/captions.view.ts'
import { findVideo, lockVideo, type VideoRow } from '../videos.queries.ts'
import { setFolder } from './video-files.queries.ts'

const copiesAtOnce = 4
const pauseMs = 200
/**
 * When the old folder is removed: once no server has it cached, and again later, because a storage may list files late
 * and a killed step may have left some.
 */
const clearAfterSeconds = [5, 600, 3 * 24 * 3600]

/**
 * Moves the files of a video that was made private to a folder with a secret name, because a bucket, a CDN or an address
 * that was signed earlier would still serve them. The row refers to the old folder until all files are in the new one.
 */
export const moveFiles = defineJob({
  name: 'videos:move-files',
  payload: t.object({ videoId: t.string(), from: t.string(), to: t.string() }),
  maxAttempts: 100,
  timeoutSeconds: 3600,
  handler: async (context: Context, { videoId, from, to }, { signal }) => {
    const { sql, storage } = context
    const copied = new Set(await listNames(storage, to))
    for (;;) {
      const video = await findVideo(sql, videoId)
      // An earlier run of this job was killed after it had finished the move.
      if (video?.folder === to) return
      // Deleted, public again, or moved by another job.
      if (!isWanted(video, from)) return storage.removeFolder(to)
      await copyFiles(storage, from, to, copied, signal)
      const isDone = await sql.begin((tx) => finishMove(tx, storage, videoId, from, to, copied))
      if (isDone) return
      // A storage may list a removed file for a while.
      await sleep(pauseMs, undefined, { signal })
    }
  },
})

/** Call it in the transaction that makes the video private. */
export async function requestMove(tx: Db, { id, folder }: VideoRow): Promise<void> {
  await enqueue(tx, moveFiles, { videoId: id, from: folder, to: `videos/${newToken()}` })
}

const isWanted = (video: VideoRow | undefined, from: string) =>
  video?.folder === from && video.visibility === 'private'

/** Copies the files whose names below the folder are not in `copied` yet, and adds them to it. */
async function copyFiles(
  storage: Storage,
  from: string,
  to: string,
  copied: Set<string>,
  signal: AbortSignal,
): Promise<void> {
  const waiting = (await listNames(storage, from)).filter((name) => !copied.has(name))
  async function copySome() {
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      signal.throwIfAborted()
      if (await copyIfPresent(storage, from + name, to + name)) copied.add(name)
    }
  }
  await Promise.all(Array.from({ length: copiesAtOnce }, copySome))
}

/** Locks the row, so that no other step adds files to the old folder. Returns false if there is more to copy. */
async function finishMove(
  tx: Db,
  storage: Storage,
  videoId: string,
  from: string,
  to: string,
  copied: Set<string>,
): Promise<boolean> {
  if (!isWanted(await lockVideo(tx, videoId), from)) return false
  const names = new Set(await listNames(storage, from))
  if ([...names].some((name) => !copied.has(name))) return false
  for (const name of copied) {
    // It was removed from the old folder after it had been copied.
    if (!names.has(name)) await storage.remove(to + name)
  }
  await setFolder(tx, videoId, to)
  for (const seconds of clearAfterSeconds) {
    const runAt = secondsAfter(systemClock.now(), seconds)
    await enqueue(tx, clearOldFolder, { videoId, folder: from }, { runAt })
  }
  return true
}

/** Removes the folder that a video moved out of. Files that the video needs and the move did not see are copied first. */
export const clearOldFolder = defineJob({
  name: 'videos:clear-old-folder',
  payload: t.object({ videoId: t.string(), folder: t.string() }),
  maxAttempts: 25,
  timeoutSeconds: 3600,
  handler: async ({ sql, storage }: Context, { videoId, folder }) => {
    let target: string | undefined
    for (;;) {
      const video = await findVideo(sql, videoId)
      if (video?.folder === target) break
      // The video was moved again or deleted in the meantime, and left behind what was just copied.
      if (target && video) await enqueue(sql, clearOldFolder, { videoId, folder: target })
      else if (target) await storage.removeFolder(target)
      if (!video) break
      target = video.folder
      await copyLateFiles(storage, folder, video)
    }
    await storage.removeFolder(folder)
  },
})

async function copyLateFiles(storage: Storage, from: string, video: VideoRow): Promise<void> {
  const there = new Set(await listNames(storage, video.folder))
  const needed = ['extras', video.streams?.dir, video.thumbnail_folder].map((name) => `/${name}/`)
  const captions = new Set(listCaptions(video).map(({ path }) => `/${path}`))
  // Not captions that the owner has removed since the video was moved.
  const isNeeded = (name: string) =>
    captions.has(name) ||
    (!name.startsWith('/extras/captions-') && needed.some((start) => name.startsWith(start)))
  const late = (await listNames(storage, from)).filter((name) => !there.has(name) && isNeeded(name))
  for (const name of late) await copyIfPresent(storage, from + name, video.folder + name)
}

/** Removes a subfolder of the video's folder, or one file in it, wherever that folder is when the job runs. */
export const removeSubfolder = defineJob({
  name: 'videos:remove-subfolder',
  payload: t.object({ videoId: t.string(), name: t.string() }),
  maxAttempts: 25,
  timeoutSeconds: 300,
  handler: async ({ sql, storage }: Context, { videoId, name }) => {
    let folder: string | undefined
    for (;;) {
      const video = await findVideo(sql, videoId)
      if (!video || video.folder === folder) return
      folder = video.folder
      await storage.removeFolder(`${folder}/${name}`)
      await storage.remove(`${folder}/${name}`)
    }
  },
})

/** The files of a folder, by the part of the key after the folder. */
const listNames = async (storage: Storage, folder: string) =>
  (await storage.list(folder)).map((key) => key.slice(folder.length))

async function copyIfPresent(storage: Storage, from: string, to: string): Promise<boolean> {
  try {
    await storage.copy(from, to)
    return true
  } catch (error) {
    if (error instanceof StorageMissingError) return false
    throw error
  }
}
