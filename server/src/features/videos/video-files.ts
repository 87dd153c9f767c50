import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/sql.ts'
import { enqueue } from '../../jobs/define-job.ts'
import { makeScratch } from '../../lib/scratch.ts'
import { encodeSizes, type Image, makePlaceholder } from '../../media/images.ts'
import type { MediaFile } from '../../media/manifest.ts'
import type { Storage } from '../../media/storage/storage.ts'
import { removeFolder } from '../files/files.jobs.ts'
import { findVideo, lockVideo, type VideoRow } from './videos.queries.ts'

/** Work happens in a folder that is gone afterwards, whatever happens. */
export async function withScratch<T>({ config }: Context, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await makeScratch(config.scratchDir)
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Runs a step of the work on a video. One that was deleted meanwhile took its files along: that the step fails
 * for want of them is no failure, and what it has published since belongs to nobody.
 */
export async function unlessDeleted(
  { sql, storage }: Context,
  { id, folder }: VideoRow,
  step: () => Promise<void>,
): Promise<void> {
  const [outcome] = await Promise.allSettled([step()])
  if (!(await findVideo(sql, id))) await storage.removeFolder(folder)
  else if (outcome.status === 'rejected') throw outcome.reason
}

/** A stored file as a local path: in place on a disk, a copy in the scratch folder otherwise. */
export async function localCopy(storage: Storage, key: string, scratch: string): Promise<string> {
  const inPlace = storage.localPath(key)
  if (inPlace) return inPlace
  const copy = join(scratch, 'source')
  await storage.download(key, copy)
  return copy
}

/** Runs a step that reads the video's own files, and again when they moved away under it. */
export async function withVideoFiles(
  context: Context,
  videoId: string,
  step: (video: VideoRow) => Promise<void>,
): Promise<void> {
  for (;;) {
    const video = await findVideo(context.sql, videoId)
    if (!video) return
    try {
      return await unlessDeleted(context, video, () => step(video))
    } catch (error) {
      if ((await findVideo(context.sql, videoId))?.folder === video.folder) throw error
    }
  }
}

/**
 * Puts files into the video's folder and then lets `commit` name them, with the row locked. A video that is made
 * private gets another folder: what was put into the old one meanwhile is removed and put again.
 */
export async function publishToVideo(
  { sql }: Context,
  videoId: string,
  put: (folder: string) => Promise<void>,
  commit: (tx: Db) => Promise<void>,
): Promise<void> {
  const putAndCommit = async (folder: string) => {
    await put(folder)
    return sql.begin(async (tx) => {
      const isStill = (await lockVideo(tx, videoId))?.folder === folder
      if (isStill) await commit(tx)
      return isStill
    })
  }
  for (;;) {
    const video = await findVideo(sql, videoId)
    if (!video) return
    const [outcome] = await Promise.allSettled([putAndCommit(video.folder)])
    const isStill = (await findVideo(sql, videoId))?.folder === video.folder
    if (!isStill) await enqueue(sql, removeFolder, { folder: video.folder })
    if (outcome.status === 'fulfilled' && outcome.value) return
    if (outcome.status === 'rejected' && isStill) throw outcome.reason
  }
}

/** Puts finished files of the scratch folder, which keeps them until it goes, to where they are served. */
export async function publishFiles(
  storage: Storage,
  files: MediaFile[],
  from: string,
  to: string,
): Promise<void> {
  for (const file of files)
    await storage.putFile(`${to}/${file.name}`, join(from, file.name), file.contentType, { link: true })
}

const widths = [320, 640, 1280]

/** A thumbnail in the sizes and formats that pages use, cropped to 16:9, and its tiny placeholder. */
export async function publishThumbnail(storage: Storage, image: Image, folder: string): Promise<string> {
  const sizes = widths.map((width) => ({ name: String(width), width, height: (width / 16) * 9 }))
  for (const encoded of await encodeSizes(image, sizes, ['webp', 'avif', 'jpeg']))
    await storage.putBytes(`${folder}/${encoded.name}.${encoded.format}`, encoded.bytes, encoded.contentType)
  return makePlaceholder(image)
}
