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
import { notFound, unauthorized } from '../../lib/app-error.ts'
import { sendsSession, type Viewer } from '../access/sessions.ts'
import { type BodyRoom, onceClosed, type ReceivedFile, receiveMultipart } from './multipart.ts'
import { serializerOf } from './serialize.ts'
import { createValidator } from './validate.ts'

export interface Input<E extends AnyEndpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** The received files by the name of their field. They are removed once the answer is sent. */
  files: Record<string, ReceivedFile[]>
  /** Who is signed in; always set on an endpoint that is not public. */
  viewer: E['auth'] extends 'public' ? Viewer | undefined : Viewer
  request: FastifyRequest
  reply: FastifyReply
}

type Handler<E extends AnyEndpoint> = (input: Input<E>) => Promise<DataOf<E>>

interface BindOptions {
  /** Runs before the body is read. Claims disk space for it, or refuses it because of its headers. */
  roomForBody?: (request: FastifyRequest) => Promise<BodyRoom>
}

declare module 'fastify' {
  interface FastifyInstance {
    /** For received files until a handler takes them. On the same disk as the data, so that moving takes no time. */
    scratchDir: string
  }
  interface FastifyRequest {
    viewer: Viewer | undefined
  }
}

/** Mounts an endpoint of the contract: checks who calls it and what they send, and wraps the answer. */
export function bind<E extends AnyEndpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  options: BindOptions = {},
) {
  const validate = createValidator(endpoint)
  const schema = endpoint.bare ? endpoint.data : envelopeOf(endpoint.data)
  const wrap = (data: DataOf<E>) =>
    endpoint.bare ? data : { statuscode: 200, message: endpoint.message, data, success: true }
  app.route({
    method: endpoint.method,
    url: addressOf(endpoint),
    schema: { ...documented(endpoint), response: { 200: schema, default: errorEnvelope } },
    // The handler validates with the messages of the contract. The schemas above are only for the documentation.
    validatorCompiler: () => () => true,
    preParsing: async (request) => {
      // Before the body is read, so that nothing is uploaded without permission.
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
      return wrap(await handler(input as Input<E>))
    },
  })
  if (endpoint.method !== 'GET') return
  app.ownCalls.set(endpoint, async (request, reply, given) => {
    assertMayCall(endpoint, request)
    const params = validate.params(given.params)
    const query = validate.query(given.query)
    const input = { params, query, body: undefined, files: {}, viewer: request.viewer, request, reply }
    const data = await handler(input as unknown as Input<E>)
    return { data, json: serializerOf(schema)(wrap(data)) }
  })
}

/** Without the role an endpoint looks as if it did not exist. If the session has ended, the role is unknown: 401. */
export function assertMayCall({ auth }: AnyEndpoint, request: FastifyRequest): void {
  if (auth === 'public') return
  const { viewer } = request
  const isHidden = auth !== 'session'
  if (!viewer && (!isHidden || sendsSession(request))) throw unauthorized()
  if (isHidden && (!viewer || roles.indexOf(viewer.role) < roles.indexOf(auth)))
    throw notFound('request.not-found', 'Not found')
}

/** What the documentation shows of an endpoint besides its answers. */
export function documented(endpoint: AnyEndpoint) {
  return {
    summary: endpoint.summary,
    tags: [endpoint.path.split('/').filter(Boolean)[0] ?? 'api'],
    ...(endpoint.params && { params: endpoint.params }),
    ...(endpoint.query && { querystring: endpoint.query }),
    // Only JSON bodies: Fastify does not parse multipart ones.
    ...(endpoint.body && !endpoint.files && { body: endpoint.body }),
    ...(endpoint.auth !== 'public' && { security: [{ session: [] }] }),
  }
}
