import {
  type AnyEndpoint,
  addressOf,
  type BodyOf,
  type DataOf,
  envelopeOf,
  errorEnvelope,
  type ParamsOf,
  type QueryOf,
  roles,
} from '@vireo/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound, unauthorized } from '../lib/app-error.ts'
import { type BodyRoom, onceClosed, type ReceivedFile, receiveMultipart } from './multipart.ts'
import { sendsSession, type Viewer } from './sessions.ts'
import { createValidator } from './validate.ts'

export interface Input<E extends AnyEndpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** The received files by the name of their part; they are gone when the answer is sent. */
  files: Record<string, ReceivedFile[]>
  /** Who asks. Always there on an endpoint that is not public. */
  viewer: E['auth'] extends 'public' ? Viewer | undefined : Viewer
  request: FastifyRequest
  reply: FastifyReply
}

export type Handler<E extends AnyEndpoint> = (input: Input<E>) => Promise<DataOf<E>>

interface BindOptions {
  /** Runs before the body is read: claims room for it, or refuses it by its headers. */
  roomForBody?: (request: FastifyRequest) => Promise<BodyRoom>
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Where received files wait until a handler takes them; on the disk of the data, so that moving is free. */
    scratchDir: string
  }
  interface FastifyRequest {
    viewer: Viewer | undefined
  }
}

/** Mounts one endpoint of the contract: who may call it, what comes in, what goes out. */
export function bind<E extends AnyEndpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  options: BindOptions = {},
) {
  const validate = createValidator(endpoint)
  app.route({
    method: endpoint.method,
    url: addressOf(endpoint),
    schema: {
      ...documented(endpoint),
      response: {
        200: endpoint.bare ? endpoint.data : envelopeOf(endpoint.data),
        default: errorEnvelope,
      },
    },
    // Validated below with the contract's own messages; the schemas above are for the documentation.
    validatorCompiler: () => () => true,
    preParsing: async (request) => {
      // Before the body is taken: a stranger's upload should not cost a byte.
      assertMayCall(endpoint, request)
    },
    handler: async (request, reply) => {
      const params = validate.params(request.params)
      const query = validate.query(request.query)
      const room = await options.roomForBody?.(request)
      if (room) onceClosed(reply, room.release)
      const received = endpoint.files
        ? await receiveMultipart(request, reply, endpoint.files, app.scratchDir, room)
        : undefined
      const body = validate.body(received ? received.fields : request.body)
      const input = {
        params,
        query,
        body,
        files: received?.files ?? {},
        viewer: request.viewer,
        request,
        reply,
      }
      const data = await handler(input as Input<E>)
      return endpoint.bare ? data : { statuscode: 200, message: endpoint.message, data, success: true }
    },
  })
}

/** People without the role are not told that there is such a call; those whose session has ended may have it. */
export function assertMayCall({ auth }: AnyEndpoint, request: FastifyRequest): void {
  if (auth === 'public') return
  const { viewer } = request
  const isHidden = auth !== 'session'
  if (!viewer && (!isHidden || sendsSession(request))) throw unauthorized()
  if (isHidden && (!viewer || roles.indexOf(viewer.role) < roles.indexOf(auth)))
    throw notFound('request.not-found', 'Not found')
}

/** What the documentation shows of an endpoint, besides its answers. */
export function documented(endpoint: AnyEndpoint) {
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split('/').filter(Boolean)[0] ?? 'api'],
    ...(endpoint.params && { params: endpoint.params }),
    ...(endpoint.query && { querystring: endpoint.query }),
    // Multipart bodies never reach Fastify's own parser, so only JSON ones are declared.
    ...(endpoint.body && !endpoint.files && { body: endpoint.body }),
    ...(endpoint.auth !== 'public' && { security: [{ session: [] }] }),
  }
}
