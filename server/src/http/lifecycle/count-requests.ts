import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metrics } from '../../metrics/metrics.ts'

const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'])

/** Counts every answer for /metrics, those that are repeated from memory too. An answer that the client broke off is not one. */
export function countRequests(app: FastifyInstance, { requests, requestSeconds }: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const method = methods.has(request.method) ? request.method : 'other'
    const status = reply.raw.statusCode
    const route = routeOf(request, status)
    requests.inc({ method, route, status })
    requestSeconds.observe({ method, route }, reply.elapsedTime / 1000)
    done()
  })
}

/** Never a part of the address itself, of which there is no end. */
function routeOf({ routeOptions: { url } }: FastifyRequest, status: number): string {
  // Pages have no routes of their own: they are what is sent for any other address.
  return url ?? (status === 404 ? 'unknown' : 'page')
}
