import { randomUUID } from 'node:crypto'
import { constants, createWriteStream } from 'node:fs'
import {
  access,
  lstat,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  statfs,
  unlink,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { withDeadline } from '../deadline.ts'
import type { ByteRange, PutFileOptions, Storage, StoredFile } from '../storage.ts'
import { StorageMissingError, StorageRangeError } from '../storage-errors.ts'
import { assertKey, assertRange, isKey } from '../storage-key.ts'
import { ContentTypes } from './content-types.ts'
import { copyWhole, hasCode, linkOrCopy, sync, touch, undefinedWhenMissing } from './file-system.ts'

// The default of 64 kB would need eight times as many system calls.
const readChunkBytes = 512 * 1024

// Neither can be a key, because no segment of a key starts with a dot.
const temporaryName = '.tmp'
const typesName = '.types'
const checkMs = 5000
const sweepAfterMs = 24 * 60 * 60 * 1000

export async function createDiskStorage(dir: string): Promise<Storage> {
  const storage = new DiskStorage(resolve(dir))
  await mkdir(storage.temporaryFolder, { recursive: true })
  await storage.sweepTemporary(sweepAfterMs)
  return storage
}

class DiskStorage implements Storage {
  readonly kind = 'disk'
  readonly dir: string
  readonly temporaryFolder: string
  readonly #types: ContentTypes

  constructor(dir: string) {
    this.dir = dir
    this.temporaryFolder = join(dir, temporaryName)
    this.#types = new ContentTypes(join(dir, typesName), this.temporaryFolder)
  }

  async putFile(key: string, localPath: string, contentType: string, options?: PutFileOptions) {
    assertKey(key)
    if (options?.move && (await this.#moveIn(key, localPath, contentType))) return
    await this.#putThroughTemporary(key, contentType, async (temporary) => {
      if (!options?.link) return copyWhole(localPath, temporary)
      await linkOrCopy(localPath, temporary)
      await touch(temporary)
    })
    if (options?.move) await rm(localPath, { force: true })
  }

  async putBytes(key: string, bytes: Uint8Array, contentType: string) {
    assertKey(key)
    await this.#putThroughTemporary(key, contentType, (temporary) => writeFile(temporary, bytes))
  }

  async stat(key: string): Promise<StoredFile | undefined> {
    const path = this.localPath(key)
    const stats = await stat(path, { bigint: true }).catch(undefinedWhenMissing)
    if (!stats?.isFile()) return undefined
    return {
      size: Number(stats.size),
      // Every put creates a new inode, so the etag changes even if size and time do not.
      etag: `"${[stats.ino, stats.mtimeNs, stats.size].map((part) => part.toString(36)).join('-')}"`,
      lastModified: stats.mtime,
      contentType: await this.#types.get(key),
    }
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    const path = this.localPath(key)
    if (range) assertRange(key, range)
    const handle = await open(path).catch(undefinedWhenMissing)
    if (!handle) throw new StorageMissingError(key)
    try {
      const stats = await handle.stat()
      if (!stats.isFile()) throw new StorageMissingError(key)
      if (range && range.start >= stats.size) throw new StorageRangeError(key)
      return handle.createReadStream({ ...range, highWaterMark: readChunkBytes })
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  async download(key: string, localPath: string) {
    const path = this.localPath(key)
    // Checked first, because a missing target folder fails with ENOENT as well.
    if (!(await this.stat(key))) throw new StorageMissingError(key)
    await copyWhole(path, localPath)
  }

  async copy(from: string, to: string) {
    const path = this.localPath(from)
    assertKey(to)
    if (!(await this.stat(from))) throw new StorageMissingError(from)
    // Stored files are never changed, so a hard link is as good as a copy.
    await this.#putThroughTemporary(to, await this.#types.get(from), (temporary) =>
      linkOrCopy(path, temporary),
    )
  }

  async join(keys: string[], to: string, contentType: string) {
    assertKey(to)
    await this.#putThroughTemporary(to, contentType, async (temporary) => {
      for (const key of keys)
        await pipeline(await this.read(key), createWriteStream(temporary, { flags: 'a' }))
    })
  }

  async remove(key: string) {
    assertKey(key)
    // A bucket has no folders: it would not remove one in place of a file, nor a file in place of a folder.
    for (const path of [join(this.dir, key), join(this.dir, typesName, key)])
      await unlink(path).catch(undefinedWhenMissing)
  }

  async removeFolder(prefix: string) {
    assertKey(prefix)
    // With the slash at the end, a file of that name is not removed, as in a bucket.
    for (const folder of [join(this.dir, prefix), join(this.dir, typesName, prefix)]) {
      // With retries, because a file may be added while the folder is being removed.
      const options = { recursive: true, force: true, maxRetries: 5, retryDelay: 20 }
      await rm(`${folder}/`, options).catch(undefinedWhenMissing)
    }
  }

  async list(prefix: string): Promise<string[]> {
    if (prefix !== '') assertKey(prefix)
    const folder = join(this.dir, prefix)
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
      undefinedWhenMissing,
    )
    return (entries ?? [])
      .filter((entry) => entry.isFile())
      .map((entry) => relative(this.dir, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
      .filter(isKey)
      .sort()
  }

  localPath(key: string): string {
    assertKey(key)
    return join(this.dir, key)
  }

  async directUrl(key: string) {
    assertKey(key)
    return undefined
  }

  async freeBytes() {
    const { bavail, bsize } = await statfs(this.dir)
    return bavail * bsize
  }

  async check() {
    // This folder is created at the start, so its absence also shows that the volume is no longer mounted.
    await withDeadline(checkMs, `Storage folder ${this.dir} does not answer`, () =>
      access(this.temporaryFolder, constants.R_OK | constants.W_OK),
    )
  }

  async sweepTemporary(olderThanMs: number) {
    const newest = Date.now() - olderThanMs
    for (const name of await readdir(this.temporaryFolder)) {
      const path = join(this.temporaryFolder, name)
      const stats = await stat(path).catch(undefinedWhenMissing)
      if (stats && stats.mtimeMs <= newest) await rm(path, { force: true, recursive: true })
    }
  }

  /** False if the file must be copied: it is on another volume, is a symlink, or has other hard links. */
  async #moveIn(key: string, localPath: string, contentType: string): Promise<boolean> {
    const stats = await lstat(localPath)
    if (!stats.isFile() || stats.nlink > 1) return false
    try {
      await touch(localPath)
      await this.#commit(localPath, key, contentType)
      return true
    } catch (error) {
      if (hasCode(error, 'EXDEV')) return false
      throw error
    }
  }

  async #putThroughTemporary(key: string, contentType: string, write: (temporary: string) => Promise<void>) {
    const temporary = join(this.temporaryFolder, randomUUID())
    try {
      await write(temporary)
      await this.#commit(temporary, key, contentType)
    } finally {
      await rm(temporary, { force: true })
    }
  }

  /** Syncs before the rename, so that even a power cut cannot leave half a file under the final name. */
  async #commit(source: string, key: string, contentType: string) {
    const path = join(this.dir, key)
    await mkdir(dirname(path), { recursive: true })
    await sync(source)
    await this.#types.set(key, contentType)
    await rename(source, path)
    await sync(dirname(path))
  }
}
