import type { FastifyReply, FastifyRequest } from 'fastify'
import { isKnown } from '../files/etag.ts'
import { chooseEncoding, type SharedAnswer } from './shared-answer.ts'

/** What the answer to the same address depends on, for the caches of browsers and proxies. */
export const variedHeaders = 'accept-encoding, cookie'

/** For a visitor, who may keep it but has to ask whether it is still the same. */
export function addVisitorHeaders(reply: FastifyReply, { etag }: SharedAnswer): void {
  reply.headers({ 'cache-control': 'no-cache', etag })
  const others = String(reply.getHeader('vary') ?? '')
  if (!others.includes(variedHeaders))
    reply.header('vary', others ? `${others}, ${variedHeaders}` : variedHeaders)
}

/** Whether the visitor has kept the answer, and a 304 is enough. */
export const hasKept = (request: FastifyRequest, { status, etag }: SharedAnswer) =>
  status === 200 && isKnown(request, etag)

/** To a visitor, or to a signed-in person whose answer is the same. */
export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: SharedAnswer,
): Promise<void> {
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  reply.status(answer.status).type(answer.type)
  if (encoding) reply.header('content-encoding', encoding)
  reply.send(encoding ? await answer.encoded(encoding) : answer.plain)
}
