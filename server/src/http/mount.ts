import { type AnyEndpoint, addressOf, errorEnvelope } from '@vireo/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { unauthorized } from '../lib/app-error.ts'
import { documented } from './bind.ts'
import { createValidator } from './validate.ts'

interface MountOptions {
  /** Runs for those who may call it at all, before a byte of the body is taken. */
  onRequest?: (request: FastifyRequest) => Promise<void>
}

/** Mounts an endpoint of the contract that speaks a protocol of its own, and so reads and answers by itself. */
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
    // HEAD would find two routes, or one that never ends.
    exposeHeadRoute: false,
    config: { swagger: { exposeHeadRoute: true } },
    schema: {
      ...documented(endpoint),
      ...(endpoint.headers && { headers: endpoint.headers }),
      response: { default: errorEnvelope },
    },
    // The protocol's own part checks the headers; the schemas above are for the documentation.
    validatorCompiler: () => () => true,
    onRequest: async (request) => {
      if (endpoint.auth === 'session' && !request.viewer) throw unauthorized()
      validate.params(request.params)
      await onRequest?.(request)
    },
    handler,
  })
}
