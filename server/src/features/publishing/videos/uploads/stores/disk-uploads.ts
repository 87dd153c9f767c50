import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileStore } from '@tus/file-store'
import { ERRORS } from '@tus/server'
import { limits } from '@vireo/contract'
import type { Context } from '../../../../../context/context.ts'
import { freeBytesOf, isDiskFull } from '../../../../../lib/files/disk.ts'
import { NoSpaceError, releaseClaim, uploadsFolder } from '../../../../core/disk-space/disk-space.service.ts'
import { StepClaim } from '../../../../core/disk-space/step-claim.ts'
import { findUpload } from '../uploads.queries.ts'
import type { FinishedUpload } from './upload-store.ts'

const checkEveryBytes = 32 * 1024 * 1024

/**
 * Keeps unfinished uploads on the local disk. Unlike FileStore it claims space for what arrives, reports a full disk,
 * and allows removing an upload twice.
 */
export class DiskUploads extends FileStore {
  readonly #context: Context

  constructor(context: Context) {
    super({ directory: uploadsFolder(context) })
    this.#context = context
  }

  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const upload = await findUpload(this.#context.sql, id)
    if (!upload) throw ERRORS.FILE_NOT_FOUND
    const { userId, size } = upload
    // Its quota was checked when it was opened.
    const claim = new StepClaim(this.#context, { id, userId, total: size, quotaOf: () => 0 })
    const file = createWriteStream(this.#pathOf(id), { flags: 'r+', start: offset })
    const received = () => offset + file.bytesWritten
    try {
      await pipeline(
        readable,
        (chunks) => withClaim(chunks, claim, offset),
        (chunks) => this.#aboveReserve(chunks),
        file,
      )
    } catch (error) {
      throw isDiskFull(error) ? new NoSpaceError() : error
    } finally {
      await (received() < size ? claim.pause(received()) : claim.release())
    }
    return received()
  }

  override async remove(id: string): Promise<void> {
    await rm(this.#pathOf(id), { force: true })
    await rm(`${this.#pathOf(id)}.json`, { force: true })
    await releaseClaim(this.#context, id)
  }

  async openFinished(id: string): Promise<FinishedUpload> {
    return { path: this.#pathOf(id), async [Symbol.asyncDispose]() {} }
  }

  /** Stops when other writers have used up the claimed space, so that the reserve stays free. */
  async *#aboveReserve(chunks: AsyncIterable<Buffer>) {
    let unchecked = checkEveryBytes
    for await (const chunk of chunks) {
      if (unchecked >= checkEveryBytes) {
        if ((await freeBytesOf(this.directory)) < limits.reservedDiskBytes) throw new NoSpaceError()
        unchecked = 0
      }
      unchecked += chunk.length
      yield chunk
    }
  }

  #pathOf(id: string): string {
    return join(this.directory, id)
  }
}

async function* withClaim(chunks: AsyncIterable<Buffer>, claim: StepClaim, offset: number) {
  let arrived = offset
  for await (const chunk of chunks) {
    arrived += chunk.length
    await claim.grow(arrived)
    yield chunk
  }
}
