import type { AnyEndpoint, DataOf, UncheckedInput } from '@vireo/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../lib/app-error.ts'
import type { CachedResponse } from '../response-cache/cached-response.ts'
import { toEnvelope } from './errors.ts'

/** Calls an endpoint on behalf of a request, with its viewer and network address. */
type InternalCall = (
  request: FastifyRequest,
  reply: FastifyReply,
  input: { params: unknown; query: unknown },
) => Promise<{ data: unknown; json: string; shared?: CachedResponse }>

declare module 'fastify' {
  interface FastifyInstance {
    /** Every GET of the API, for `callInternally`. */
    internalCalls: Map<AnyEndpoint, InternalCall>
  }
}

interface InternalResponse<E extends AnyEndpoint> {
  status: number
  /** Undefined if the call was refused. */
  data: DataOf<E> | undefined
  /** The envelope as it would be sent. */
  json: string
  /** What all visitors get; undefined if the call was refused or its response may be different for each request. */
  shared: CachedResponse | undefined
}

/** Calls the API without an HTTP request, with the same permissions, checks, rate limits and JSON. */
export async function callInternally<E extends AnyEndpoint>(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: E,
  { params = {}, query = {} }: UncheckedInput,
): Promise<InternalResponse<E>> {
  const call = request.server.internalCalls.get(endpoint)
  if (!call) throw new Error(`${endpoint.path} cannot be called here`)
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined))
  try {
    const { data, json, shared } = await call(request, reply, { params, query: given })
    return { status: 200, data: data as DataOf<E>, json, shared }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { status, code, message } = error
    const json = JSON.stringify(toEnvelope(status, code, message))
    return { status, data: undefined, json, shared: undefined }
  }
}
