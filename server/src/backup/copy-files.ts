import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { hashFile } from '../lib/files/hash-file.ts'
import type { Storage } from '../media/storage/storage.ts'
import { StorageMissingError } from '../media/storage/storage-errors.ts'
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
  /** What the target has. */
  readonly #contents: Set<string>
  /** What is being sent to it, so that files with the same content are sent once. */
  readonly #sending = new Map<string, Promise<void>>()

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
      const isMissing =
        error instanceof StorageMissingError || (error as NodeJS.ErrnoException).code === 'ENOENT'
      // A folder of the target may be missing as well, which must not look like a file that was removed.
      if (isMissing && !(await this.#storage.stat(key))) return undefined
      throw error
    }
  }

  async #send(key: string): Promise<{ size: number; sha256: string }> {
    const inPlace = this.#storage.localPath(key)
    const path = inPlace ?? join(this.#scratch, randomUUID())
    try {
      if (!inPlace) await this.#storage.download(key, path)
      const { size, sha256 } = await hashFile(path)
      await this.#put(contentKey(sha256), path, size)
      return { size, sha256 }
    } finally {
      if (!inPlace) await rm(path, { force: true })
    }
  }

  /** Returns when the target has the bytes. If another file with these bytes disappears meanwhile, this one is sent. */
  async #put(content: string, path: string, size: number): Promise<void> {
    while (!this.#contents.has(content)) {
      const other = this.#sending.get(content)
      if (other) {
        await other.catch(() => {})
        continue
      }
      const sending = this.#target.putFile(content, path, 'application/octet-stream')
      this.#sending.set(content, sending)
      try {
        await sending
      } finally {
        this.#sending.delete(content)
      }
      this.#contents.add(content)
      this.sent = { files: this.sent.files + 1, bytes: this.sent.bytes + size }
    }
  }

  /**
   * Looks in the target for the bytes of these files. Those that are absent or wrong count as not copied, and their
   * keys are returned.
   */
  async recheck(files: FileEntry[]): Promise<string[]> {
    const byContent = Map.groupBy(files, ({ sha256 }) => sha256)
    const wrong = await pLimit(maxConcurrentCopies).map([...byContent.values()], async (entries) => {
      const [{ sha256, size } = { sha256: '', size: 0 }] = entries
      const content = contentKey(sha256)
      const stored = await this.#target.stat(content)
      const noted = stored && (await this.#target.checksum(content))
      if (stored?.size === size && (noted === undefined || noted === sha256)) return []
      this.#contents.delete(content)
      for (const { key } of entries) this.copied.delete(key)
      return entries.map(({ key }) => key)
    })
    return wrong.flat()
  }
}
