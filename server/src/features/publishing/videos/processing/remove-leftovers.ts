import type { Context } from '../../../../context/context.ts'
import type { Storage } from '../../../../media/storage/storage.ts'
import { sourceFolder } from '../files/stored-files.ts'
import { deleteVideoBytes } from '../files/video-files.queries.ts'
import type { VideoRow } from '../videos.queries.ts'

/**
 * Removes streams and parts of earlier failed runs. Files of this run stay, because another job of the run may be
 * writing them.
 */
export async function removeLeftovers(
  { sql, storage }: Context,
  video: VideoRow,
  run: string,
): Promise<void> {
  for (const name of await namesIn(storage, video.folder)) {
    const isStreams = name.startsWith('first-') || name.startsWith('ladder-')
    if (!isStreams || name.endsWith(`-${run}`) || name === video.streams?.dir) continue
    await storage.removeFolder(`${video.folder}/${name}`)
    await deleteVideoBytes(sql, video.id, name)
  }
  const source = sourceFolder(video.source_key)
  for (const name of await namesIn(storage, source)) {
    if (!name.startsWith('parts-') || name === `parts-${run}`) continue
    await storage.removeFolder(`${source}/${name}`)
    await deleteVideoBytes(sql, video.id, `source/${name}`)
  }
}

/** The names of the files and folders in a folder. */
async function namesIn(storage: Storage, folder: string): Promise<Set<string>> {
  const keys = await storage.list(folder)
  return new Set(keys.map((key) => key.slice(folder.length + 1).split('/')[0] ?? ''))
}
