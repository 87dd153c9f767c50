import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { AnyEndpoint, CallLimit } from '@vireo/contract'
import type { FastifyInstance, preHandlerAsyncHookHandler } from 'fastify'

const routePrefix = '/api/docs'

/** Shows the contract as OpenAPI at /api/docs; the document itself is at /api/docs/json. */
export async function serveApiDocs(app: FastifyInstance, cookie: string) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Vireo', version: '1' },
      components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookie } } },
    },
  })
  await app.register(swaggerUi, { routePrefix, staticCSP: true, uiHooks: { preHandler: sendWritten(app) } })
}

interface Written {
  type: string
  text: string
}

/** The document is written once: writing it takes longer than any response with data. */
function sendWritten(app: FastifyInstance): preHandlerAsyncHookHandler {
  const written = new Map<string, Written>()
  const write = (path: string): Written | undefined => {
    if (path === `${routePrefix}/json`)
      return { type: 'application/json; charset=utf-8', text: JSON.stringify(app.swagger()) }
    if (path === `${routePrefix}/yaml`)
      return { type: 'application/x-yaml', text: app.swagger({ yaml: true }) }
  }
  return async (request, reply) => {
    const path = request.routeOptions.url ?? ''
    const document = written.get(path) ?? write(path)
    if (!document) return
    written.set(path, document)
    return reply.type(document.type).send(document.text)
  }
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
