import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { contentTypeOf } from '../content-type.ts'
import { undefinedWhenMissing } from './file-system.ts'

/** A disk stores no content types. If the extension of a key does not imply its type, that is kept in a file here. */
export class ContentTypes {
  readonly #folder: string
  readonly #temporaryFolder: string

  constructor(folder: string, temporaryFolder: string) {
    this.#folder = folder
    this.#temporaryFolder = temporaryFolder
  }

  async get(key: string): Promise<string> {
    const kept = await readFile(join(this.#folder, key), 'utf8').catch(undefinedWhenMissing)
    return kept ?? contentTypeOf(key)
  }

  async set(key: string, contentType: string): Promise<void> {
    const path = join(this.#folder, key)
    if (contentType === contentTypeOf(key)) return rm(path, { force: true })
    const temporary = join(this.#temporaryFolder, randomUUID())
    await mkdir(dirname(path), { recursive: true })
    await writeFile(temporary, contentType, { flush: true })
    await rename(temporary, path)
  }
}
