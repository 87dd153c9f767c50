import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../../context/config.ts'
import type { Context } from '../../../context/context.ts'
import { sendError } from '../../../http/api/errors.ts'
import { isLoopbackHost } from '../../../lib/net/network.ts'
import { hashToken } from '../../../lib/security/tokens.ts'
import { createScrape, type MetricSources } from './metrics.service.ts'

/** `/metrics` for Prometheus. Everybody else gets a 404. */
export function serveMetrics(app: FastifyInstance, context: Context, sources: MetricSources): void {
  const scrape = createScrape(context, sources)
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    // Not the usual 404 page: that is cached for everyone, so clients with access would get it too.
    if (!mayRead(request, context.config)) return sendError(reply, 404, 'request.not-found', 'Not found')
    const { text, contentType } = await scrape()
    return reply.header('cache-control', 'no-store').type(contentType).send(text)
  })
}

type AccessSettings = Pick<Config, 'metricsToken' | 'publicUrl' | 'trustProxy'>

/** With a token, every client that sends it. Without one, local programs, if the site is only used locally. */
function mayRead(request: FastifyRequest, { metricsToken, publicUrl, trustProxy }: AccessSettings): boolean {
  const { authorization = '' } = request.headers
  if (metricsToken) return timingSafeEqual(hashToken(authorization), hashToken(`Bearer ${metricsToken}`))
  // A proxy on this machine has a local address as well. A site behind a proxy works only with one of these settings.
  const isPublished = trustProxy !== false || (publicUrl && !isLoopbackHost(new URL(publicUrl).hostname))
  return !isPublished && isFromThisMachine(request)
}

/** Most proxies set one of these, even if the settings do not mention a proxy. */
const proxyHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

function isFromThisMachine({ raw, headers, hostname }: FastifyRequest): boolean {
  const peer = raw.socket.remoteAddress?.replace(/^::ffff:/, '') ?? ''
  return isLoopbackHost(peer) && isLoopbackHost(hostname) && !proxyHeaders.some((name) => name in headers)
}
