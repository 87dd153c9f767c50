import type { FastifyReply, FastifyRequest } from 'fastify'

const uploadTypes = /^(multipart\/form-data|application\/offset\+octet-stream)/

/**
 * Gives an ordinary request a fixed time to arrive in full. Node's own limit would hold for uploads as well,
 * which may rightly take hours; those are cut off by the connection's idle time instead.
 */
export function limitArrival(request: FastifyRequest, reply: FastifyReply, ms: number): void {
  if (request.raw.complete || uploadTypes.test(request.headers['content-type'] ?? '')) return
  const timer = setTimeout(() => request.raw.destroy(new Error('The request took too long to arrive')), ms)
  const stop = () => clearTimeout(timer)
  request.raw.once('end', stop)
  reply.raw.once('close', stop)
}
