import type { Readable } from 'node:stream'

export interface StoredFile {
  size: number
  /** A strong validator in quotes, ready for the ETag header. */
  etag: string
  lastModified: Date
  contentType: string
}

/** Both ends are included, as in an HTTP Range header. An end beyond the file is cut to its last byte. */
export interface ByteRange {
  start: number
  end: number
}

export interface PutFileOptions {
  /** The caller gives the local file up: it is renamed into place where that is possible, and gone after. */
  move?: boolean
  /** The stored file may be a hard link to the local one, which must not be written to any more. */
  link?: boolean
}

export interface DirectUrlOptions {
  expiresInSeconds: number
  downloadName?: string
  contentType?: string
  isPublic: boolean
}

/** Where media files live. Keys are checked by `assertKey` before anything else happens. */
export interface Storage {
  readonly kind: 'disk' | 's3'
  /** A reader sees the old file or the new one, never a part; without `move` the local file stays as it is. */
  putFile(key: string, localPath: string, contentType: string, options?: PutFileOptions): Promise<void>
  putBytes(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  stat(key: string): Promise<StoredFile | undefined>
  /** Throws StorageMissingError for a missing key, StorageRangeError when the range holds no byte. */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** Done by the store itself where possible. Throws StorageMissingError for a missing key. */
  copy(from: string, to: string): Promise<void>
  /** Throws StorageMissingError for a missing key. */
  download(key: string, localPath: string): Promise<void>
  remove(key: string): Promise<void>
  /** Removes everything below `prefix/`, and nothing else: `videos/1` leaves `videos/10/…` alone. */
  removeFolder(prefix: string): Promise<void>
  /** The keys below `prefix/` in order; an empty prefix lists all. */
  list(prefix: string): Promise<string[]>
  /** Disk only: the absolute path, so that ffmpeg can read in place and the server can serve fast. */
  localPath(key: string): string | undefined
  /** S3 only: a URL that a browser can fetch without the server. Nothing checks that the key exists. */
  directUrl(key: string, options: DirectUrlOptions): Promise<string | undefined>
  /** Disk only: what is left on the volume. */
  freeBytes(): Promise<number | undefined>
  /** Throws when storage does not answer within a few seconds. */
  check(): Promise<void>
  /** Removes what interrupted writes left behind (temporary files, open multipart uploads). */
  sweepTemporary(olderThanMs: number): Promise<void>
}

export interface StorageOptions {
  dir: string
  /** STORAGE_URL; see `parseStorageUrl`. Without it files live in `dir`. */
  url?: string
  /** MEDIA_PUBLIC_URL: where a CDN or a public bucket answers `<publicUrl>/<key>`. */
  publicUrl?: string
  /** S3 only: how long the server may send nothing before it counts as unavailable. */
  silentMs?: number
}

/** Each kind is loaded only when chosen: the AWS SDK alone would add a noticeable part of a second to a start. */
export async function createStorage({ dir, url, publicUrl, silentMs }: StorageOptions): Promise<Storage> {
  if (url) {
    const { createS3Storage } = await import('./s3-storage.ts')
    return createS3Storage(url, publicUrl, silentMs)
  }
  const { createDiskStorage } = await import('./disk-storage.ts')
  return createDiskStorage(dir)
}
