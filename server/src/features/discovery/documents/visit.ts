import {
  type AnyEndpoint,
  type CallArguments,
  type DataOf,
  type UncheckedInput,
  urlOf,
} from '@vireo/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callInternally } from '../../../http/api/internal-calls.ts'
import type { CachedResponse } from '../../../http/response-cache/cached-response.ts'
import { AppError } from '../../../lib/app-error.ts'

/** Longer responses are left to the page: they would delay the app, which starts when the document is complete. */
const maxLength = 200_000

/** Makes the first calls of a page for the person who opens it, and keeps the responses for the document. */
export class Visit {
  /** JSON by address. */
  readonly responses = new Map<string, string>()
  /** The shared responses, even those that are not kept for the document. */
  readonly shared: CachedResponse[] = []
  /** Whether all calls had shared responses. */
  isShared = true
  readonly #request: FastifyRequest
  readonly #reply: FastifyReply

  constructor(request: FastifyRequest, reply: FastifyReply) {
    this.#request = request
    this.#reply = reply
  }

  get viewer() {
    return this.#request.viewer
  }

  /** Returns undefined if the person cannot see it, and throws any other refusal, which the page handles itself. */
  async call<E extends AnyEndpoint>(
    endpoint: E,
    ...[checked]: CallArguments<E, object>
  ): Promise<DataOf<E> | undefined> {
    const input: UncheckedInput = checked ?? {}
    const called = await callInternally(this.#request, this.#reply, endpoint, input)
    const { status, data, json, shared } = called
    if (shared) this.shared.push(shared)
    else this.isShared = false
    if (status !== 200 && status !== 404)
      throw new AppError(status, 'request.invalid', `${endpoint.path} was refused`)
    if (json.length <= maxLength) this.responses.set(urlOf(endpoint, input), json)
    return data
  }
}
