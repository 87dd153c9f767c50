import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  type HeadObjectCommandOutput,
  type ListObjectsV2CommandOutput,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { hashFile } from '../../../lib/files/hash-file.ts'
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

  constructor(settings: S3Settings, publicUrl: string | undefined, silentMs: number) {
    this.#settings = settings
    this.#publicUrl = publicUrl
    this.#silentMs = silentMs
    this.#client = createS3Client(settings, silentMs)
  }

  async putFile(key: string, localPath: string, contentType: string, options?: PutFileOptions) {
    const object = this.#objectOf(key)
    const sha256 = options?.isTemporary ? undefined : (await hashFile(localPath)).sha256
    const properties = { contentType, ...(sha256 && { metadata: { sha256 } }) }
    await uploadFile(this.#client, object, properties, localPath)
    if (options?.move) await rm(localPath, { force: true })
  }

  async putBytes(key: string, bytes: Uint8Array, contentType: string) {
    const Metadata = { sha256: createHash('sha256').update(bytes).digest('hex') }
    const content = { Body: bytes, ContentType: contentType, CacheControl: cacheWhilePublic, Metadata }
    await this.#client.send(new PutObjectCommand({ ...this.#objectOf(key), ...content }))
  }

  async stat(key: string): Promise<StoredFile | undefined> {
    const found = await this.#head(key)
    return (
      found && {
        size: found.ContentLength ?? 0,
        etag: found.ETag ?? '',
        lastModified: found.LastModified ?? new Date(0),
        contentType: found.ContentType ?? 'application/octet-stream',
      }
    )
  }

  async checksum(key: string) {
    return (await this.#head(key))?.Metadata?.sha256
  }

  async noteChecksum(key: string) {
    assertKey(key)
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    const object = this.#objectOf(key)
    if (range) assertRange(key, range)
    const Range = range && `bytes=${range.start}-${range.end}`
    try {
      const { Body } = await this.#client.send(new GetObjectCommand({ ...object, Range }))
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
    const target = this.#objectOf(to)
    const CopySource = this.#copySourceOf(from)
    try {
      if (file.size > maxCopyBytes) {
        const source = { from: CopySource, size: file.size, partBytes: maxCopyBytes }
        const sha256 = await this.checksum(from)
        const properties = { contentType: file.contentType, ...(sha256 && { metadata: { sha256 } }) }
        return await copyInParts(this.#client, target, properties, source)
      }
      await this.#client.send(new CopyObjectCommand({ ...target, CopySource }), copyLimit(file.size))
    } catch (error) {
      if (isNotFound(error)) throw new StorageMissingError(from, { cause: error })
      throw error
    }
  }

  async join(keys: string[], to: string, contentType: string) {
    const sources = keys.map((key) => ({ CopySource: this.#copySourceOf(key) }))
    try {
      await joinCopies(
        this.#client,
        this.#objectOf(to),
        { contentType },
        { sources, partBytes: minJoinBytes },
      )
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
    try {
      await this.#client.send(new DeleteObjectCommand(this.#objectOf(key)))
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
  }

  async removeFolder(prefix: string) {
    for await (const page of this.#pagesBelow(`${this.#objectKey(prefix)}/`)) {
      const Objects = (page.Contents ?? []).map(({ Key }) => ({ Key }))
      if (Objects.length === 0) continue
      // A successful answer may name files that could not be removed.
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
    const object = this.#objectOf(key)
    const { expiresInSeconds, downloadName, contentType, isPublic, cacheControl = cachePrivately } = options
    // Only a signed URL can set the name of a download.
    if (isPublic && this.#publicUrl && !downloadName) return `${this.#publicUrl}/${key}`
    const command = new GetObjectCommand({
      ...object,
      ResponseContentType: contentType,
      ResponseContentDisposition: downloadName === undefined ? undefined : attachmentNamed(downloadName),
      ...(!isPublic && { ResponseCacheControl: cacheControl }),
    })
    return getSignedUrl(this.#client, command, { expiresIn: expiresInSeconds })
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

  async #head(key: string): Promise<HeadObjectCommandOutput | undefined> {
    try {
      return await this.#client.send(new HeadObjectCommand(this.#objectOf(key)))
    } catch (error) {
      if (isNotFound(error)) return undefined
      throw error
    }
  }

  #objectKey(key: string): string {
    assertKey(key)
    return this.#settings.prefix + key
  }

  #objectOf(key: string) {
    return { Bucket: this.#settings.bucket, Key: this.#objectKey(key) }
  }

  #copySourceOf(key: string): string {
    return `${this.#settings.bucket}/${this.#objectKey(key)}`
  }

  #pagesBelow(Prefix: string): AsyncIterable<ListObjectsV2CommandOutput> {
    return paginateListObjectsV2({ client: this.#client }, { Bucket: this.#settings.bucket, Prefix })
  }
}
