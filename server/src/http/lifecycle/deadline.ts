import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../lib/app-error.ts'

const uploadTypes = /^(multipart\/form-data|application\/offset\+octet-stream)/

/**
 * Limits the time in which a request has to arrive completely. Node's own limit would apply to uploads as well, which
 * may take hours; uploads only have the idle timeout of the connection.
 */
export function limitArrival(request: FastifyRequest, reply: FastifyReply, ms: number): void {
  const { raw } = request
  if (raw.complete || uploadTypes.test(request.headers['content-type'] ?? '')) return
  const timer = setTimeout(() => {
    if (raw.complete) return
    const error = new AppError(408, 'request.too-slow', 'The request took too long to arrive')
    // The parser of the body passes this on to the error handler. Destroying the request would close the connection
    // without a response, which a proxy would take for a failure of this server.
    if (raw.listenerCount('error') > 0) raw.emit('error', error)
    else raw.destroy(error)
  }, ms)
  const stop = () => clearTimeout(timer)
  raw.once('end', stop)
  reply.raw.once('close', stop)
}
