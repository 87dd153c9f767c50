import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Envelope, ErrorCode } from '@vireo/contract'
import { defaultErrorMessage } from '@vireo/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseUnavailable, violatedForeignKey } from '../../db/sql.ts'
import { AppError } from '../../lib/app-error.ts'
import { isDiskFull } from '../../lib/files/disk.ts'
import { ToolError } from '../../media/run/tool-error.ts'
import { StorageUnavailableError } from '../../media/storage/storage-errors.ts'

/** Error codes for Fastify's own errors. */
const fastifyErrorCodes: Record<number, ErrorCode> = {
  404: 'request.not-found',
  413: 'request.too-large',
  415: 'request.wrong-media-type',
}

const storeRetrySeconds = 10
/** Checking a file takes a second, unless the machine has far too much to do. */
const retryToolSeconds = 60
/** Most outages of the database take seconds, because the embedded one is restarted at once. */
const retryAfterOutageSeconds = 5
export const storeUnavailableMessage = 'The files cannot be reached at the moment. Please try again shortly.'
export const unavailableMessage = 'The site is not available right now. Please try again in a moment.'

declare module 'fastify' {
  interface FastifyInstance {
    /** Foreign keys whose violation is answered with 404; see `mapForeignKeysToNotFound`. */
    notFoundForeignKeys: Set<string>
  }
}

export function handleErrors(app: FastifyInstance) {
  app.decorate('notFoundForeignKeys', new Set<string>())
  app.setErrorHandler(handleError)
}

/**
 * A row may be deleted after a request has found it and before the request refers to it. Features list the
 * foreign keys whose violation is then answered with 404; the violation of any other key is a bug, answered with 500.
 */
export function mapForeignKeysToNotFound(app: FastifyInstance, foreignKeys: readonly string[]) {
  for (const foreignKey of foreignKeys) app.notFoundForeignKeys.add(foreignKey)
}

/** The only place that turns failures into responses. */
function handleError(error: FastifyError | AppError, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof AppError) {
    if (error.retryAfterSeconds) reply.header('retry-after', error.retryAfterSeconds)
    return sendError(reply, error.status, error.code, error.message, error.errors)
  }
  const status = error.statusCode
  // Errors of Fastify about the request: malformed JSON, a body over the limit, a wrong content type.
  if (status && status >= 400 && status < 500) {
    const message = status === 413 ? 'The request is too large' : error.message
    return sendError(reply, status, fastifyErrorCodes[status] ?? 'request.invalid', message)
  }
  if (request.server.notFoundForeignKeys.has(violatedForeignKey(error) ?? '')) {
    request.log.warn({ err: error }, 'the subject of the request was deleted while it ran')
    return sendError(reply, 404, 'request.not-found', 'Not found')
  }
  if (error instanceof StorageUnavailableError) {
    request.log.warn({ err: error }, 'the store is unavailable')
    reply.header('retry-after', storeRetrySeconds)
    return sendError(reply, 503, 'server.unavailable', storeUnavailableMessage)
  }
  if (isDatabaseUnavailable(error)) {
    request.log.error({ err: error }, 'the database is unavailable')
    reply.header('retry-after', retryAfterOutageSeconds)
    return sendError(reply, 503, 'server.unavailable', unavailableMessage)
  }
  request.log.error({ err: error }, 'request failed')
  if (error instanceof ToolError && error.failure === 'timeout') {
    reply.header('retry-after', retryToolSeconds)
    return sendError(reply, 503, 'server.busy', 'Checking the file took too long. Please try again later.')
  }
  if (isDiskFull(error))
    return sendError(reply, 507, 'server.no-room', 'There is not enough room on the server')
  return sendError(reply, 500, 'server.failed', `${defaultErrorMessage} (request ${request.id})`)
}

/** Responds to invalid HTTP and to headers that are too large or too slow, and closes the connection. */
export function rejectUnreadableRequest(error: NodeJS.ErrnoException, socket: Socket) {
  if (error.code !== 'ECONNRESET' && socket.writable) {
    const envelope = describeUnreadable(error)
    const body = JSON.stringify(envelope)
    const status = `HTTP/1.1 ${envelope.statuscode} ${STATUS_CODES[envelope.statuscode]}`
    const headers = `Content-Length: ${Buffer.byteLength(body)}\r\nContent-Type: application/json`
    socket.write(`${status}\r\n${headers}\r\nConnection: close\r\n\r\n${body}`)
  }
  socket.destroy(error)
}

function describeUnreadable({ code }: NodeJS.ErrnoException): Envelope<null> {
  if (code === 'HPE_HEADER_OVERFLOW')
    return toEnvelope(431, 'request.too-large', 'The address or the headers of the request are too long')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return toEnvelope(408, 'request.too-slow', 'The request took too long to arrive')
  return toEnvelope(400, 'request.invalid', 'The request cannot be read')
}

export const toEnvelope = (statuscode: number, code: ErrorCode, message: string): Envelope<null> => ({
  statuscode,
  message,
  data: null,
  success: false,
  code,
})

export function sendError(
  reply: FastifyReply,
  statuscode: number,
  code: ErrorCode,
  message: string,
  errors: Envelope<null>['errors'] = [],
) {
  const envelope = toEnvelope(statuscode, code, message)
  if (errors.length > 0) envelope.errors = errors
  // These may have been set for a file that is not sent after all.
  reply.removeHeader('etag').removeHeader('last-modified').header('cache-control', 'no-store')
  return reply.status(statuscode).type('application/json; charset=utf-8').send(envelope)
}
