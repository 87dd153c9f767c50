import { constants } from 'node:fs'
import { copyFile, link, open, utimes } from 'node:fs/promises'

/** Copied by the kernel, which shares the blocks if the file system supports that. */
export const copyWhole = (from: string, to: string) => copyFile(from, to, constants.COPYFILE_FICLONE)

/** Copies if the file is on another volume, or the file system has no hard links. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if (!hasCode(error, 'EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'ENOSYS')) throw error
    await copyWhole(from, to)
  }
}

/** The modification time of a stored file is when it was stored. */
export async function touch(path: string): Promise<void> {
  const now = new Date()
  await utimes(path, now, now)
}

/** Waits until a file or folder has reached the disk. */
export async function sync(path: string): Promise<void> {
  await using handle = await open(path)
  await handle.sync()
}

/** For a call that found nothing, or a folder where a file was expected, or the other way round. */
export function undefinedWhenMissing(error: unknown): undefined {
  if (!hasCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) throw error
}

export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
