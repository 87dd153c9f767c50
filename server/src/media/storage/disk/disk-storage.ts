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
import { hashFile } from '../../../lib/files/hash-file.ts'
import { contentTypeOf } from '../content-type.ts'
import { withDeadline } from '../deadline.ts'
import type { ByteRange, PutFileOptions, Storage, StoredFile } from '../storage.ts'
import { StorageMissingError, StorageRangeError } from '../storage-errors.ts'
import { assertKey, assertRange, isKey } from '../storage-key.ts'
import { copyWhole, hasCode, linkOrCopy, sync, touch, undefinedWhenMissing } from './file-system.ts'
import { SideFiles } from './side-files.ts'

// The default of 64 kB would need eight times as many system calls.
const readChunkBytes = 512 * 1024

// None of them can be a key, because no segment of a key starts with a dot.
const temporaryName = '.tmp'
const typesName = '.types'
const checksumsName = '.checksums'
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
  /** A disk stores no content types. Here are those that the extension of the key does not imply. */
  readonly #types: SideFiles
  readonly #checksums: SideFiles

  constructor(dir: string) {
    this.dir = dir
    this.temporaryFolder = join(dir, temporaryName)
    const { temporaryFolder } = this
    this.#types = new SideFiles({ folder: join(dir, typesName), temporaryFolder })
    this.#checksums = new SideFiles({ folder: join(dir, checksumsName), temporaryFolder })
  }

  async putFile(key: string, localPath: string, contentType: string, options?: PutFileOptions) {
    assertKey(key)
    if (options?.move && (await this.#moveIn(key, localPath, contentType, options))) return
    await this.#putThroughTemporary(key, contentType, async (temporary) => {
      if (options?.link) {
        await linkOrCopy(localPath, temporary)
        await touch(temporary)
      } else await copyWhole(localPath, temporary)
      return checksumFor(temporary, options)
    })
    if (options?.move) await rm(localPath, { force: true })
  }

  async putBytes(key: string, bytes: Uint8Array, contentType: string) {
    assertKey(key)
    await this.#putThroughTemporary(key, contentType, async (temporary) => {
      await writeFile(temporary, bytes)
      return checksumFor(temporary)
    })
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
      contentType: await this.#contentTypeOf(key),
    }
  }

  async checksum(key: string) {
    assertKey(key)
    // It is not flushed to the disk, so it may be empty after a power cut.
    return (await this.#checksums.get(key)) || undefined
  }

  async noteChecksum(key: string, sha256: string) {
    assertKey(key)
    await this.#checksums.set(key, sha256, { flush: false })
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
    await this.#putThroughTemporary(to, await this.#contentTypeOf(from), async (temporary) => {
      await linkOrCopy(path, temporary)
      return this.checksum(from)
    })
  }

  async join(keys: string[], to: string, contentType: string) {
    assertKey(to)
    await this.#putThroughTemporary(to, contentType, async (temporary) => {
      for (const key of keys)
        await pipeline(await this.read(key), createWriteStream(temporary, { flags: 'a' }))
      return undefined
    })
  }

  async remove(key: string) {
    assertKey(key)
    // A bucket has no folders: it would not remove one in place of a file, nor a file in place of a folder.
    await unlink(join(this.dir, key)).catch(undefinedWhenMissing)
    await this.#types.remove(key)
    await this.#checksums.remove(key)
  }

  async removeFolder(prefix: string) {
    assertKey(prefix)
    // With the slash at the end, a file of that name is not removed, as in a bucket.
    // With retries, because a file may be added while the folder is being removed.
    const options = { recursive: true, force: true, maxRetries: 5, retryDelay: 20 }
    for (const folder of [this.dir, this.#types.folder, this.#checksums.folder])
      await rm(`${join(folder, prefix)}/`, options).catch(undefinedWhenMissing)
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
  async #moveIn(
    key: string,
    localPath: string,
    contentType: string,
    options: PutFileOptions,
  ): Promise<boolean> {
    const stats = await lstat(localPath)
    if (!stats.isFile() || stats.nlink > 1) return false
    try {
      await touch(localPath)
      await this.#commit(localPath, key, contentType, await checksumFor(localPath, options))
      return true
    } catch (error) {
      if (hasCode(error, 'EXDEV')) return false
      throw error
    }
  }

  /** `write` returns the checksum of what it wrote, if one is kept. */
  async #putThroughTemporary(
    key: string,
    contentType: string,
    write: (temporary: string) => Promise<string | undefined>,
  ) {
    const temporary = join(this.temporaryFolder, randomUUID())
    try {
      const sha256 = await write(temporary)
      await this.#commit(temporary, key, contentType, sha256)
    } finally {
      await rm(temporary, { force: true })
    }
  }

  /** Syncs before the rename, so that even a power cut cannot leave half a file under the final name. */
  async #commit(source: string, key: string, contentType: string, sha256: string | undefined) {
    const path = join(this.dir, key)
    await mkdir(dirname(path), { recursive: true })
    await sync(source)
    if (contentType === contentTypeOf(key)) await this.#types.remove(key)
    else await this.#types.set(key, contentType, { flush: true })
    // A file without a checksum is harmless if this is interrupted; one with that of its predecessor looks damaged.
    await this.#checksums.remove(key)
    await rename(source, path)
    await sync(dirname(path))
    if (sha256) await this.noteChecksum(key, sha256)
  }

  async #contentTypeOf(key: string): Promise<string> {
    return (await this.#types.get(key)) ?? contentTypeOf(key)
  }
}

async function checksumFor(path: string, options?: PutFileOptions): Promise<string | undefined> {
  return options?.isTemporary ? undefined : (await hashFile(path)).sha256
}
