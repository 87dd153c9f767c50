import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Context } from '../../context.ts'
import { makeScratch } from '../../lib/scratch.ts'
import { encodeSizes, makePlaceholder, withImage } from '../../media/images.ts'
import type { MediaFile } from '../../media/manifest.ts'
import type { Storage } from '../../media/storage/storage.ts'
import { findVideo, type VideoRow } from './videos.queries.ts'

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

const widths = [320, 640, 1280]

/** A thumbnail in the sizes and formats that pages use, cropped to 16:9, and its tiny placeholder. */
export function encodeThumbnail(path: string, maxBytes?: number) {
  const sizes = widths.map((width) => ({ name: String(width), width, height: (width / 16) * 9 }))
  return withImage(path, maxBytes ? { maxBytes } : {}, async (image) => {
    const encoded = await encodeSizes(image, sizes, ['webp', 'avif', 'jpeg'])
    const files = encoded.map((file) => ({ ...file, name: `${file.name}.${file.format}` }))
    return { files, placeholder: await makePlaceholder(image) }
  })
}
