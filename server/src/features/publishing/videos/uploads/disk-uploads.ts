import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileStore } from '@tus/file-store'
import { limits } from '@vireo/contract'
import { freeBytesOf, isDiskFull } from '../../../../lib/files/disk.ts'
import { NoSpaceError } from '../../../core/disk-space/disk-space.service.ts'
import type { FinishedUpload } from './upload-store.ts'

const checkEveryBytes = 32 * 1024 * 1024

/**
 * Keeps unfinished uploads on the local disk. Unlike FileStore it reports a full disk, and allows removing an upload
 * twice.
 */
export class DiskUploads extends FileStore {
  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const file = createWriteStream(this.#pathOf(id), { flags: 'r+', start: offset })
    await pipeline(readable, (chunks) => this.#aboveReserve(chunks), file).catch((error: unknown) => {
      throw isDiskFull(error) ? new NoSpaceError() : error
    })
    return offset + file.bytesWritten
  }

  override async remove(id: string): Promise<void> {
    await rm(this.#pathOf(id), { force: true })
    await rm(`${this.#pathOf(id)}.json`, { force: true })
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
