import { Server } from '@tus/server'
import { defaultErrorMessage, type ErrorCode, limits } from '@vireo/contract'
import { isDatabaseUnavailable } from '../../../../db/sql.ts'
import { storeUnavailableMessage, toEnvelope, unavailableMessage } from '../../../../http/api/errors.ts'
import { AppError } from '../../../../lib/app-error.ts'
import { isDiskFull } from '../../../../lib/files/disk.ts'
import type { Logger } from '../../../../lib/logger.ts'
import { StorageUnavailableError } from '../../../../media/storage/storage-errors.ts'
import { NoSpaceError } from '../../../core/disk-space/disk-space.service.ts'
import { checksumAlgorithms } from './stores/checked-piece.ts'

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

/** What we support of tus, which is less than the stores of the tus server offer (creation-defer-length). */
export const tusOptions = {
  'tus-resumable': '1.0.0',
  'tus-version': '1.0.0',
  'tus-extension': 'creation,creation-with-upload,termination,checksum',
  'tus-checksum-algorithm': checksumAlgorithms.join(','),
  'tus-max-size': limits.videoBytes,
}

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

/**
 * The response to a failure: refusals of ours and of tus are sent; anything else is logged and sent as a generic error.
 */
export function describeTusError(error: TusError, log: Logger): { status_code: number; body: string } {
  // An extension that we do not offer, which tus calls a failure of the server.
  if ('status_code' in error && error.status_code === 501) return { status_code: 400, body: error.body }
  if ('status_code' in error && error.body) return error
  if (error instanceof AppError)
    return { status_code: error.status, body: describe(error.status, error.code, error.message) }
  if (isDiskFull(error)) return describeTusError(new NoSpaceError(), log)
  if (error instanceof StorageUnavailableError) {
    log.warn({ err: error }, 'the store is unavailable')
    return { status_code: 503, body: describe(503, 'server.unavailable', storeUnavailableMessage) }
  }
  log.error({ err: error }, 'upload failed')
  if (isDatabaseUnavailable(error))
    return { status_code: 503, body: describe(503, 'server.unavailable', unavailableMessage) }
  return { status_code: 500, body: describe(500, 'server.failed', defaultErrorMessage) }
}
