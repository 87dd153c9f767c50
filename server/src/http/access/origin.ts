import type { FastifyRequest } from 'fastify'
import type { Config } from '../../context/config.ts'
import { forbidden } from '../../lib/app-error.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses changes that a page of another site requests with the visitor's cookies (CSRF). Browsers send Origin with
 * such requests; programs that send none have no cookies of a visitor. Pages of CORS_ORIGINS count as the site's own.
 */
export function checkOrigin(
  request: FastifyRequest,
  { publicUrl, corsOrigins }: Pick<Config, 'publicUrl' | 'corsOrigins'>,
): void {
  if (safeMethods.has(request.method)) return
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  const isCrossSite = site !== undefined && site !== 'same-origin' && site !== 'none'
  if (origin === undefined && !isCrossSite) return
  const own = publicUrl ? [new URL(publicUrl).origin, ...corsOrigins] : corsOrigins
  const isAllowed = (origin !== undefined && own.includes(origin)) || isSameHost(origin, request)
  if (!isAllowed) throw forbidden('request.other-site', 'This call must come from the site itself')
}

/** Compares only the hosts, because behind a proxy with TLS this server is reached by plain HTTP. */
function isSameHost(origin: string | undefined, request: FastifyRequest): boolean {
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === request.host
}
