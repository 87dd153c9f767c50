import type { FastifyReply, FastifyRequest } from 'fastify'
import { etagOf, matchesEtag } from './etag.ts'

interface PublicText {
  contentType: string
  text: string
  cacheControl: string
}

/** Sends a text that is the same for everyone. A client that has it gets a 304. */
export function sendPublicText(request: FastifyRequest, reply: FastifyReply, file: PublicText) {
  const { contentType, text, cacheControl } = file
  const etag = etagOf(text)
  reply.headers({ 'cache-control': cacheControl, etag })
  if (matchesEtag(request, etag)) return reply.status(304).send()
  return reply.type(contentType).send(text)
}
