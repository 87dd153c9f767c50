import type { FastifyRequest } from 'fastify'
import { forbidden } from '../lib/app-error.ts'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses a state-changing call that another site's page makes with the visitor's cookies. Browsers always
 * send Origin on such calls; programs that send none have no cookies to be abused.
 */
export function checkOrigin(request: FastifyRequest, publicUrl: string | undefined): void {
  if (safeMethods.has(request.method)) return
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  const isForeignFetch = site !== undefined && site !== 'same-origin' && site !== 'none'
  if (origin === undefined && !isForeignFetch) return
  const isAllowed = publicUrl
    ? origin === new URL(publicUrl).origin || isSameHost(origin, request)
    : isSameHost(origin, request)
  if (!isAllowed) throw forbidden('request.other-site', 'This call must come from the site itself')
}

/** Hosts are compared, not schemes: behind a proxy that ends TLS the server itself speaks plain HTTP. */
function isSameHost(origin: string | undefined, request: FastifyRequest): boolean {
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === request.host
}
