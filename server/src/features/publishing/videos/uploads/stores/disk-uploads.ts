import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileStore } from '@tus/file-store'
import type { Context } from '../../../../../context/context.ts'
import { isDiskFull } from '../../../../../lib/files/disk.ts'
import {
  claimForWork,
  NoSpaceError,
  releaseClaim,
  uploadsFolder,
} from '../../../../core/disk-space/disk-space.service.ts'
import type { StepClaim } from '../../../../core/disk-space/step-claim.ts'
import { claimSpace, findClaim } from './arriving-bytes.ts'
import { receivePiece, requiredChecksum } from './checked-piece.ts'
import type { FinishedUpload } from './upload-store.ts'

/** Longer than it takes to append the largest piece. */
const copySeconds = 15 * 60

interface Target {
  id: string
  size: number
  offset: number
  claim: StepClaim
}

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

  override async write(body: Readable, id: string, offset: number): Promise<number> {
    const { size, claim } = await findClaim(this.#context, id)
    const target = { id, size, offset, claim }
    const checksum = requiredChecksum()
    if (!checksum) return this.#append(body, target)
    await using piece = await receivePiece(this.#context, body, checksum, { claim, arrived: offset })
    try {
      await using _copy = await this.#claimCopy(id, piece.bytes)
      return await this.#append(piece.read(), target)
    } catch (error) {
      await claim.release()
      throw error
    }
  }

  override async remove(id: string): Promise<void> {
    await rm(this.#pathOf(id), { force: true })
    await rm(`${this.#pathOf(id)}.json`, { force: true })
    await releaseClaim(this.#context, id)
  }

  async openFinished(id: string): Promise<FinishedUpload> {
    return { path: this.#pathOf(id), async [Symbol.asyncDispose]() {} }
  }

  /** Keeps the bytes that have arrived, even if the connection is lost. */
  async #append(bytes: Readable, { id, size, offset, claim }: Target): Promise<number> {
    const file = createWriteStream(this.#pathOf(id), { flags: 'r+', start: offset })
    const received = () => offset + file.bytesWritten
    try {
      await pipeline(
        bytes,
        (chunks) => claimSpace(chunks, { claim, arrived: offset, folder: this.directory }),
        file,
      )
    } catch (error) {
      throw isDiskFull(error) ? new NoSpaceError() : error
    } finally {
      await (received() < size ? claim.pause(received()) : claim.release())
    }
    return received()
  }

  /** Until a piece is appended, it takes its space twice. */
  #claimCopy(id: string, bytes: number): Promise<AsyncDisposable> {
    return claimForWork(this.#context, { id: `piece:${id}`, bytes, lifetimeSeconds: copySeconds })
  }

  #pathOf(id: string): string {
    return join(this.directory, id)
  }
}
