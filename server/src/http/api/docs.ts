import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { AnyEndpoint, CallLimit } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'

/** Shows the contract as OpenAPI at /api/docs; the document itself is at /api/docs/json. */
export async function serveApiDocs(app: FastifyInstance, cookie: string) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Vireo', version: '1' },
      components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookie } } },
    },
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true })
}

const describeLimit = ({ max, windowSeconds }: CallLimit) =>
  `At most ${max} calls in ${windowSeconds} seconds, further ones get a 429.`

/** The documentation of an endpoint, except for its responses. */
export function describeEndpoint(endpoint: AnyEndpoint) {
  return {
    summary: endpoint.summary,
    ...(endpoint.limit && { description: describeLimit(endpoint.limit) }),
    tags: [endpoint.path.split('/').filter(Boolean)[0] ?? 'api'],
    ...(endpoint.params && { params: endpoint.params }),
    ...(endpoint.query && { querystring: endpoint.query }),
    // Only JSON bodies: Fastify does not parse multipart ones.
    ...(endpoint.body && (!endpoint.files || endpoint.acceptsJson) && { body: endpoint.body }),
    ...(endpoint.auth !== 'public' && { security: [{ session: [] }] }),
  }
}
