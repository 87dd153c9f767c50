import type { FastifyReply, FastifyRequest } from 'fastify'
import { CachedResponse } from './cached-response.ts'
import { isNotModified, sendBytes } from './send-cached.ts'

interface SharedText {
  contentType: string
  text: string
  lastModified?: Date | undefined
}

interface SharedTextOptions {
  /** Names everything that the text depends on. */
  key: string
  cacheControl: string
  make: () => Promise<SharedText>
}

/**
 * Sends a text that is the same for everyone, which is made once for all who request it within a moment. A client that
 * has it gets a 304. Only the ETag decides: removing a video changes the text, but not the time of the newest one.
 */
export async function sendSharedText(
  request: FastifyRequest,
  reply: FastifyReply,
  { key, cacheControl, make }: SharedTextOptions,
): Promise<FastifyReply> {
  const makeResponse = async () => {
    const startedAt = performance.now()
    const { contentType: type, text, lastModified } = await make()
    return new CachedResponse({
      ...{ startedAt, status: 200, type, text, lastModified },
      ...{ input: {}, changesWith: 'anything' },
    })
  }
  const response = (await request.server.responseCache.get(key, makeResponse)) as CachedResponse
  reply.headers({ 'cache-control': cacheControl, etag: response.etag, vary: 'accept-encoding' })
  if (response.lastModified) reply.header('last-modified', response.lastModified.toUTCString())
  if (isNotModified(request, response)) return reply.status(304).send()
  await sendBytes(request, reply, response)
  return reply
}
