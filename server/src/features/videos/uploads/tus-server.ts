import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileStore } from '@tus/file-store'
import { Server } from '@tus/server'
import { defaultErrorMessage, type ErrorCode, limits } from '@vireo/contract'
import { isDatabaseUnavailable } from '../../../db/sql.ts'
import { toEnvelope, unavailableMessage } from '../../../http/api/errors.ts'
import { AppError } from '../../../lib/app-error.ts'
import { freeBytesOf, isDiskFull } from '../../../lib/disk.ts'
import type { Logger } from '../../../lib/logger.ts'
import { NoSpaceError } from '../../disk-space/disk-space.service.ts'

const checkEveryBytes = 32 * 1024 * 1024

/** Stores uploads on the local disk. Unlike FileStore it reports a full disk, and an upload may be removed twice. */
class UploadStore extends FileStore {
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

const stores = new Map<string, UploadStore>()

/** One for each folder, made at the start: FileStore creates its folder, and the process ends if that fails. */
export function uploadStoreIn(directory: string): UploadStore {
  const store = stores.get(directory) ?? new UploadStore({ directory })
  stores.set(directory, store)
  return store
}

/** Our error codes for the refusals of the tus server. */
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

/** The response to a failure: refusals of ours and of tus are sent; anything else is logged and sent as a generic error. */
export function describeTusError(error: TusError, log: Logger): { status_code: number; body: string } {
  if ('status_code' in error && error.body) return error
  if (error instanceof AppError)
    return { status_code: error.status, body: describe(error.status, error.code, error.message) }
  if (isDiskFull(error)) return describeTusError(new NoSpaceError(), log)
  log.error({ err: error }, 'upload failed')
  if (isDatabaseUnavailable(error))
    return { status_code: 503, body: describe(503, 'server.unavailable', unavailableMessage) }
  return { status_code: 500, body: describe(500, 'server.failed', defaultErrorMessage) }
}
