import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DataStore, ERRORS, Metadata, Upload } from '@tus/server'
import pLimit from 'p-limit'
import type { Context } from '../../../../../context/context.ts'
import { openScratch } from '../../../../../lib/files/scratch.ts'
import { newToken } from '../../../../../lib/security/tokens.ts'
import { minJoinBytes } from '../../../../../media/storage/storage.ts'
import { assertFreeSpace, claimForWork } from '../../../../core/disk-space/disk-space.service.ts'
import {
  addPart,
  findLastPart,
  findStoredUpload,
  listParts,
  listUploadIds,
  saveMetadata,
  type UploadPartRow,
} from '../uploads.queries.ts'
import { findClaim } from './arriving-bytes.ts'
import { receivePiece, requiredChecksum } from './checked-piece.ts'
import { collectParts, PartFile } from './part-files.ts'
import type { FinishedUpload, UploadStore } from './upload-store.ts'

const partBytes = minJoinBytes
const contentType = 'application/octet-stream'
const maxConcurrentReads = 4
/** Longer than it takes to download and publish the largest upload. */
const publishSeconds = 2 * 3600
const uploadsPrefix = 'uploads'

const folderOf = (id: string) => `${uploadsPrefix}/${id}`

/**
 * Keeps unfinished uploads in the bucket, so that every process can continue every upload (decision 50). S3 cannot
 * append, so an upload consists of objects of `partBytes` each. Only the last may be smaller, and is replaced by a
 * larger one. Rows list the valid objects.
 */
export class BucketUploads extends DataStore implements UploadStore {
  override extensions = ['creation', 'creation-with-upload', 'termination']
  readonly #context: Context

  constructor(context: Context) {
    super()
    this.#context = context
  }

  override async create(upload: Upload): Promise<Upload> {
    if (upload.metadata) await saveMetadata(this.#context.sql, upload.id, Metadata.stringify(upload.metadata))
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await findStoredUpload(this.#context.sql, id)
    if (!row) throw ERRORS.FILE_NOT_FOUND
    const { size, received, metadata } = row
    return new Upload({ id, size, offset: received, ...(metadata && { metadata: Metadata.parse(metadata) }) })
  }

  override async write(body: Readable, id: string, offset: number): Promise<number> {
    const checksum = requiredChecksum()
    if (!checksum) return this.#append(body, id, offset)
    // Unlike a part, a piece can be as large as the upload.
    const { claim } = await findClaim(this.#context, id)
    await using piece = await receivePiece(this.#context, body, checksum, { claim, arrived: offset })
    try {
      return await this.#append(piece.read(), id, offset)
    } finally {
      await claim.release()
    }
  }

  /** Keeps the bytes that have arrived, even if the connection is lost. */
  async #append(body: Readable, id: string, offset: number): Promise<number> {
    const { sql } = this.#context
    await using temporary = await openScratch(this.#context.config.scratchDir)
    const scratch = temporary.path
    const last = await findLastPart(sql, id)
    // A process that has lost its lock may have stored a part since the offset was checked.
    if (offset !== (last ? last.start + last.bytes : 0)) throw ERRORS.INVALID_OFFSET
    const replaced = last && last.bytes < partBytes ? last : undefined
    const first = await this.#openPart(scratch, offset, replaced)
    let failure: unknown
    const chunks = endAtFailure(body, (error) => {
      failure = error
    })
    // One part is sent while the next one arrives.
    let storing = Promise.resolve(offset)
    for await (const part of collectParts(
      chunks,
      first,
      (start) => this.#openPart(scratch, start),
      partBytes,
    )) {
      await storing
      storing = this.#storePart(id, part, part === first ? replaced : undefined)
      storing.catch(() => {})
    }
    const received = await storing
    if (failure) throw failure
    return received
  }

  override remove(id: string): Promise<void> {
    return this.#context.storage.removeFolder(folderOf(id))
  }

  /** A local copy, which ffprobe needs, with a claim on its space. */
  async openFinished(id: string): Promise<FinishedUpload> {
    const { sql, storage } = this.#context
    const parts = await listParts(sql, id)
    const bytes = parts.reduce((sum, part) => sum + part.bytes, 0)
    await using opened = new AsyncDisposableStack()
    const claim = { id: `upload:${id}`, bytes, lifetimeSeconds: publishSeconds }
    opened.use(await claimForWork(this.#context, claim))
    const scratch = opened.use(await openScratch(this.#context.config.scratchDir))
    const path = join(scratch.path, 'source')
    await writeFile(path, '')
    await pLimit(maxConcurrentReads).map(parts, async ({ key, start }) =>
      pipeline(await storage.read(key), createWriteStream(path, { flags: 'r+', start })),
    )
    const kept = opened.move()
    const partKeys = parts.map(({ key }) => key)
    return { path, partKeys, [Symbol.asyncDispose]: () => kept.disposeAsync() }
  }

  /** Starts a part, or continues the part that is replaced. */
  async #openPart(scratch: string, start: number, replaced?: UploadPartRow): Promise<PartFile> {
    await assertFreeSpace(this.#context, partBytes)
    const path = join(scratch, String(start))
    if (!replaced) return PartFile.open(path, start)
    await this.#context.storage.download(replaced.key, path)
    return PartFile.open(path, replaced.start, replaced.bytes)
  }

  /** Returns how many bytes of the upload are now stored. The replaced object is removed only after that. */
  async #storePart(id: string, part: PartFile, replaced: UploadPartRow | undefined): Promise<number> {
    const { sql, storage, log } = this.#context
    const { start, bytes, storedBytes } = part
    // A unique name, because a process that has lost its lock may still be sending the same part.
    const key = `${folderOf(id)}/${newToken()}`
    await storage.putFile(key, part.path, contentType, { move: true, isTemporary: true })
    const isCounted = await addPart(sql, id, { start, bytes, key }, start + storedBytes)
    const useless = isCounted ? replaced?.key : key
    if (useless)
      await storage
        .remove(useless)
        .catch((error: unknown) => log.warn({ err: error }, 'could not remove a part of an upload'))
    if (!isCounted) throw ERRORS.INVALID_OFFSET
    return start + bytes
  }
}

/** Ends when the connection is lost, so that the bytes that have arrived are stored. */
async function* endAtFailure(body: Readable, onFailure: (error: unknown) => void): AsyncGenerator<Buffer> {
  try {
    yield* body
  } catch (error) {
    onFailure(error)
  }
}

/**
 * Removes the parts of uploads that were finished, cancelled or have expired, from the storage that all processes
 * share.
 */
export async function sweepUploadParts({ sql, storage }: Context): Promise<void> {
  // Listed before the rows are read: the row of an upload exists before its first part.
  const keys = await storage.list(uploadsPrefix)
  const open = new Set(await listUploadIds(sql))
  const ids = new Set(keys.map((key) => key.split('/')[1] ?? ''))
  for (const id of ids) if (!open.has(id)) await storage.removeFolder(folderOf(id))
}
