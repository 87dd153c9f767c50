import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../lib/app-error.ts'

const uploadTypes = /^(multipart\/form-data|application\/offset\+octet-stream)/

/**
 * Gives an ordinary request a fixed time to arrive in full. Node's own limit would hold for uploads as well,
 * which may rightly take hours; those are cut off by the connection's idle time instead.
 */
export function limitArrival(request: FastifyRequest, reply: FastifyReply, ms: number): void {
  const { raw } = request
  if (raw.complete || uploadTypes.test(request.headers['content-type'] ?? '')) return
  const timer = setTimeout(() => {
    if (raw.complete) return
    const error = new AppError(408, 'request.too-slow', 'The request took too long to arrive')
    // The body's parser passes this on to the error handler. Destroying the request would close the connection
    // without an answer, which a proxy takes for a failure of this server.
    if (raw.listenerCount('error') > 0) raw.emit('error', error)
    else raw.destroy(error)
  }, ms)
  const stop = () => clearTimeout(timer)
  raw.once('end', stop)
  reply.raw.once('close', stop)
}
