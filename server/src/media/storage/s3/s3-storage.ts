import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  CopyObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  type ListObjectsV2CommandOutput,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3'
import { S3Driver } from 'flydrive/drivers/s3'
import { cachePrivately, cacheWhilePublic } from '../cache-control.ts'
import { attachmentNamed } from '../content-disposition.ts'
import { withDeadline } from '../deadline.ts'
import {
  type ByteRange,
  type DirectUrlOptions,
  minJoinBytes,
  type PutFileOptions,
  type Storage,
  type StoredFile,
} from '../storage.ts'
import { StorageMissingError, StorageRangeError } from '../storage-errors.ts'
import { assertKey, assertRange, isKey } from '../storage-key.ts'
import { parseStorageUrl, type S3Settings } from '../storage-url.ts'
import {
  createS3Client,
  defaultSilentMs,
  deleteObjectsCommand,
  isNotFound,
  isOutOfRange,
  slowAnswer,
} from './s3-client.ts'
import { abortOldUploads, copyInParts, copyLimit, joinCopies, uploadFile } from './s3-multipart.ts'
import { failWhenSilent } from './s3-outage.ts'

const checkMs = 5000
/** S3 copies at most 5 GB in one request. Files that are larger than this are copied in parts of this size. */
const maxCopyBytes = 1024 * 1024 * 1024

/** Sends no request yet: if the store is down, `check` fails, but the server starts. */
export function createS3Storage(url: string, publicUrl?: string, silentMs = defaultSilentMs): Storage {
  return new S3Storage(parseStorageUrl(url), publicUrl?.replace(/\/+$/, ''), silentMs)
}

class S3Storage implements Storage {
  readonly kind = 's3'
  readonly #settings: S3Settings
  readonly #publicUrl: string | undefined
  readonly #silentMs: number
  readonly #client: S3Client
  readonly #driver: S3Driver

