import type { FastifyRequest } from 'fastify'
import { type Config, siteUrl } from '../context/config.ts'

/** The address of the site, for links in responses: PUBLIC_URL, or else the host of the request. */
export function siteAddress(config: Config, request: FastifyRequest): string {
  const address = config.publicUrl ?? `${request.protocol}://${request.host}`
  return URL.canParse(address) ? address : siteUrl(config)
}

/**
 * For what is the same for everyone. Shared caches keep it for seconds only, because private and removed items have to
 * disappear.
 */
export const publicCacheControl = (maxAgeSeconds: number) => `public, max-age=${maxAgeSeconds}, s-maxage=10`

/**
 * The same for texts that contain the address of the site. Without PUBLIC_URL it comes from the request, and a cache
 * must not pass a forged address on to others.
 */
export const listCacheControl = ({ publicUrl }: Config, maxAgeSeconds: number) =>
  publicUrl ? publicCacheControl(maxAgeSeconds) : 'no-cache'
