import { join } from 'node:path'
import type { Context } from '../../../../context/context.ts'
import { openScratch } from '../../../../lib/files/scratch.ts'
import type { Storage } from '../../../../media/storage/storage.ts'
import { claimForWork } from '../../../core/disk-space/disk-space.service.ts'

/** The folder of the source and of the parts that are made from it. Opens nothing. */
export const sourceFolder = (sourceKey: string) => sourceKey.slice(0, sourceKey.lastIndexOf('/'))

/** A stored file as a local path: in place on a disk, a copy in the scratch folder otherwise. */
export async function localCopy(storage: Storage, key: string, scratch: string): Promise<string> {
  const inPlace = storage.localPath(key)
  if (inPlace) return inPlace
  const copy = join(scratch, 'source')
  await storage.download(key, copy)
  return copy
}

interface LocalFile extends AsyncDisposable {
  path: string
  /** A folder for files that are made from it. */
  scratch: string
}

/**
 * A stored file for a step of processing, which writes about `factor` times its size into the scratch folder. The space
 * is claimed first, also for a copy of a file that is not on the local disk.
 */
export async function openStoredFile(
  context: Context,
  videoId: string,
  step: { name: string; key: string; factor: number },
): Promise<LocalFile> {
  const { storage, config } = context
  const size = (await storage.stat(step.key))?.size ?? 0
  const copies = storage.localPath(step.key) ? step.factor : step.factor + 1
  const bytes = Math.ceil(size * copies)
  await using opened = new AsyncDisposableStack()
  opened.use(await claimForWork(context, { id: `${step.name}:${videoId}`, videoId, bytes }))
  const { path: scratch } = opened.use(await openScratch(config.scratchDir))
  const path = await localCopy(storage, step.key, scratch)
  const kept = opened.move()
  return { path, scratch, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}
