import type { FastifyReply, FastifyRequest } from 'fastify'
import { etagOf, matchesEtag } from './etag.ts'

interface PublicText {
  contentType: string
  text: string
  cacheControl: string
  lastModified?: Date | undefined
}

/**
 * Sends a text that is the same for everyone. A client that has it gets a 304. Only the ETag decides: removing a video
 * changes the text, but not the modification time of the newest one.
 */
export function sendPublicText(request: FastifyRequest, reply: FastifyReply, file: PublicText) {
  const { contentType, text, cacheControl, lastModified } = file
  const etag = etagOf(text)
  reply.headers({ 'cache-control': cacheControl, etag })
  if (lastModified) reply.header('last-modified', lastModified.toUTCString())
  if (matchesEtag(request, etag)) return reply.status(304).send()
  return reply.type(contentType).send(text)
}
