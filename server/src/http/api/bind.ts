import {
  type AnyEndpoint,
  addressOf,
  type DataOf,
  errorEnvelope,
  type UncheckedInput,
  urlOf,
} from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import { sendBytes } from '../shared/send-answer.ts'
import { SharedAnswer } from '../shared/shared-answer.ts'
import { describeEndpoint } from './docs.ts'
import { assertMayCall } from './may-call.ts'
import { type ClaimBodySpace, createInputReader, type Handler, type Input } from './read-input.ts'
import { answerSchemaOf, toJson, wrap } from './serialize.ts'
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
  const schema = answerSchemaOf(endpoint)
  const answer = async (input: Input<E>, url: string): Promise<SharedAnswer | DataOf<E>> =>
    share ? findShared(app.sharedAnswers, url, { ...share, endpoint, handler }, input) : handler(input)

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
    },
    handler: async (request, reply) => {
      const answered = await answer(await readRequest(request, reply), request.url)
      if (!(answered instanceof SharedAnswer)) return wrap(endpoint, answered)
      if (request.viewer) await sendBytes(request, reply, answered)
      else await app.sharedAnswers.send(request, reply, answered)
      return reply
    },
  })
  if (endpoint.method !== 'GET') return
  app.internalCalls.set(endpoint, async (request, reply, given) => {
    assertMayCall(endpoint, request)
    const input = readInternalCall(request, reply, given)
    const { params, query } = input
    const answered = await answer(input, urlOf(endpoint, { params, query } as UncheckedInput))
    if (answered instanceof SharedAnswer) return { data: answered.data, json: answered.plain.toString() }
    return { data: answered, json: toJson(endpoint, answered) }
  })
}
