import type { Storage } from '../../../../../media/storage/storage.ts'
import { StorageMissingError } from '../../../../../media/storage/storage-errors.ts'

const maxConcurrentCopies = 4

/** The files of a folder, by the part of the key after the folder. */
export const listNames = async (storage: Storage, folder: string) =>
  (await storage.list(folder)).map((key) => key.slice(folder.length))

/** Copies the files whose names below the folder are not in `copied` yet, and adds them to it. */
export async function copyFiles(
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
  await Promise.all(Array.from({ length: maxConcurrentCopies }, copySome))
}

export async function copyIfPresent(storage: Storage, from: string, to: string): Promise<boolean> {
  try {
    await storage.copy(from, to)
    return true
  } catch (error) {
    if (error instanceof StorageMissingError) return false
    throw error
  }
}
