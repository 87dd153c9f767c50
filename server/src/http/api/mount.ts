import type { ServerResponse } from 'node:http'
import { type AnyEndpoint, addressOf, errorEnvelope } from '@vireo/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { describeEndpoint } from './docs.ts'
import { assertMayCall } from './may-call.ts'
import { createValidator } from './validate.ts'

interface MountOptions {
  /** Runs after the session is checked and before the body is read. */
  onRequest?: (request: FastifyRequest) => Promise<void>
}

/** Mounts an endpoint whose handler implements a protocol of its own: tus, server-sent events or redirects. */
export function mount(
  app: FastifyInstance,
  endpoint: AnyEndpoint,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<void> | FastifyReply,
  { onRequest }: MountOptions = {},
) {
  const validate = createValidator(endpoint)
  app.route({
    method: endpoint.method,
    url: addressOf(endpoint),
    // Fastify adds a HEAD route to each GET. Tus has one already, and for events it would never end.
    exposeHeadRoute: false,
    config: {
      swagger: { exposeHeadRoute: true },
      isMinorChange: endpoint.isMinorChange === true,
      isPacedByClient: endpoint.protocol === 'event-stream',
    },
    schema: {
      ...describeEndpoint(endpoint),
      ...(endpoint.headers && { headers: endpoint.headers }),
      response: { default: errorEnvelope },
    },
    // The handler checks the headers. The schemas above are only for the documentation.
    validatorCompiler: () => () => true,
    onRequest: async (request) => {
      assertMayCall(endpoint, request)
      await app.limitCall(endpoint, request)
      validate.params(request.params)
      // Redirects are opened as pages, which must not fail because of a strange query. The handler ignores it.
      if (endpoint.protocol !== 'redirect') validate.query(request.query)
      await onRequest?.(request)
    },
    handler,
  })
}

/** For a protocol that writes its own response, which gets the headers that Fastify would have sent. */
export function takeOver(reply: FastifyReply): ServerResponse {
  reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value)
  return reply.raw
}
