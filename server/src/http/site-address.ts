import type { FastifyRequest } from 'fastify'
import { type Config, siteUrl } from '../context/config.ts'

/** The address of the site, for links in answers: PUBLIC_URL, or else what the request was sent to. */
export function siteAddress(config: Config, request: FastifyRequest): string {
  const address = config.publicUrl ?? `${request.protocol}://${request.host}`
  return URL.canParse(address) ? address : siteUrl(config)
}

/**
 * For lists that are the same for everyone and contain the address of the site. Without PUBLIC_URL that comes from the
 * request, and a cache must not give one that somebody made up to others. Shared caches keep a list for seconds only: what
 * is made private or removed has to disappear.
 */
export const listCacheControl = ({ publicUrl }: Config, maxAgeSeconds: number) =>
  publicUrl ? `public, max-age=${maxAgeSeconds}, s-maxage=10` : 'no-cache'
