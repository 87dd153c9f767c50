import type { FastifyRequest } from 'fastify'
import { type Config, siteUrl } from '../config.ts'

/**
 * For answers with that address that are the same for everyone. Without PUBLIC_URL it comes from the request, and a cache
 * must not give one that somebody made up to others.
 */
export const cacheControlOf = ({ publicUrl }: Config, maxAgeSeconds: number) =>
  publicUrl ? `public, max-age=${maxAgeSeconds}` : 'no-cache'

/** The address of the site, for links in answers: PUBLIC_URL, or else what the request was sent to. */
export function siteAddress(config: Config, request: FastifyRequest): string {
  const address = config.publicUrl ?? `${request.protocol}://${request.host}`
  return URL.canParse(address) ? address : siteUrl(config)
}
