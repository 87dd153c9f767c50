import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** Weak, because the same content is sent in several encodings. */
export const etagOf = (content: string | Buffer) =>
  `W/"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`

/** Whether the client has the content with this ETag already. */
export function matchesEtag({ headers }: Pick<IncomingMessage, 'headers'>, etag: string): boolean {
  if (headers['if-none-match'] === undefined) return false
  const known = headers['if-none-match'].split(',').map((one) => one.trim())
  return known.includes(etag) || known.includes('*')
}
