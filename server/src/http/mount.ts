import { type AnyEndpoint, addressOf, errorEnvelope } from '@vireo/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { assertMayCall, documented } from './bind.ts'
import { createValidator } from './validate.ts'

interface MountOptions {
  /** Runs after the check of the session, before the body is read. */
  onRequest?: (request: FastifyRequest) => Promise<void>
}

/** Mounts an endpoint of the contract with a protocol of its own (tus, server-sent events, redirects), which the handler implements. */
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
    // Fastify would add a HEAD route to each GET: a second one for tus, one that never ends for events.
    exposeHeadRoute: false,
    config: { swagger: { exposeHeadRoute: true } },
    schema: {
      ...documented(endpoint),
      ...(endpoint.headers && { headers: endpoint.headers }),
      response: { default: errorEnvelope },
    },
    // The handler checks the headers; the schemas above are only for the documentation.
    validatorCompiler: () => () => true,
    onRequest: async (request) => {
      assertMayCall(endpoint, request)
      validate.params(request.params)
      // A page that someone opens is not refused for its query; the handler leaves out what it cannot use.
      if (endpoint.protocol !== 'redirect') validate.query(request.query)
      await onRequest?.(request)
    },
    handler,
  })
}
