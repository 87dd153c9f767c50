import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../../metrics/metrics.ts'

const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'])

/** Counts responses for /metrics, but not those that the client aborted. `repeatResponses` counts repeated ones. */
export function countRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const method = methods.has(request.method) ? request.method : 'other'
    const { statusCode: status } = reply.raw
    countRequest(metrics, { method, route: request.routeOptions.url, status, ms: reply.elapsedTime })
    done()
  })
}

interface Answered {
  method: string
  /** The pattern of the address. It never contains parts of an address, of which there are infinitely many. */
  route: string | undefined
  status: number
  ms: number
}

export function countRequest(
  { requests, requestSeconds }: Metrics,
  { method, status, ms, ...rest }: Answered,
) {
  // Pages have no routes of their own: any other address is a page.
  const route = rest.route ?? (status === 404 ? 'unknown' : 'page')
  requests.inc({ method, route, status })
  requestSeconds.observe({ method, route }, ms / 1000)
}
