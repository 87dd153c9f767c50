import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Metrics } from '../../metrics/metrics.ts'

const methods = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'])

/** Counts every response for /metrics, including those repeated from memory, but not those that the client aborted. */
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

/** Never contains parts of the address, of which there are infinitely many. */
function routeOf({ routeOptions: { url } }: FastifyRequest, status: number): string {
  // Pages have no routes of their own: any other address is a page.
  return url ?? (status === 404 ? 'unknown' : 'page')
}
