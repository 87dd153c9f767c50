import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, unlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { undefinedWhenMissing } from './file-system.ts'

interface Folders {
  folder: string
  temporaryFolder: string
}

/** One short text for each stored file that needs it, below a hidden folder under the same key. */
export class SideFiles {
  readonly folder: string
  readonly #temporaryFolder: string

  constructor({ folder, temporaryFolder }: Folders) {
    this.folder = folder
    this.#temporaryFolder = temporaryFolder
  }

  get(key: string): Promise<string | undefined> {
    return readFile(join(this.folder, key), 'utf8').catch(undefinedWhenMissing)
  }

  async set(key: string, text: string, { flush }: { flush: boolean }): Promise<void> {
    const path = join(this.folder, key)
    const temporary = join(this.#temporaryFolder, randomUUID())
    await mkdir(dirname(path), { recursive: true })
    await writeFile(temporary, text, { flush })
    await rename(temporary, path)
  }

  async remove(key: string): Promise<void> {
    await unlink(join(this.folder, key)).catch(undefinedWhenMissing)
  }
}
