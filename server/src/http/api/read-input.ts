import type { AnyEndpoint, BodyOf, DataOf, ParamsOf, QueryOf } from '@vireo/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Viewer } from '../access/sessions.ts'
import { type BodySpaceClaim, onceClosed, type ReceivedFile, receiveMultipart } from './multipart.ts'
import { createValidator } from './validate.ts'

export interface Input<E extends AnyEndpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  /** The received files by the name of their field. They are removed once the response is sent. */
  files: Record<string, ReceivedFile[]>
  /** The signed-in person; always set on an endpoint that is not public. */
  viewer: E['auth'] extends 'public' ? Viewer | undefined : Viewer
  request: FastifyRequest
  reply: FastifyReply
}

export type Handler<E extends AnyEndpoint> = (input: Input<E>) => Promise<DataOf<E>>

/** Claims disk space for a body before it is read, or refuses it because of its headers. */
export type ClaimBodySpace = (request: FastifyRequest) => Promise<BodySpaceClaim>

declare module 'fastify' {
  interface FastifyInstance {
    /** For received files until a handler takes them. On the same disk as the data, so that moving takes no time. */
    scratchDir: string
  }
  interface FastifyRequest {
    viewer: Viewer | undefined
  }
}

/** Reads and checks the input of an endpoint. */
export function createInputReader<E extends AnyEndpoint>(
  app: FastifyInstance,
  endpoint: E,
  claimBodySpace?: ClaimBodySpace,
) {
  const validate = createValidator(endpoint)

  async function readRequest(request: FastifyRequest, reply: FastifyReply): Promise<Input<E>> {
    const params = validate.params(request.params)
    const query = validate.query(request.query)
    const spaceClaim = await claimBodySpace?.(request)
    if (spaceClaim) onceClosed(reply, () => spaceClaim.release())
    const isJson = endpoint.acceptsJson && request.body !== undefined && !request.isMultipart()
    const received =
      endpoint.files && !isJson
        ? await receiveMultipart(request, reply, endpoint.files, app.scratchDir, spaceClaim)
        : undefined
    const body = validate.body(received ? received.fields : request.body)
    const files = received?.files ?? {}
    return { params, query, body, files, viewer: request.viewer, request, reply } as Input<E>
  }

  /** For a call without an HTTP request (`callInternally`), which has no body. */
  function readInternalCall(
    request: FastifyRequest,
    reply: FastifyReply,
    given: { params: unknown; query: unknown },
  ): Input<E> {
    const params = validate.params(given.params)
    const query = validate.query(given.query)
    const { viewer } = request
    return { params, query, body: undefined, files: {}, viewer, request, reply } as unknown as Input<E>
  }

  return { readRequest, readInternalCall }
}
