import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileStore } from '@tus/file-store'
import { Server } from '@tus/server'
import { defaultErrorMessage, type ErrorCode, limits } from '@vireo/contract'
import { isDatabaseUnavailable } from '../../../db/sql.ts'
import { toEnvelope, unavailableMessage } from '../../../http/errors.ts'
import { AppError } from '../../../lib/app-error.ts'
import { freeBytesOf, isDiskFull } from '../../../lib/disk.ts'
import type { Logger } from '../../../lib/logger.ts'
import { NoRoomError } from '../../room/room.service.ts'

const checkEveryBytes = 32 * 1024 * 1024

/** Keeps bytes on the local disk. Unlike FileStore it reports a full disk, and may remove an upload twice. */
class UploadStore extends FileStore {
  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const file = createWriteStream(this.#pathOf(id), { flags: 'r+', start: offset })
    await pipeline(readable, (chunks) => this.#aboveReserve(chunks), file).catch((error: unknown) => {
      throw isDiskFull(error) ? new NoRoomError() : error
    })
    return offset + file.bytesWritten
  }

  override async remove(id: string): Promise<void> {
    await rm(this.#pathOf(id), { force: true })
    await rm(`${this.#pathOf(id)}.json`, { force: true })
  }

  /** Stops when other writers have used up the room that was claimed: the reserve stays free. */
  async *#aboveReserve(chunks: AsyncIterable<Buffer>) {
    let unchecked = checkEveryBytes
    for await (const chunk of chunks) {
      if (unchecked >= checkEveryBytes) {
        if ((await freeBytesOf(this.directory)) < limits.reservedDiskBytes) throw new NoRoomError()
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

const stores = new Map<string, UploadStore>()

/** One per folder, made at the start: FileStore creates its folder itself, and a failure of that ends the process. */
export function uploadStoreIn(directory: string): UploadStore {
  const store = stores.get(directory) ?? new UploadStore({ directory })
  stores.set(directory, store)
  return store
}

/** The codes of the refusals that tus makes by itself. */
const tusCodes: Record<number, ErrorCode> = {
  404: 'upload.not-found',
  409: 'upload.wrong-offset',
  410: 'upload.not-found',
  413: 'request.too-large',
  415: 'request.wrong-media-type',
  423: 'upload.in-use',
  500: 'server.failed',
}

const describe = (status: number, code: ErrorCode, message: string) =>
  JSON.stringify(toEnvelope(status, code, message.trim()))

/** The tus server, with errors in our envelope. */
export class TusServer extends Server {
  override write(...[context, headers, status, body = '']: Parameters<Server['write']>) {
    if (status < 400) return super.write(context, headers, status, body)
    headers.set('content-type', 'application/json; charset=utf-8')
    const text = body.startsWith('{') ? body : describe(status, tusCodes[status] ?? 'request.invalid', body)
    return super.write(context, headers, status, text)
  }
}

type TusError = Error | { status_code: number; body: string }

/** The answer to a failure: refusals of ours and of tus as they are; anything else is only logged. */
export function describeTusError(error: TusError, log: Logger): { status_code: number; body: string } {
  if ('status_code' in error && error.body) return error
  if (error instanceof AppError)
    return { status_code: error.status, body: describe(error.status, error.code, error.message) }
  if (isDiskFull(error)) return describeTusError(new NoRoomError(), log)
  log.error({ err: error }, 'upload failed')
  if (isDatabaseUnavailable(error))
    return { status_code: 503, body: describe(503, 'server.unavailable', unavailableMessage) }
  return { status_code: 500, body: describe(500, 'server.failed', defaultErrorMessage) }
}
