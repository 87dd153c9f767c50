import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { matchesEtag } from '../files/etag.ts'
import { type CachedResponse, chooseEncoding } from './cached-response.ts'

/** The headers that the response to an address depends on, for the caches of browsers and proxies. */
export const variedHeaders = 'accept-encoding, cookie'

/** A visitor's browser may cache the response but has to revalidate it. */
export function addVisitorHeaders(reply: FastifyReply, { etag }: CachedResponse): void {
  reply.headers({ 'cache-control': 'no-cache', etag })
  const others = String(reply.getHeader('vary') ?? '')
  if (!others.includes(variedHeaders))
    reply.header('vary', others ? `${others}, ${variedHeaders}` : variedHeaders)
}

/** Whether the visitor has cached the response, and a 304 is enough. */
export const isNotModified = (request: Pick<IncomingMessage, 'headers'>, { status, etag }: CachedResponse) =>
  status === 200 && matchesEtag(request, etag)

/** Sends it to a visitor, or to a signed-in person whose response is the same. */
export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  response: CachedResponse,
): Promise<void> {
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  reply.status(response.status).type(response.type)
  if (encoding) reply.header('content-encoding', encoding)
  reply.send(encoding ? await response.encoded(encoding) : response.plain)
}
