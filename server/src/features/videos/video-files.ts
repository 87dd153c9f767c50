import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../../context.ts'
import { makeScratch } from '../../lib/scratch.ts'
import { encodeSizes, type Image, makePlaceholder } from '../../media/images.ts'
import type { MediaFile } from '../../media/manifest.ts'
import type { Storage } from '../../media/storage/storage.ts'
import { claimForWork } from '../room/room.service.ts'
import { deleteVideoBytes, findVideo, type VideoRow } from './videos.queries.ts'

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

/**
 * Room for a step of the work on a video, which reads `key` and writes about `factor` times as much; a file in a
 * store is copied here first.
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

/**
 * Removes the streams that failed runs left: those that the video does not name. A try of the same run writes to
 * the same names, which another job of it may just be doing.
 */
export async function removeLeftovers(
  { sql, storage }: Context,
  video: VideoRow,
  run: string,
): Promise<void> {
  const keys = await storage.list(video.folder)
  const names = new Set(keys.map((key) => key.slice(video.folder.length + 1).split('/')[0] ?? ''))
  for (const name of names) {
    const isStreams = name.startsWith('first-') || name.startsWith('ladder-')
    if (!isStreams || name.endsWith(`-${run}`) || name === video.streams?.dir) continue
    await storage.removeFolder(`${video.folder}/${name}`)
    await deleteVideoBytes(sql, video.id, name)
  }
}

/** A stored file as a local path: in place on a disk, a copy in the scratch folder otherwise. */
export async function localCopy(storage: Storage, key: string, scratch: string): Promise<string> {
  const inPlace = storage.localPath(key)
  if (inPlace) return inPlace
  const copy = join(scratch, 'source')
  await storage.download(key, copy)
  return copy
}

/** Moves finished files from the scratch folder to where they are served. */
export async function publishFiles(
  storage: Storage,
  files: MediaFile[],
  from: string,
  to: string,
): Promise<void> {
  for (const file of files)
    await storage.putFile(`${to}/${file.name}`, join(from, file.name), file.contentType, { move: true })
}

export const bytesOf = (files: MediaFile[]) => files.reduce((sum, { size }) => sum + size, 0)

const widths = [320, 640, 1280]

/** A thumbnail in the sizes and formats that pages use, cropped to 16:9, and its tiny placeholder. */
export async function publishThumbnail(storage: Storage, image: Image, folder: string): Promise<string> {
  const sizes = widths.map((width) => ({ name: String(width), width, height: (width / 16) * 9 }))
  for (const encoded of await encodeSizes(image, sizes, ['webp', 'avif', 'jpeg']))
    await storage.putBytes(`${folder}/${encoded.name}.${encoded.format}`, encoded.bytes, encoded.contentType)
  return makePlaceholder(image)
}
