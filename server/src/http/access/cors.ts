import type { FastifyInstance } from 'fastify'
import type { Config } from '../../context/config.ts'
import { siteAddress } from '../site-address.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The address of this site, if the request is from a page of another origin that may call the API. */
    siteSeenFromElsewhere: string | undefined
  }
}

const methods = 'GET, HEAD, OPTIONS, POST, PATCH, PUT, DELETE'
/** Used by JSON, tus, ranges and the event stream, in addition to the headers that browsers always allow. */
const requestHeaders = [
  'content-type',
  'if-none-match',
  'if-range',
  'last-event-id',
  'range',
  'tus-resumable',
  'upload-checksum',
  'upload-length',
  'upload-metadata',
  'upload-offset',
  'x-requested-with',
].join(', ')
const exposedHeaders = [
  'accept-ranges',
  'content-disposition',
  'content-range',
  'etag',
  'location',
  'retry-after',
  'tus-checksum-algorithm',
  'tus-extension',
  'tus-max-size',
  'tus-resumable',
  'tus-version',
  'upload-expires',
  'upload-length',
  'upload-offset',
  'x-request-id',
].join(', ')
const preflightSeconds = 600

/** Lets pages of these origins call the API with the visitor's cookies and load media (CORS_ORIGINS). */
export function allowOrigins(app: FastifyInstance, config: Config) {
  const { corsOrigins: origins } = config
  app.decorateRequest('siteSeenFromElsewhere', undefined)
  if (origins.length === 0) return
  app.addHook('onRequest', async (request, reply) => {
    const [, area] = /^\/(api|media)\//.exec(request.url) ?? []
    if (!area) return
    const { method, headers } = request
    reply.header('vary', 'Origin')
    // Media is loaded without Origin. The API never is: another site could infer responses that depend on cookies.
    if (area === 'media') reply.header('cross-origin-resource-policy', 'cross-origin')
    if (!headers.origin || !origins.includes(headers.origin)) return
    request.siteSeenFromElsewhere = siteAddress(config, request)
    reply.headers({
      'access-control-allow-origin': headers.origin,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': exposedHeaders,
    })
    if (method !== 'OPTIONS' || !headers['access-control-request-method']) return
    return reply
      .headers({
        'access-control-allow-methods': methods,
        'access-control-allow-headers': requestHeaders,
        'access-control-max-age': preflightSeconds,
      })
      .status(204)
      .send()
  })
}
