import type { Readable } from 'node:stream'

export interface StoredFile {
  size: number
  /** In quotes, as in the ETag header. */
  etag: string
  lastModified: Date
  contentType: string
}

/** Both ends are included, as in an HTTP Range header. The end may be beyond the end of the file. */
export interface ByteRange {
  start: number
  end: number
}

export interface PutFileOptions {
  /** Removes the local file. It is renamed into place if possible. */
  move?: boolean
  /** Allows a hard link to the local file, which must not be changed after this. */
  link?: boolean
  /** Notes no checksum, because the file is large and soon removed. */
  isTemporary?: boolean
}

/** S3 joins no smaller files, except for the last one, and at most 10,000. */
export const minJoinBytes = 5 * 1024 * 1024

export interface DirectUrlOptions {
  expiresInSeconds: number
  downloadName?: string
  contentType?: string
  isPublic: boolean
  /** For files that are not public. */
  cacheControl?: string
}

/** Stores media files on a disk or in an S3 bucket. Every method checks its keys with `assertKey` first. */
export interface Storage {
  readonly kind: 'disk' | 's3'
  /** Readers see the old file or the new one, never a part of it. Without `move` the local file is left as it is. */
  putFile(key: string, localPath: string, contentType: string, options?: PutFileOptions): Promise<void>
  putBytes(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  stat(key: string): Promise<StoredFile | undefined>
  /** The SHA-256 of the bytes that were put under this key. Joined and temporary files have none. */
  checksum(key: string): Promise<string | undefined>
  /** Notes the SHA-256 of a file that has none. Does nothing on S3, which would have to store the file again. */
  noteChecksum(key: string, sha256: string): Promise<void>
  /** Throws StorageMissingError for a missing key, and StorageRangeError for a range outside the file. */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** Copies within the store. Throws StorageMissingError for a missing key. */
  copy(from: string, to: string): Promise<void>
  /**
   * Makes one file of several within the store, in this order. All but the last have `minJoinBytes` or more. Throws
   * StorageMissingError if one is missing.
   */
  join(keys: string[], to: string, contentType: string): Promise<void>
  /** Throws StorageMissingError for a missing key. */
  download(key: string, localPath: string): Promise<void>
  remove(key: string): Promise<void>
  /** Removes everything below `prefix/`. `videos/1` does not affect `videos/10/…`. */
  removeFolder(prefix: string): Promise<void>
  /** The sorted keys below `prefix/`; all keys if the prefix is empty. */
  list(prefix: string): Promise<string[]>
  /** Only for a disk: the absolute path, with which ffmpeg can read the file in place. */
  localPath(key: string): string | undefined
  /** Only for S3: a URL with which a browser gets the file from the store. Does not check that the key exists. */
  directUrl(key: string, options: DirectUrlOptions): Promise<string | undefined>
  /** Only for a disk: the free space on its volume. */
  freeBytes(): Promise<number | undefined>
  /** Throws if the storage does not answer within a few seconds. */
  check(): Promise<void>
  /** Removes leftovers of interrupted writes: temporary files and open multipart uploads. */
  sweepTemporary(olderThanMs: number): Promise<void>
}
