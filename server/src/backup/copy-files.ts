import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import type { Storage } from '../media/storage/storage.ts'
import { StorageMissingError } from '../media/storage/storage-errors.ts'
import { hashFile } from './hash-file.ts'
import type { FileEntry } from './manifest.ts'
import { contentKey } from './target.ts'

const maxConcurrentCopies = 4

/** Copies files of a store to a target. Files of an earlier backup that have not changed since are not read again. */
export class FileCopier {
  readonly copied = new Map<string, FileEntry>()
  /** The files and bytes that were sent to the target. */
  sent = { files: 0, bytes: 0 }
  readonly #storage: Storage
  readonly #target: Storage
  readonly #earlier: Map<string, FileEntry>
  readonly #scratch: string
  readonly #contents: Set<string>

  static async create(
    storage: Storage,
    target: Storage,
    earlier: FileEntry[],
    scratch: string,
  ): Promise<FileCopier> {
    return new FileCopier(storage, target, earlier, scratch, await target.list('files'))
  }

  private constructor(
    storage: Storage,
    target: Storage,
    earlier: FileEntry[],
    scratch: string,
    contents: string[],
  ) {
    this.#storage = storage
    this.#target = target
    this.#earlier = new Map(earlier.map((entry) => [entry.key, entry]))
    this.#scratch = scratch
    this.#contents = new Set(contents)
  }

  /** Skips files that were copied before or do not exist (any more). */
  async copy(keys: Iterable<string>): Promise<void> {
    const limit = pLimit(maxConcurrentCopies)
    const wanted = [...keys].filter((key) => !this.copied.has(key))
    await limit.map(wanted, async (key) => {
      const entry = await this.#copyOne(key)
      if (entry) this.copied.set(key, entry)
    })
  }

  async #copyOne(key: string): Promise<FileEntry | undefined> {
    const file = await this.#storage.stat(key)
    if (!file) return undefined
    const { contentType } = file
    const modifiedAt = file.lastModified.toISOString()
    const earlier = this.#earlier.get(key)
    if (
      earlier?.size === file.size &&
      earlier.modifiedAt === modifiedAt &&
      this.#contents.has(contentKey(earlier.sha256))
    )
      return { ...earlier, contentType }
    try {
      return { key, contentType, modifiedAt, ...(await this.#send(key)) }
    } catch (error) {
      if (error instanceof StorageMissingError || (error as NodeJS.ErrnoException).code === 'ENOENT')
        return undefined
      throw error
    }
  }

  async #send(key: string): Promise<{ size: number; sha256: string }> {
    const inPlace = this.#storage.localPath(key)
    const path = inPlace ?? join(this.#scratch, randomUUID())
    try {
      if (!inPlace) await this.#storage.download(key, path)
      const { size, sha256 } = await hashFile(path)
      const content = contentKey(sha256)
      if (!this.#contents.has(content)) {
        this.#contents.add(content)
        await this.#target.putFile(content, path, 'application/octet-stream')
        this.sent = { files: this.sent.files + 1, bytes: this.sent.bytes + size }
      }
      return { size, sha256 }
    } finally {
      if (!inPlace) await rm(path, { force: true })
    }
  }
}
