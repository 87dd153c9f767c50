import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** A hash of files and folders of the repository, without their tests, for caches that are made from them. */
export async function hashSources(paths: string[], also = ''): Promise<string> {
  const hash = createHash('sha256').update(also)
  for (const path of paths)
    for (const file of await listFiles(path)) hash.update(file).update(await readFile(join(root, file)))
  return hash.digest('hex').slice(0, 16)
}

async function listFiles(path: string): Promise<string[]> {
  if (/\.\w+$/.test(path)) return [path]
  const names = await readdir(join(root, path), { recursive: true })
  return names
    .filter((name) => /\.\w+$/.test(name) && !name.includes('.test.'))
    .sort()
    .map((name) => join(path, name))
}
