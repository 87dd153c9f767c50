import { link, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { newToken } from '../security/tokens.ts'

/** The free bytes on the disk of a folder. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Whether a write failed because the disk or the disk quota of this user is full. */
export const isDiskFull = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

/**
 * An id for the disk of a folder. It is stored in the folder, so that all processes that share the folder get the same
 * id, on any machine and in any container.
 */
export async function diskIdOf(folder: string): Promise<string> {
  const path = join(folder, 'disk-id')
  const known = await readFile(path, 'utf8').catch(() => undefined)
  if (known) return known
  const draft = join(folder, `disk-id.${newToken()}`)
  await writeFile(draft, newToken())
  // Of two processes at the same time only one creates it, and both read its id.
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft, { force: true })
  return readFile(path, 'utf8')
}
