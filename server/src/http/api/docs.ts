import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'

/** Shows the contract as OpenAPI at /api/docs; the document itself is at /api/docs/json. */
export async function serveApiDocs(app: FastifyInstance) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Vireo', version: '1' },
      components: { securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'vireo_session' } } },
    },
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true })
}
