import { rm } from 'node:fs/promises'
import { makeScratch } from '../lib/files/scratch.ts'
import type { Storage } from '../media/storage/storage.ts'
import { contentKey, getFileList, listBackups, readManifest, removeBackup } from './target.ts'

/** Keeps the newest complete backups and the files that they need. Interrupted backups are removed too. */
export async function removeOldBackups(target: Storage, keep: number, scratchDir: string): Promise<void> {
  const backups = await listBackups(target)
  const complete = backups.filter(({ isComplete }) => isComplete).map(({ id }) => id)
  const kept = complete.slice(-keep)
  for (const { id } of backups) if (!kept.includes(id)) await removeBackup(target, id)
  const needed = new Set<string>()
  for (const id of kept) {
    const scratch = await makeScratch(scratchDir)
    try {
      const files = await getFileList(target, await readManifest(target, id), scratch)
      for (const { sha256 } of files) needed.add(contentKey(sha256))
    } finally {
      await rm(scratch, { recursive: true, force: true })
    }
  }
  for (const key of await target.list('files')) if (!needed.has(key)) await target.remove(key)
}
