import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** Weak, because the same content is sent in several encodings. */
export const etagOf = (content: string | Buffer) =>
  `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`

/** Whether the client has the content with this ETag already. */
export function matchesEtag({ headers }: FastifyRequest, etag: string): boolean {
  const known = headers['if-none-match']?.split(',').map((one) => one.trim()) ?? []
  return known.includes(etag) || known.includes('*')
}
