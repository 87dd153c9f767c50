import {
  type AnyEndpoint,
  addressOf,
  type DataOf,
  errorEnvelope,
  type UncheckedInput,
  urlOf,
} from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import { completeFileAddresses } from '../files/file-addresses.ts'
import { CachedResponse } from '../response-cache/cached-response.ts'
import { sendBytes } from '../response-cache/send-cached.ts'
import { describeEndpoint } from './docs.ts'
import { assertMayCall } from './may-call.ts'
import { type ClaimBodySpace, createInputReader, type Handler, type Input } from './read-input.ts'
import { responseSchemaOf, toJson, wrap } from './serialize.ts'
import { findShared, type Sharing } from './share-data.ts'

interface BindOptions<E extends AnyEndpoint> {
  /** The response to a GET is the same for all visitors, and shared between them for a moment. */
  share?: Sharing<E>
  /** Runs before the body is read. */
  claimBodySpace?: ClaimBodySpace
}

/** Mounts an endpoint of the contract: checks the caller and the input, and wraps the response. */
export function bind<E extends AnyEndpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  { share, claimBodySpace }: BindOptions<E> = {},
) {
  const { readRequest, readInternalCall } = createInputReader(app, endpoint, claimBodySpace)
  const schema = responseSchemaOf(endpoint)
  const callHandler = async (input: Input<E>, url: string): Promise<CachedResponse | DataOf<E>> =>
    share ? findShared(app.responseCache, url, { ...share, endpoint, handler }, input) : handler(input)

  app.route({
    method: endpoint.method,
    url: addressOf(endpoint),
    config: { isMinorChange: endpoint.isMinorChange === true },
    schema: { ...describeEndpoint(endpoint), response: { 200: schema, default: errorEnvelope } },
    // The handler validates with the messages of the contract. The schemas above are only for the documentation.
    validatorCompiler: () => () => true,
    preParsing: async (request) => {
      // Before the body is read, so that nothing is uploaded without permission.
      assertMayCall(endpoint, request)
      await app.limitCall(endpoint, request)
    },
    handler: async (request, reply) => {
      const found = await callHandler(await readRequest(request, reply), request.url)
      const site = request.siteSeenFromElsewhere
      const result = site ? completeResult(endpoint, found, site) : found
      if (!(result instanceof CachedResponse)) return wrap(endpoint, result)
      if (request.viewer) await sendBytes(request, reply, result)
      else await app.responseCache.send(request, reply, result)
      return reply
    },
  })
  if (endpoint.method !== 'GET') return
  app.internalCalls.set(endpoint, async (request, reply, given) => {
    assertMayCall(endpoint, request)
    const input = readInternalCall(request, reply, given)
    const { params, query } = input
    const result = await callHandler(input, urlOf(endpoint, { params, query } as UncheckedInput))
    if (result instanceof CachedResponse)
      return { data: result.data, json: result.plain.toString(), shared: result }
    return { data: result, json: toJson(endpoint, result) }
  })
}

/** For pages of other origins. Visitors of the site itself get the shared bytes of the original. */
function completeResult<E extends AnyEndpoint>(
  endpoint: E,
  result: CachedResponse | DataOf<E>,
  site: string,
): CachedResponse | DataOf<E> {
  if (!(result instanceof CachedResponse)) return completeFileAddresses(endpoint.data, result, site)
  const data = completeFileAddresses(endpoint.data, result.data as DataOf<E>, site)
  const { startedAt, status, type, changesWith } = result
  // It is sent once and never cached, so what was requested does not matter.
  return new CachedResponse({
    ...{ startedAt, status, type, text: toJson(endpoint, data), data },
    ...{ input: {}, changesWith },
  })
}