  constructor(settings: S3Settings, publicUrl: string | undefined, silentMs: number) {
    this.#settings = settings
    this.#publicUrl = publicUrl
    this.#silentMs = silentMs
    this.#client = createS3Client(settings, silentMs)
    this.#driver = new S3Driver({
      client: this.#client,
      bucket: settings.bucket,
      visibility: 'private',
      supportsACL: false,
    })
  }

  async putFile(key: string, localPath: string, contentType: string, options?: PutFileOptions) {
    const target = { Bucket: this.#settings.bucket, Key: this.#objectKey(key) }
    await uploadFile(this.#client, target, contentType, localPath)
    if (options?.move) await rm(localPath, { force: true })
  }

  async putBytes(key: string, bytes: Uint8Array, contentType: string) {
    await this.#driver.put(this.#objectKey(key), bytes, { contentType, cacheControl: cacheWhilePublic })
  }

  async stat(key: string): Promise<StoredFile | undefined> {
    try {
      const found = await this.#driver.getMetaData(this.#objectKey(key))
      return {
        size: found.contentLength,
        etag: found.etag,
        lastModified: found.lastModified,
        contentType: found.contentType ?? 'application/octet-stream',
      }
    } catch (error) {
      if (isNotFound(error)) return undefined
      throw error
    }
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    const Key = this.#objectKey(key)
    if (range) assertRange(key, range)
    const Range = range && `bytes=${range.start}-${range.end}`
    try {
      // Not flydrive's getStream, which has no ranges.
      const { Body } = await this.#client.send(
        new GetObjectCommand({ Bucket: this.#settings.bucket, Key, Range }),
      )
      return failWhenSilent(Body as Readable, this.#silentMs)
    } catch (error) {
      if (isNotFound(error)) throw new StorageMissingError(key, { cause: error })
      if (isOutOfRange(error)) throw new StorageRangeError(key, { cause: error })
      throw error
    }
  }

  async copy(from: string, to: string) {
    const file = await this.stat(from)
    if (!file) throw new StorageMissingError(from)
    const { bucket } = this.#settings
    const target = { Bucket: bucket, Key: this.#objectKey(to) }
    const CopySource = `${bucket}/${this.#objectKey(from)}`
    try {
      if (file.size > maxCopyBytes) {
        const source = { from: CopySource, size: file.size, partBytes: maxCopyBytes }
        return await copyInParts(this.#client, target, file.contentType, source)
      }
      await this.#client.send(new CopyObjectCommand({ ...target, CopySource }), copyLimit(file.size))
    } catch (error) {
      if (isNotFound(error)) throw new StorageMissingError(from, { cause: error })
      throw error
    }
  }

  async join(keys: string[], to: string, contentType: string) {
    const { bucket } = this.#settings
    const target = { Bucket: bucket, Key: this.#objectKey(to) }
    const sources = keys.map((key) => ({ CopySource: `${bucket}/${this.#objectKey(key)}` }))
    try {
      await joinCopies(this.#client, target, contentType, { sources, partBytes: minJoinBytes })
    } catch (error) {
      if (isNotFound(error)) throw new StorageMissingError(keys.join(', '), { cause: error })
      throw error
    }
  }

  async download(key: string, localPath: string) {
    const source = await this.read(key)
    try {
      await pipeline(source, createWriteStream(localPath))
    } catch (error) {
      await rm(localPath, { force: true })
      throw error
    }
  }

  async remove(key: string) {
    await this.#driver.delete(this.#objectKey(key)).catch((error: unknown) => {
      if (!isNotFound(error)) throw error
    })
  }

  async removeFolder(prefix: string) {
    // Not flydrive's deleteAll, which ignores errors in a successful answer.
    for await (const page of this.#pagesBelow(`${this.#objectKey(prefix)}/`)) {
      const Objects = (page.Contents ?? []).map(({ Key }) => ({ Key }))
      if (Objects.length === 0) continue
      const { Errors = [] } = await this.#client.send(
        deleteObjectsCommand({ Bucket: this.#settings.bucket, Delete: { Objects, Quiet: true } }),
        slowAnswer,
      )
      const [first] = Errors
      if (first) throw new Error(`${Errors.length} files were not removed, first ${first.Key}: ${first.Code}`)
    }
  }

  async list(prefix: string): Promise<string[]> {
    const folder = prefix === '' ? this.#settings.prefix : `${this.#objectKey(prefix)}/`
    const keys: string[] = []
    for await (const page of this.#pagesBelow(folder)) {
      for (const { Key = '' } of page.Contents ?? []) keys.push(Key.slice(this.#settings.prefix.length))
    }
    return keys.filter(isKey).sort()
  }

  localPath(key: string) {
    assertKey(key)
    return undefined
  }

  async directUrl(key: string, options: DirectUrlOptions): Promise<string> {
    const objectKey = this.#objectKey(key)
    const { expiresInSeconds, downloadName, contentType, isPublic } = options
    // Only a signed URL can set the name of a download.
    if (isPublic && this.#publicUrl && !downloadName) return `${this.#publicUrl}/${key}`
    return this.#driver.getSignedUrl(objectKey, {
      expiresIn: expiresInSeconds,
      contentType,
      contentDisposition: downloadName === undefined ? undefined : attachmentNamed(downloadName),
      ...(!isPublic && { ResponseCacheControl: cachePrivately }),
    })
  }

  async freeBytes() {
    return undefined
  }

  async check() {
    const { bucket, endpoint } = this.#settings
    const message = `Storage bucket "${bucket}" at ${endpoint ?? 'AWS'} does not answer`
    await withDeadline(checkMs, message, (abortSignal) =>
      this.#client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal }),
    )
  }

  async sweepTemporary(olderThanMs: number) {
    await abortOldUploads(this.#client, this.#settings.bucket, this.#settings.prefix, olderThanMs)
  }

  #objectKey(key: string): string {
    assertKey(key)
    return this.#settings.prefix + key
  }

  #pagesBelow(Prefix: string): AsyncIterable<ListObjectsV2CommandOutput> {
    return paginateListObjectsV2({ client: this.#client }, { Bucket: this.#settings.bucket, Prefix })
  }
}
